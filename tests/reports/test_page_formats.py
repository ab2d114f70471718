"""Every format of a page, and what holds for all of them."""

from __future__ import annotations

import csv
import io
import json

import pytest

from tests.catalogs import TRACKERS, catalog
from toolsearch_cli.cli.answers import describe_answer
from toolsearch_cli.cli.choices import OutputFormat
from toolsearch_cli.errors import UsageError
from toolsearch_cli.hosts.scenario import Scenario
from toolsearch_cli.reports import PAGE_FORMATS, PageFormat, page_text
from toolsearch_cli.views.grid import Column, Grid, Page, Row
from toolsearch_cli.workbench import describe

PAGE = Page(
    head=("above",),
    grid=Grid(
        columns=(Column(key="source", title="source"), Column(key="n", title="n", unit="count")),
        rows=(Row(("=git", 1_234)), Row(("a\x1b[31mb|c", None))),
        totals=(Row(("total", 1_234)),),
    ),
    notes=("! below",),
)


def written(form: str, page: Page = PAGE) -> str:
    return page_text(page, form, width=80, color=False)


def test_a_format_that_is_registered_is_written(monkeypatch: pytest.MonkeyPatch) -> None:
    fake = PageFormat(lambda page, terminal: f"{page.head[0]} {terminal.width}")
    monkeypatch.setitem(PAGE_FORMATS, "fake", fake)
    assert written("fake") == "above 80"


@pytest.mark.parametrize("form", PAGE_FORMATS)
def test_every_format_has_the_rows_and_no_escape(form: str) -> None:
    text = written(form)
    assert "git" in text
    assert "\x1b" not in text
    assert text.endswith("\n") or form == "svg"


@pytest.mark.parametrize("form", [name for name, one in PAGE_FORMATS.items() if one.rows_only])
def test_rows_alone_need_rows(form: str) -> None:
    assert "above" not in written(form)
    assert "below" not in written(form)
    with pytest.raises(UsageError, match=f"-f {form}: this answer has no rows"):
        written(form, Page(head=("above",)))


def test_csv_is_read_back_and_no_spreadsheet_calculates_it() -> None:
    rows = list(csv.reader(io.StringIO(written("csv"))))
    assert rows[0] == ["source", "n"]
    assert rows[1] == ["'=git", "1234"]
    assert len(rows) == 3


def test_json_lines_are_read_back_untouched() -> None:
    rows = [json.loads(line) for line in written("jsonl").splitlines()]
    assert rows == [{"source": "=git", "n": 1_234}, {"source": "a\x1b[31mb|c", "n": None}]


def test_markdown_keeps_a_hostile_cell_in_its_cell() -> None:
    (line,) = [line for line in written("markdown").splitlines() if line.startswith("| a")]
    assert line.replace(r"\|", "").count("|") == 3


@pytest.mark.parametrize("form", OutputFormat)
def test_rows_alone_are_asked_of_the_formats_that_hold_nothing_else(form: OutputFormat) -> None:
    of, scenario = catalog(*TRACKERS), Scenario()
    page = describe_answer(of, scenario, describe(of, scenario, ["jot"]), form).page
    assert (not page.head) is form.rows_only
