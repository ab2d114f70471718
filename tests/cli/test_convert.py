"""`toolsearch convert`: any catalog as a document that others read; losses on stderr."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest
from typer.testing import CliRunner

from tests.fuzz.mutations import EXAMPLES
from toolsearch_cli.catalog.writing import TARGETS
from toolsearch_cli.cli import choices
from toolsearch_cli.cli.app import app

if TYPE_CHECKING:
    from pathlib import Path


def convert(*words: str, text: str | None = None) -> Any:
    return CliRunner().invoke(app, ["convert", *words], input=text)


def tiers(path: Path) -> Any:
    ran = CliRunner().invoke(app, ["tiers", str(path), "--json", "-q"])
    (scenario,) = json.loads(ran.stdout)["scenarios"]
    return [(one["source"], one["tools"], one["eager_tokens"]) for one in scenario["sources"]]


def test_the_targets_are_those_of_the_registry() -> None:
    assert set(choices.TargetFormat) == set(TARGETS)


@pytest.mark.parametrize("target", TARGETS)
def test_every_command_reads_what_was_written_the_same(target: str, tmp_path: Path) -> None:
    before, after = tmp_path / "before.json", tmp_path / "after.json"
    before.write_text(EXAMPLES["openapi"], encoding="utf-8")
    ran = convert(str(before), "--as", target, "-o", str(after), "-q")
    assert (ran.exit_code, ran.stdout, ran.stderr) == (0, "", "")
    assert tiers(after) == tiers(before)


def test_the_text_is_stable_and_one_value_a_line() -> None:
    once = convert("-c", "-", "--as", "native", text=EXAMPLES["native"]).stdout
    assert once.endswith("}\n")
    assert convert("-", "--as", "native", text=once).stdout == once
    assert '          "name": "forecast",\n' in once


def test_what_is_lost_is_said_on_stderr_unless_quiet() -> None:
    ran = convert("-", "--as", "openai", text=EXAMPLES["native"])
    assert json.loads(ran.stdout)[0]["function"]["name"] == "mcp__weather__forecast"
    assert "openai has no place for: 1 source's instructions, 1 source's kind, plugin" in ran.stderr
    quiet = convert("-", "--as", "openai", "-q", text=EXAMPLES["native"])
    assert "no place" not in quiet.stderr
    assert "unknown for 1 tool of mail" in quiet.stderr


def test_bare_names() -> None:
    ran = convert("-", "--as", "anthropic", "--bare-names", text=EXAMPLES["fastmcp"])
    assert [one["name"] for one in json.loads(ran.stdout)] == ["forecast"]
    assert "1 source's name" in ran.stderr


def test_a_catalog_must_be_named() -> None:
    ran = convert("--as", "native")
    assert getattr(ran.exception, "exit_code", None) == 2


@pytest.mark.parametrize("words", [("--as", "yaml"), ()])
def test_a_target_must_be_one(words: tuple[str, ...]) -> None:
    ran = convert("-", *words, text=EXAMPLES["native"])
    assert 2 in (ran.exit_code, getattr(ran.exception, "exit_code", None))


def test_hidden_text_of_a_catalog_is_written_as_escapes() -> None:
    hostile = {"name": "a", "description": "x\u202e\x1b[31m\ud800", "inputSchema": {}}
    ran = convert("-", "--as", "mcp", text=json.dumps([hostile]))
    assert "\u202e" not in ran.stdout
    assert "\x1b" not in ran.stdout
    assert json.loads(ran.stdout)["tools"] == [hostile]


def test_servers_are_told_by_a_separator_that_is_named() -> None:
    tools = [{"name": "git_log", "input_schema": {}}, {"name": "mail_send", "input_schema": {}}]
    ran = convert("-", "--as", "native", "--split-prefix", "_", text=json.dumps(tools))
    servers = json.loads(ran.stdout)["servers"]
    assert [(one["name"], one["tools"][0]["name"]) for one in servers] == [
        ("git", "log"),
        ("mail", "send"),
    ]
