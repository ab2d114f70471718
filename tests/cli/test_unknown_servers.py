"""Servers that a file only names: every answer that counts says so, where it is read."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest
from typer.testing import CliRunner

from toolsearch_cli.cli.app import app

if TYPE_CHECKING:
    from pathlib import Path

SAID = "The tools of slack are unknown: no count holds them."
TOOL = {"name": "add", "description": "Adds.", "input_schema": {"type": "object"}}
TOOLSET = {"type": "mcp_toolset", "mcp_server_name": "slack"}


def run(*words: str) -> Any:
    return CliRunner().invoke(app, list(words))


@pytest.fixture(name="request_file")
def file_of_a_request(tmp_path: Path) -> str:
    """Return a request with a tool, and a server that the provider asks."""
    path = tmp_path / "request.json"
    request = {"model": "m", "messages": [], "tools": [TOOL, TOOLSET]}
    path.write_text(json.dumps(request), encoding="utf-8")
    return str(path)


@pytest.fixture(name="folder")
def folder_with_a_config(tmp_path: Path) -> str:
    """Return a folder of a server's tools and of a client's config."""
    folder = tmp_path / "all"
    folder.mkdir()
    config = {"mcpServers": {"slack": {"command": "x"}}}
    (folder / "config.json").write_text(json.dumps(config), encoding="utf-8")
    (folder / "git.json").write_text(json.dumps([TOOL]), encoding="utf-8")
    return str(folder)


@pytest.fixture(name="catalog", params=["request_file", "folder"])
def any_catalog(request: pytest.FixtureRequest) -> str:
    return str(request.getfixturevalue(request.param))


@pytest.mark.parametrize("host", ["hermes", "claude-code", "eager"])
def test_tables_and_records_have_it_as_a_note(catalog: str, host: str) -> None:
    assert SAID in " ".join(run("tiers", catalog, "--host", host).stdout.split())
    (shown,) = json.loads(run("tiers", catalog, "--host", host, "--json").stdout)["scenarios"]
    (note,) = [one for one in shown["notes"] if one["code"] == "unknown"]
    assert (note["level"], note["cause"]) == ("warning", SAID)


def test_what_a_session_costs_rests_on_it(catalog: str) -> None:
    assert SAID in run("cost", catalog).stdout


def test_every_command_warns_of_it(request_file: str) -> None:
    for words in (("manifest",), ("sweep",), ("compare",), ("query", "add", "-c")):
        assert "slack: the provider asks it for them" in run(*words, request_file).stderr


def test_no_gate_passes_on_it(catalog: str) -> None:
    ran = run("check", catalog, "--max-tools", "9")
    assert getattr(ran.exception, "exit_code", None) == 2
    assert "slack" in str(ran.exception)


@pytest.mark.parametrize("scope", [("--only", "[gr]*"), ("--without", "slack")])
def test_out_of_scope_it_is_not_spoken_of(catalog: str, scope: tuple[str, str]) -> None:
    assert run("check", catalog, "--max-tools", "9", *scope).exit_code == 0
    ran = run("tiers", catalog, *scope, "--json")
    (shown,) = json.loads(ran.stdout)["scenarios"]
    assert not [one for one in shown["notes"] if one["code"] == "unknown"]


def test_another_file_with_its_tools_makes_it_known(catalog: str, tmp_path: Path) -> None:
    slack = tmp_path / "slack.json"
    slack.write_text(json.dumps([TOOL]), encoding="utf-8")
    ran = run("tiers", catalog, str(slack))
    assert "unknown: no count" not in ran.stdout
    assert run("check", catalog, str(slack), "--max-tools", "9").exit_code == 0


def test_a_converted_catalog_says_the_same(catalog: str, tmp_path: Path) -> None:
    native = tmp_path / "native.json"
    assert run("convert", catalog, "--as", "native", "-o", str(native)).exit_code == 0
    assert SAID in " ".join(run("tiers", str(native)).stdout.split())


@pytest.mark.parametrize("order", [1, -1])
def test_diff_takes_no_server_for_gone_whose_tools_are_unknown(tmp_path: Path, order: int) -> None:
    git = {"name": "git", "tools": [{"name": "log", "inputSchema": {}}]}
    slack = {"name": "slack", "tools": [{"name": "post", "inputSchema": {}}]}
    silent = {"name": "slack", "tools": None, "failure": {"reason": "it ended"}}
    files = [tmp_path / "told.json", tmp_path / "silent.json"]
    for file, server in zip(files, (slack, silent), strict=True):
        file.write_text(json.dumps({"servers": [git, server]}), encoding="utf-8")
    old, new = (str(file) for file in files[::order])
    found = json.loads(run("diff", old, new, "--json").stdout)
    assert (found["changes"], found["unknown"]) == ([], ["slack"])
    gate = run("diff", old, new, "--fail-on", "any")
    assert getattr(gate.exception, "exit_code", None) == 2
    assert "slack are unknown" in str(gate.exception)
    assert run("diff", old, new, "--fail-on", "any", "--without", "slack").exit_code == 0


def test_diff_compares_what_is_known_of_a_server_that_makes_more(tmp_path: Path) -> None:
    bundle: dict[str, Any] = {"manifest_version": "0.3", "name": "w", "server": {}}
    files = [tmp_path / "a.json", tmp_path / "b.json"]
    for file, name in zip(files, ("forecast", "warnings"), strict=True):
        tools = {"tools": [{"name": name, "description": "W."}], "tools_generated": True}
        file.write_text(json.dumps({**bundle, **tools}), encoding="utf-8")
    found = json.loads(run("diff", *map(str, files), "--json").stdout)
    assert found["unknown"] == ["w"]
    assert {one["tool"] for one in found["changes"]} >= {"forecast", "warnings"}
