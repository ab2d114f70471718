"""Values to bytes: every format a command can print."""

from __future__ import annotations

from typing import TYPE_CHECKING

from toolsearch_cli.errors import UsageError

if TYPE_CHECKING:
    from toolsearch_cli.views.grid import Page


WIDEST_PICTURE = 120
"""Columns of an SVG picture, unless the terminal is narrower."""


def page_text(page: Page, form: str, *, width: int, color: bool) -> str:
    """Return a page in one of the text formats.

    Args:
        page: What a command answers.
        form: `table`, `plain`, `jsonl`, `csv`, `markdown` or `svg`; a command's JSON is its own
            record.
        width: Terminal columns; `table` and `svg` keep to it.
        color: Whether ANSI colour may be used; `table` alone uses it.

    Raises:
        UsageError: The format needs rows and the page has no grid.
    """
    from toolsearch_cli.reports import grid_reports

    if form == "table":
        from toolsearch_cli.reports.table_report import table

        return table(page, width=width, color=color)
    if form == "svg":
        from toolsearch_cli.reports.table_report import picture

        return picture(page, width=min(width, WIDEST_PICTURE), title="toolsearch")
    if form == "plain":
        return grid_reports.plain(page)
    if form == "markdown":
        return grid_reports.markdown(page)
    if page.grid is None:
        raise UsageError(f"-f {form}: this answer has no rows", hint="use json or plain")
    return grid_reports.csv_text(page.grid) if form == "csv" else grid_reports.json_lines(page.grid)
