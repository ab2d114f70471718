"""What a file cannot tell of tools: every answer that counts says so, and no gate passes on it."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest
from typer.testing import CliRunner

from toolsearch_cli.cli.app import app

if TYPE_CHECKING:
    from pathlib import Path

UNKNOWN = "schemas unknown for 2 tools of docker"
TOOLS: list[dict[str, Any]] = [
    {"name": "forecast", "description": "Weather.", "arguments": [{"name": "place", "desc": "x"}]},
    {"name": "warnings", "description": "Warnings in force."},
]
SCHEMA = {"type": "object", "properties": {"place": {"type": "string"}}}


def run(*words: str) -> Any:
    return CliRunner().invoke(app, list(words))


@pytest.fixture(name="docker")
def docker_file(tmp_path: Path) -> str:
    """Return a file of Docker's registry: no schemas."""
    path = tmp_path / "docker.json"
    path.write_text(json.dumps(TOOLS), encoding="utf-8")
    return str(path)


@pytest.fixture(name="captured")
def captured_file(tmp_path: Path) -> str:
    """Return the same tools as their server lists them."""
    tools = [{"name": one["name"], "description": one["description"]} for one in TOOLS]
    folder = tmp_path / "live"
    folder.mkdir()
    path = folder / "docker.json"
    path.write_text(json.dumps([{**one, "inputSchema": SCHEMA} for one in tools]), encoding="utf-8")
    return str(path)


@pytest.mark.parametrize("host", ["hermes", "codex", "eager", "docker"])
def test_tiers_has_it_as_a_note_and_as_a_warning(docker: str, host: str) -> None:
    ran = run("tiers", docker, "--host", host, "--json")
    (shown,) = json.loads(ran.stdout)["scenarios"]
    (note,) = [one for one in shown["notes"] if one["code"] == "unknown"]
    assert note["level"] == "warning"
    assert note["cause"] == f"{UNKNOWN}: every count with them is a lower bound."
    assert UNKNOWN in ran.stderr


@pytest.mark.parametrize(
    "words",
    [
        ("manifest",),
        ("cost",),
        ("sweep",),
        ("compare",),
        ("query", "weather", "-c"),
        ("findability",),
    ],
)
def test_every_command_says_it(docker: str, words: tuple[str, ...]) -> None:
    assert UNKNOWN in run(*words, docker).stderr


def test_cost_says_it_among_what_its_figures_rest_on(docker: str) -> None:
    assert f"! {UNKNOWN}: every count with them is a lower bound." in run("cost", docker).stdout


def test_a_source_outside_the_scope_is_not_spoken_of(docker: str) -> None:
    ran = run("tiers", docker, "sample:everyday/git", "--only", "git", "--json")
    assert not [
        one for one in json.loads(ran.stdout)["scenarios"][0]["notes"] if one["code"] == "unknown"
    ]


@pytest.mark.parametrize(
    "budget", ["--max-eager-tokens", "--max-tool-tokens", "--max-listing-tokens"]
)
def test_no_budget_of_tokens_passes_on_it(docker: str, budget: str) -> None:
    ran = run("check", docker, budget, "1M")
    assert getattr(ran.exception, "exit_code", None) == 2
    assert UNKNOWN in str(ran.exception)


def test_a_budget_that_is_exceeded_all_the_same_fails(docker: str) -> None:
    assert run("check", docker, "--max-eager-tokens", "5").exit_code == 1


def test_a_budget_of_tools_passes(docker: str) -> None:
    assert run("check", docker, "--max-tools", "5").exit_code == 0


def test_growth_is_not_told_but_that_of_the_number_is(docker: str, captured: str) -> None:
    ran = run("check", captured, "--baseline", docker, "--max-growth", "1M")
    assert "schemas or descriptions were unknown" in str(ran.exception)
    assert run("check", captured, "--baseline", docker, "--max-growth", "tools:1").exit_code == 0


def test_growth_since_a_report_that_says_it(docker: str, captured: str, tmp_path: Path) -> None:
    report = tmp_path / "report.json"
    report.write_text(run("check", docker, "--max-tools", "9", "--json").stdout, encoding="utf-8")
    (figures,) = json.loads(report.read_bytes())["figures"]
    assert [one["unknown"] for one in figures["sources"]] == [True]
    ran = run("check", captured, "--baseline", str(report), "--max-growth", "1M")
    assert "schemas or descriptions were unknown" in str(ran.exception)


def test_no_rule_finds_fault_with_what_may_be_there(tmp_path: Path) -> None:
    plugin = tmp_path / "plugin.yaml"
    plugin.write_text("name: p\nprovides_tools: [send_mail]\n", encoding="utf-8")
    ran = run("check", str(plugin), "--max-tools", "5", "--json")
    codes = {one["code"] for one in json.loads(ran.stdout)["findings"]}
    assert codes.isdisjoint({"TS301", "TS501"})


def test_diff_does_not_compare_it_and_passes_no_gate(docker: str, captured: str) -> None:
    ran = run("diff", docker, captured, "--json")
    found = json.loads(ran.stdout)
    assert (found["changes"], found["unknown"]) == ([], ["docker"])
    gate = run("diff", docker, captured, "--fail-on", "any")
    assert "! docker: what one file does not tell of its tools was not compared." in gate.stdout
    assert getattr(gate.exception, "exit_code", None) == 2
    assert run("diff", captured, captured, "--fail-on", "any").exit_code == 0


def test_bundles_and_captures_differ_in_descriptions_only_where_both_tell_them(
    tmp_path: Path, captured: str
) -> None:
    manifest = {
        "manifest_version": "0.3",
        "name": "docker",
        "server": {},
        "tools": [{"name": "forecast"}, {"name": "warnings", "description": "Something else."}],
    }
    path = tmp_path / "manifest.json"
    path.write_text(json.dumps(manifest), encoding="utf-8")
    found = json.loads(run("diff", str(path), captured, "--json").stdout)
    assert [(one["change"], one["tool"]) for one in found["changes"] if one["tool"]] == [
        ("description-changed", "warnings")
    ]


def test_describe_says_it_of_the_tool_itself(docker: str, captured: str) -> None:
    said = "! Its schema is unknown: what is shown and searched here is not all of it."
    assert said in run("describe", "docker/forecast", "-c", docker).stdout
    assert said not in run("describe", "docker/forecast", "-c", captured).stdout
    for catalog, unknown in ((docker, ["schema"]), (captured, [])):
        ran = run("describe", "docker/forecast", "-c", catalog, "--json")
        assert json.loads(ran.stdout)["tool"]["unknown"] == unknown
