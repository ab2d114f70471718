"""Values to bytes: every format a command can print."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from toolsearch_cli.errors import UsageError

if TYPE_CHECKING:
    from collections.abc import Callable

    from toolsearch_cli.views.grid import Page

WIDEST_PICTURE = 120
"""Columns of an SVG picture, unless the terminal is narrower."""


class Terminal(NamedTuple):
    """What a page is written for."""

    width: int
    """Columns."""
    color: bool
    """Whether ANSI colour may be used."""


class PageFormat(NamedTuple):
    """One format of a page: how it is written, and what it holds of several answers."""

    write: Callable[[Page, Terminal], str]
    rows_only: bool = False
    """The rows of one grid, without what stands around them."""
    one_document: bool = False
    """A second answer after the first would not be a document any more."""


def page_text(page: Page, form: str, *, width: int, color: bool) -> str:
    """Return a page in one of the text formats.

    Args:
        page: What a command answers.
        form: One of `PAGE_FORMATS`; a command's JSON is its own record.
        width: Terminal columns; `table` and `svg` keep to it.
        color: Whether ANSI colour may be used; `table` alone uses it.

    Raises:
        UsageError: The format needs rows and the page has no grid.
    """
    chosen = PAGE_FORMATS[form]
    if chosen.rows_only and page.grid is None:
        raise UsageError(f"-f {form}: this answer has no rows", hint="use json or plain")
    return chosen.write(page, Terminal(width, color))


def _table(page: Page, terminal: Terminal) -> str:
    from toolsearch_cli.reports.table_report import table

    return table(page, width=terminal.width, color=terminal.color)


def _svg(page: Page, terminal: Terminal) -> str:
    from toolsearch_cli.reports.table_report import picture

    return picture(page, width=min(terminal.width, WIDEST_PICTURE), title="toolsearch")


def _plain(page: Page, _: Terminal) -> str:
    from toolsearch_cli.reports.grid_reports import plain

    return plain(page)


def _markdown(page: Page, _: Terminal) -> str:
    from toolsearch_cli.reports.grid_reports import markdown

    return markdown(page)


def _csv(page: Page, _: Terminal) -> str:
    from toolsearch_cli.reports.grid_reports import csv_text

    return csv_text(page.grid) if page.grid else ""


def _jsonl(page: Page, _: Terminal) -> str:
    from toolsearch_cli.reports.grid_reports import json_lines

    return json_lines(page.grid) if page.grid else ""


PAGE_FORMATS: dict[str, PageFormat] = {
    "table": PageFormat(_table),
    "plain": PageFormat(_plain),
    "jsonl": PageFormat(_jsonl, rows_only=True),
    "csv": PageFormat(_csv, rows_only=True, one_document=True),
    "markdown": PageFormat(_markdown),
    "svg": PageFormat(_svg, one_document=True),
}
"""Every format but a command's own JSON. Adding one: a function, a line here and its word among
the choices of `-f`, which a test holds to these."""
