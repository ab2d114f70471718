"""A page as text without a terminal: plain, Markdown, and its grid as CSV or JSON lines."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING

from toolsearch_cli.text import csv_safe, escape_markdown, visible, visible_json
from toolsearch_cli.views.numbers import written

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from toolsearch_cli.views.grid import Cell, Column, Grid, Page, Row

_GAP = "  "


def plain(page: Page) -> str:
    """Return aligned text without colour; nothing is left out, whatever the width."""
    parts = ["\n".join(visible(line) for line in page.head)] if page.head else []
    if page.body:
        parts.append(visible(page.body, newlines=True))
    if page.grid and page.grid.rows:
        parts.append("\n".join(_aligned(page.grid.drawn)))
    if page.grid and page.grid.folded:
        parts[-1] += f"\n({page.grid.folded:,} more)"
    if page.notes:
        parts.append("\n".join(visible(note) for note in page.notes))
    parts += (plain(following).rstrip("\n") for following in page.following)
    return "\n\n".join(parts) + "\n" if parts else ""


def _aligned(grid: Grid) -> Iterable[str]:
    table = [[column.title for column in grid.columns]]
    table += [texts(grid.columns, row, shapes=False) for row in (*grid.rows, *grid.totals)]
    widths = [max(_width(cell) for cell in column) for column in zip(*table, strict=True)]
    for line in table:
        cells = [
            _padded(cell, width, left=column.unit in ("text", "form"))
            for cell, width, column in zip(line, widths, grid.columns, strict=True)
        ]
        yield _GAP.join(cells).rstrip()


def texts(columns: Sequence[Column], row: Row, *, shapes: bool) -> list[str]:
    """Return a row's cells as safe text."""
    return [
        visible(written(cell, "text" if column.unit == "form" and not shapes else column.unit))
        for cell, column in zip(row.cells, columns, strict=True)
    ]


def _padded(text: str, width: int, *, left: bool) -> str:
    space = " " * (width - _width(text))
    return text + space if left else space + text


def _width(text: str) -> int:
    """Return the terminal columns of text that `visible` has made safe."""
    if text.isascii():
        return len(text)
    from unicodedata import combining, east_asian_width

    return sum(
        0 if combining(char) else 2 if east_asian_width(char) in "WF" else 1 for char in text
    )


def csv_text(grid: Grid) -> str:
    """Return the rows as CSV, header first; totals are left to whoever sums."""
    import csv
    import io

    stream = io.StringIO()
    writer = csv.writer(stream, lineterminator="\n")
    writer.writerow([column.key for column in grid.columns])
    for row in grid.rows:
        writer.writerow([_raw(cell) for cell in row.cells])
    return stream.getvalue()


def _raw(cell: Cell) -> Cell:
    return csv_safe(cell) if isinstance(cell, str) else cell


def json_lines(grid: Grid) -> str:
    """Return one JSON object a row, keyed by column; strings are untouched."""
    keys = [column.key for column in grid.columns]
    lines = [
        json.dumps(dict(zip(keys, row.cells, strict=True)), ensure_ascii=False) for row in grid.rows
    ]
    return visible_json("\n".join(lines)) + "\n" if lines else ""


def markdown(page: Page) -> str:
    """Return a GitHub table with the lines above and below it."""
    parts = ["  \n".join(escape_markdown(line) for line in page.head)] if page.head else []
    if page.body:
        parts.append(_fenced(visible(page.body, newlines=True)))
    if page.grid and page.grid.rows:
        parts.append(markdown_table(page.grid.drawn))
    if page.notes:
        parts.append("\n".join(f"- {escape_markdown(note)}" for note in page.notes))
    parts += (markdown(following).rstrip("\n") for following in page.following)
    return "\n\n".join(parts) + "\n"


def _fenced(text: str) -> str:
    """Return a code block whose fence is longer than any row of backticks in the text."""
    longest = max((len(run) for run in re.findall("`+", text)), default=0)
    fence = "`" * max(longest + 1, 3)
    return f"{fence}\n{text}\n{fence}"


def markdown_table(grid: Grid) -> str:
    """Return a grid as a GitHub table."""
    return "\n".join(_markdown_lines(grid))


def _markdown_lines(grid: Grid) -> Iterable[str]:
    yield "| " + " | ".join(escape_markdown(column.title) for column in grid.columns) + " |"
    rules = ("---" if column.unit in ("text", "form") else "---:" for column in grid.columns)
    yield "| " + " | ".join(rules) + " |"
    for row in (*grid.rows, *grid.totals):
        cells = zip(row.cells, grid.columns, strict=True)
        safe = (
            escape_markdown(written(cell, "text" if column.unit == "form" else column.unit))
            for cell, column in cells
        )
        yield "| " + " | ".join(safe) + " |"
