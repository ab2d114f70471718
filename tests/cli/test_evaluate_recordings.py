"""`toolsearch eval` of what a running bridge recorded: what led nowhere is said."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from typer.testing import CliRunner

from tests.catalogs import catalog_file
from tests.cli.evaluating import FILES, GITHUB, evaluated, queries_file, run
from toolsearch_cli.cli.app import app
from toolsearch_cli.errors import InputError

if TYPE_CHECKING:
    from pathlib import Path

    import pytest


def recorded(query: str | None = None, *found: str, called: str | None = None) -> dict[str, Any]:
    source, _, tool = (called or "").partition("/")
    return {
        "toolsearch": "recording/1",
        "session": "a",
        "searches": [] if query is None else [{"query": query, "found": list(found)}],
        "called": called and {"name": f"mcp__{source}__{tool}", "source": source, "tool": tool},
    }


LINES = (
    recorded("new issue", "mcp__github__create_issue"),
    recorded(called="github/create_issue"),
    recorded("purple"),
    recorded("join", "mcp__files__merge"),
    recorded("violet"),
)
SAID = "4 searches: 1 followed by a call, 3 not (2 found nothing)"


def test_searches_that_led_to_no_call_are_said_and_in_no_figure(tmp_path: Path) -> None:
    catalog = catalog_file(tmp_path, GITHUB, FILES)
    file = queries_file(tmp_path, *LINES)
    ran = run(file, "-c", catalog)
    assert ran.exit_code == 0
    assert f"{file}: {SAID}; figures are of those that a call followed" in ran.stderr
    assert "1 labelled query" in ran.stdout
    assert run(file, "-c", catalog, "-q").stderr == ""
    answer = evaluated(file, "-c", catalog)
    assert (answer["queries"], answer["recorded"]) == (
        1,
        {"total": 4, "followed": 1, "missed": 0, "unfollowed": 3, "found_nothing": 2},
    )


def test_other_queries_are_no_recording(tmp_path: Path) -> None:
    catalog = catalog_file(tmp_path, GITHUB, FILES)
    file = queries_file(tmp_path, {"query": "new issue", "expected": "github/create_issue"})
    assert evaluated(file, "-c", catalog)["recorded"] is None
    assert "searches:" not in run(file, "-c", catalog).stderr


def test_a_recording_without_a_call_is_no_measure_and_says_why(tmp_path: Path) -> None:
    catalog = catalog_file(tmp_path, GITHUB, FILES)
    ran = run(queries_file(tmp_path, *LINES[2:]), "-c", catalog)
    assert isinstance(ran.exception, InputError)
    assert "(3 searches: 0 followed by a call, 3 not (2 found nothing))" in str(ran.exception)


def test_the_gate_of_check_says_it_as_well(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    catalog = catalog_file(tmp_path, GITHUB, FILES)
    settings = {"eval": {"queries": queries_file(tmp_path, *LINES), "min": {"recall@5": 0.1}}}
    (tmp_path / "toolsearch.yaml").write_text(json.dumps(settings), encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    ran = CliRunner().invoke(app, ["check", "-c", catalog])
    assert SAID in ran.stderr
