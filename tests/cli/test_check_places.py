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
        ("run", "did you mean jobs/run?"),
        ("go", "did you mean jobs/go (plugin)?"),
        ("jobs/rnu", "did you mean jobs/run?"),
        ("jobs/run (plugin)", "did you mean jobs/"),
        ("jbos", "did you mean jobs"),
        ("jbos/*", "did you mean jobs/*?"),
        ("/", "source/tool or source"),
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
