"""`toolsearch sweep`: its answers in every form."""

from __future__ import annotations

import csv
import io
import json
from typing import TYPE_CHECKING, Any

import pytest
from typer.testing import CliRunner

from tests.catalogs import TRACKERS, catalog_file, source, tool
from toolsearch_cli.cli.app import app
from toolsearch_cli.errors import UsageError

if TYPE_CHECKING:
    from pathlib import Path

    from typer.testing import Result


@pytest.fixture
def trackers(tmp_path: Path) -> str:
    return catalog_file(tmp_path, *TRACKERS)


def run(*words: str) -> Result:
    return CliRunner().invoke(app, ["sweep", *words])


def text(*words: str) -> str:
    result = run(*words)
    assert result.exit_code == 0, result.stderr
    return result.stdout


def answer(*words: str) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(text(*words, "--json"))
    return found


def tiers(*words: str) -> dict[str, Any]:
    result = CliRunner().invoke(app, ["tiers", *words, "--json"])
    (found,) = json.loads(result.stdout)["scenarios"]
    return dict(found)


def test_a_break_is_where_tiers_shows_another_form(trackers: str) -> None:
    found = answer(trackers, "--context", "8k")
    assert found["toolsearch"] == "sweep/1"
    assert found["source_breaks"]
    for one in found["source_breaks"]:
        context = one["reach"]["context"]
        for size, form in ((context - 1, one["from"]), (context, one["to"])):
            shown = tiers("-c", trackers, "--context", str(size))
            (row,) = (row for row in shown["sources"] if row["source"] == one["source"])
            assert row["form"] == form


def test_detaching_is_what_tiers_shows_without_the_source(trackers: str) -> None:
    found = answer(trackers, "--context", "1700")
    whole = tiers("-c", trackers, "--context", "1700")
    for one in found["detachments"]:
        without = tiers("-c", trackers, "--context", "1700", "--without", one["source"])
        assert one["freed"] == whole["payment"]["total"] - without["payment"]["total"]
        assert one["listing"] == (without["form"] or "none")


def test_rows_are_the_same_in_csv_json_lines_and_json(trackers: str) -> None:
    breaks = answer(trackers, "--context", "8k")["source_breaks"]
    rows = list(csv.DictReader(io.StringIO(text(trackers, "--context", "8k", "-f", "csv"))))
    lines = [
        json.loads(line) for line in text(trackers, "--context", "8k", "-f", "jsonl").splitlines()
    ]
    assert len(rows) == len(lines) == len(breaks)
    for row, line, one in zip(rows, lines, breaks, strict=True):
        assert (row["source"], row["kind"]) == (one["source"], one["kind"])
        assert (row["from"], row["to"]) == (one["from"], one["to"])
        assert (line["from"], line["to"]) == (one["from"], one["to"])
        for key in ("budget", "context", "threshold_pct", "cap"):
            assert line[key] == one["reach"][key]
            assert float(row[key]) == one["reach"][key]


def test_plain_text_says_what_to_change(trackers: str) -> None:
    found = text(trackers, "--context", "2000")
    assert "listing from" in found
    assert "source switched off" in found
    assert "! Descriptions for all (" in found
    assert " or a context of " in found


def test_of_narrows_the_rows(trackers: str) -> None:
    sources = {
        one["source"]
        for one in answer(trackers, "--context", "8k", "--of", "git*", "--of", "notes")[
            "source_breaks"
        ]
    }
    assert sources == {"github", "notes"}


def test_what_of_names_has_to_be_there(trackers: str) -> None:
    error = run(trackers, "--of", "nope").exception
    assert isinstance(error, UsageError)
    assert "sources: core, github, linear, notes" in (error.hint or "")


@pytest.mark.parametrize("words", [("--context", "8k,200k"), ("--host", "hermes,hermes@0.22")])
def test_it_answers_one_scenario(trackers: str, words: tuple[str, ...]) -> None:
    assert isinstance(run(trackers, *words).exception, UsageError)


def test_the_gate_of_a_release_without_a_listing(trackers: str) -> None:
    gate = answer(trackers, "--host", "hermes@0.19", "--context", "1000")["gate"]
    size = gate["context"]
    words = ("-c", trackers, "--host", "hermes@0.19", "--context")
    assert tiers(*words, str(size))["activated"] is True
    assert tiers(*words, str(size + 1))["activated"] is False
    plain = text(trackers, "--host", "hermes@0.19", "--context", "1000")
    assert f"are deferred up to a context of {size:,} tokens" in plain


def test_where_nothing_is_listed_it_says_why(trackers: str) -> None:
    found = text(trackers, "--listing", "off")
    assert "Nothing is listed at any budget." in found
    assert "listing is off" in found
    assert "Nothing is listed" in text(trackers, "--listing", "off", "--chart")


def test_the_chart_is_drawn_in_text_and_pictures(trackers: str) -> None:
    plain = text(trackers, "--context", "8k", "--chart")
    assert "─ budget" in plain
    assert "▲" in plain
    assert "source switched off" not in plain
    picture = text(trackers, "--context", "8k", "-f", "svg")
    assert picture.startswith("<svg")
    assert "▲" in picture
    assert "```" in text(trackers, "--context", "8k", "--chart", "-f", "markdown")


def test_the_table_keeps_to_the_terminal(trackers: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    for words in ((), ("--chart",)):
        lines = text(trackers, "--context", "8k", "-f", "table", *words).splitlines()
        grid = [line for line in lines if line[:1] not in "!·"]
        assert max(len(line) for line in grid) <= 80


def test_hostile_names_are_made_visible(tmp_path: Path) -> None:
    file = catalog_file(
        tmp_path,
        source("\x1b[31mred", tool("one", "First")),
        source("other", tool("two", "Second" * 40)),
    )
    found = text(file, "--context", "1500")
    assert "\x1b" not in found
    assert r"\x1b[31mred" in found


def test_help_teaches_with_examples() -> None:
    assert "toolsearch sweep mcp-tools.json" in run("--help").stdout
