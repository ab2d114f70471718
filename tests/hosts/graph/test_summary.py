"""The one sentence that stands for a tool in a choice."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from toolsearch_cli.hosts.graph.summary import MOST_CHARACTERS, summary_line

HEAD = "h" * 60


@pytest.mark.parametrize(
    ("description", "line"),
    [
        ("List issues.", "List issues."),
        (
            "Summarize a file in two sentences. Uses the model.",
            "Summarize a file in two sentences.",
        ),
        ("  List issues  ", "List issues"),
        ("sprint_analysis — Reports the sprint.", "Reports the sprint."),
        ("One — two — three", "two — three"),
        (f"{HEAD} — rest", "rest"),
        (f"{HEAD}h — rest", f"{HEAD}h — rest"),
        ("é" * 31 + " — rest", "é" * 31 + " — rest"),
        ("é" * 30 + " — rest", "rest"),
        ("First line\nSecond line. More.", "First line"),
        ("First\r\nSecond", "First"),
        ("head — \n rest", "rest"),
        ("Version 1.5 is read.Next", "Version 1.5 is read.Next"),
        ("- item", "item"),
        ("- - item", "item"),
        ("-item", "-item"),
        ("e.g. this", "e.g."),
        (".", "."),
        ("", ""),
        (" \n ", ""),
        (None, ""),
        (7, ""),
    ],
)
def test_lines(description: str | int | None, line: str) -> None:
    assert summary_line(description) == line


def test_an_ellipsis_says_that_something_was_cut() -> None:
    assert summary_line("a" * MOST_CHARACTERS) == "a" * 200
    assert summary_line("a" * 201) == "a" * 200 + "…"
    assert summary_line("a" * 199 + ". b") == "a" * 199 + "."
    assert summary_line("a" * 200 + ". b") == "a" * 200 + "…"


@given(st.text())
def test_any_text_becomes_one_short_line(description: str) -> None:
    line = summary_line(description)
    assert "\n" not in line
    assert len(line) <= MOST_CHARACTERS + 1
    assert not line.startswith("- ")
