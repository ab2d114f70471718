"""Globs that name tools and sources: where findings are ignored, and where budgets count."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

from tests.catalogs import source, tool
from tests.process.program import Ran, run

if TYPE_CHECKING:
    from pathlib import Path


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A server and a plugin of one name; none of their three tools has a description."""
    (tmp_path / "catalogs").mkdir()
    for file, given in (
        ("server", source("jobs", tool("run"))),
        ("plugin", source("jobs", tool("halt"), tool("go"), kind="plugin")),
    ):
        path = tmp_path / "catalogs" / f"{file}.json"
        path.write_text(json.dumps(given), encoding="utf-8")
    return tmp_path


def check(folder: Path, *words: str) -> Ran:
    return run("check", "catalogs", *words, folder=folder)


@pytest.mark.parametrize(
    ("glob", "left"),
    [
        ("jobs/*", []),
        ("jobs", []),
        ("jobs (plugin)", ["run"]),
        ("jobs/* (plugin)", ["run"]),
        ("*/go (plugin)", ["halt", "run"]),
        ("* (mcp)", ["go", "halt"]),
        ("jobs/run (mcp)", ["go", "halt"]),
        ("run", ["go", "halt"]),
        ("go", ["halt", "run"]),
        ("mcp__jobs__run", ["go", "halt"]),
        ("mcp__*", ["go", "halt"]),
        ("?*a*t", ["go", "run"]),
    ],
)
def test_a_kind_behind_a_name_tells_a_plugin_from_a_server(
    folder: Path, glob: str, left: list[str]
) -> None:
    ran = check(folder, "--select", "TS301", "--ignore", f"TS301={glob}", "--json")
    findings = json.loads(ran.text)["findings"]
    assert sorted(one["tool"] for one in findings) == left


@pytest.mark.parametrize(
    ("glob", "hint"),
    [
        ("rum", "or a tool's name"),
        ("jobs/rnu", "did you mean jobs/run?"),
        ("jobs/run (plugin)", "did you mean jobs/"),
        ("jbos", "did you mean jobs"),
        ("jbos/*", "did you mean jobs/*?"),
        ("/", "source/tool, source"),
    ],
)
def test_an_ignore_that_names_no_tool_is_an_error(folder: Path, glob: str, hint: str) -> None:
    ran = check(folder, "--ignore", f"TS301={glob}")
    assert ran.code == 2
    assert f"{glob}: no such tool" in "\n".join(ran.said)
    assert hint in "\n".join(ran.said)


def test_budgets_and_scopes_take_a_kind_too(folder: Path) -> None:
    words = ("--select", "none", "--max-tools", "jobs (plugin)=1")
    ran = check(folder, *words)
    assert ran.code == 1
    assert "jobs (plugin) (catalogs/plugin.json)\n! TS101" in ran.text
    assert ran.text.count("TS101") == 1
    ran = check(folder, *words, "--without", "jobs (plugin)")
    assert ran.code == 2
    assert "--max-tools jobs (plugin)=1: no such source" in "\n".join(ran.said)


def test_a_name_that_several_tools_have_is_no_place(folder: Path) -> None:
    other = json.dumps(source("tasks", tool("run")))
    (folder / "catalogs" / "other.json").write_text(other, encoding="utf-8")
    ran = check(folder, "--ignore", "TS301=run")
    assert ran.code == 2
    said = "\n".join(ran.said)
    assert "--ignore TS301=run: run: several tools have this name" in said
    assert "write jobs/run or tasks/run" in said
    assert check(folder, "--select", "TS301", "--ignore", "TS301=ru*").text.count("TS301") == 2


@pytest.mark.parametrize(
    ("text", "place"),
    [
        ("budgets: {sources: {job: {tools: 5}}}", "/budgets/sources/job/tools"),
        ("growth: {sources: {job: {tools: 5}}}", "/growth/sources/job/tools"),
        ("expect: [{context: 200k, forms: {job: full}}]", "/expect/0/forms/job"),
        ("rules: {ignore: [{rules: TS3, tools: job/*, reason: x}]}", "/rules/ignore/0: job/*"),
    ],
)
def test_a_glob_of_the_file_that_names_nothing_is_refused_with_its_place(
    folder: Path, text: str, place: str
) -> None:
    (folder / "toolsearch.yaml").write_text(text, encoding="utf-8")
    ran = check(folder)
    assert ran.code == 2
    assert f"toolsearch.yaml: {place}: no such" in "\n".join(ran.said)
