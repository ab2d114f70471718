"""Pages of hosts without tiers, a describe tool or a budget say what those hosts have."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from typer.testing import CliRunner

from toolsearch_cli.cli.app import app
from toolsearch_cli.hosts.names import COMPARED
from toolsearch_cli.hosts.registry import host_named

if TYPE_CHECKING:
    from pathlib import Path

OTHERS = [name for name in COMPARED if name != "hermes"]


def run(*words: str) -> str:
    ran: Any = CliRunner().invoke(app, [*words, "-c", "sample:everyday"])
    assert ran.exit_code == 0, ran.stderr
    said: str = ran.stdout
    return said


@pytest.mark.parametrize("host", OTHERS)
def test_tiers_says_what_the_host_has_instead_and_how_far_to_trust_it(host: str) -> None:
    head, standing, *_ = run("tiers", "--host", host).splitlines()
    assert head.startswith(f"{host} · {host_named(host).facts.fidelity} · context ")
    assert "TIER" not in standing
    assert "bridge o" not in standing


@pytest.mark.parametrize("host", OTHERS)
def test_describe_shows_the_definition_and_no_describe_tool(host: str) -> None:
    said = run("describe", "git/git_add", "--host", host)
    assert "tool_describe" not in said
    assert "null" not in said.splitlines()
    assert '"repo_path"' in said


def test_a_gate_is_set_as_its_host_sets_it() -> None:
    words = ("--host", "claude-code", "--set", "enable_tool_search=auto", "--context", "200k")
    assert "the bridge is on up to enable_tool_search auto:" in run("sweep", *words)


def test_a_sweep_without_a_budget_says_that_there_is_none() -> None:
    said = run("sweep", "--host", "codex")
    assert "does not rest on a budget" in said
    assert "Nothing is listed" not in said


@pytest.mark.parametrize("host", OTHERS)
def test_a_diff_says_what_the_host_has_instead_of_tiers(tmp_path: Path, host: str) -> None:
    old, new = tmp_path / "old.json", tmp_path / "new.json"
    old.write_text('{"name": "a", "tools": [{"name": "b"}]}', encoding="utf-8")
    new.write_text('{"name": "a", "tools": [{"name": "b"}, {"name": "c"}]}', encoding="utf-8")
    ran = CliRunner().invoke(app, ["diff", str(old), str(new), "--host", host])
    assert ran.exit_code == 0, ran.stderr
    assert "TIER" not in ran.stdout
    assert "bridge o" not in ran.stdout
