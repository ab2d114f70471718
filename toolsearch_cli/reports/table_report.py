"""A page drawn for a terminal: the one place where rich draws tables."""

from __future__ import annotations

import io
from typing import TYPE_CHECKING

from rich.box import Box
from rich.cells import cell_len
from rich.console import Console
from rich.table import Table
from rich.text import Text

from toolsearch_cli.reports.grid_reports import texts
from toolsearch_cli.text import visible

if TYPE_CHECKING:
    from collections.abc import Iterator

    from toolsearch_cli.views.grid import Grid, Page, Row

_FORM_STYLES = {
    "full": "green",
    "names": "yellow",
    "mixed": "yellow",
    "summary": "magenta",
    "groups": "magenta",
    "hidden": "red",
    "none": "red",
}
_PADDING = 2
_LEAST_TEXT = 12
_EDGES = 1

_RULES = Box("    \n    \n ── \n    \n ── \n ── \n    \n    \n")
"""No lines but two: under the header, and over the totals."""


def table(page: Page, *, width: int, color: bool) -> str:
    """Return the page as terminal text, no line longer than `width` columns."""
    stream = io.StringIO()
    console = Console(
        file=stream,
        width=width,
        force_terminal=color,
        no_color=not color,
        color_system="standard" if color else None,
        highlight=False,
        markup=False,
        emoji=False,
        legacy_windows=False,
    )
    _print(console, page, width)
    return "\n".join(line.rstrip() for line in stream.getvalue().split("\n"))


def picture(page: Page, *, width: int, title: str) -> str:
    """Return the page as an SVG picture of a terminal; the same page gives the same bytes."""
    console = Console(
        file=io.StringIO(),
        width=width,
        record=True,
        force_terminal=True,
        color_system="truecolor",
        highlight=False,
        markup=False,
        emoji=False,
        legacy_windows=False,
    )
    _print(console, page, width)
    return console.export_svg(title=title, unique_id="toolsearch")


_NOTE_STYLES = {"!": "yellow", "·": "dim"}
"""By the sign before a note; a line without one is the title of those below it."""


def _print(console: Console, page: Page, width: int) -> None:
    for position, part in enumerate(_parts(page, width)):
        if position:
            console.print()
        for renderable in part:
            console.print(renderable)
    for step in page.next_steps:
        console.print(Text(f"next: {visible(step)}", style="dim"))


def _parts(page: Page, width: int) -> Iterator[list[Text | Table]]:
    """Yield what stands between empty lines."""
    if page.head:
        yield [
            Text(visible(line), style="bold" if position == 1 else "")
            for position, line in enumerate(page.head)
        ]
    if page.body:
        yield [Text(visible(page.body, newlines=True))]
    if page.grid and page.grid.rows:
        whole = page.grid.drawn
        grid = _narrowed(whole, width)
        yield [_drawn(grid, width), *_left_out(whole, grid)]
    if page.notes:
        yield [Text(visible(note), style=_NOTE_STYLES.get(note[:1], "bold")) for note in page.notes]
    for following in page.following:
        yield from _parts(following, width)


def _left_out(whole: Grid, grid: Grid) -> Iterator[Text]:
    """Yield what the table does not show: rows that were folded, columns that have no room."""
    if whole.folded:
        yield Text(f"  {whole.folded:,} more", style="dim")
    columns = [visible(one.title) for one in whole.columns if one.title and one not in grid.columns]
    if columns:
        yield Text(f"  no room for: {', '.join(columns)}", style="dim")


def _narrowed(grid: Grid, width: int) -> Grid:
    """Drop the least needed columns until the table fits."""
    while _natural_width(grid) > width:
        droppable = [column for column in grid.columns if column.rank]
        if not droppable:
            return grid
        last = max(droppable, key=lambda column: (column.rank, grid.columns.index(column)))
        grid = grid.without(last.key)
    return grid


def _natural_width(grid: Grid) -> int:
    widths = _widths(grid)
    return sum(widths) + _PADDING * (len(widths) - 1) + _EDGES


def _widths(grid: Grid) -> list[int]:
    lines = [[column.title for column in grid.columns]]
    lines += [texts(grid.columns, row, shapes=True) for row in (*grid.rows, *grid.totals)]
    return [max(cell_len(cell) for cell in column) for column in zip(*lines, strict=True)]


def _most(grid: Grid, width: int) -> list[int | None]:
    """Return the most each column may take: what is too much comes off the widest text."""
    widths = _widths(grid)
    most: list[int | None] = [None] * len(widths)
    excess = _natural_width(grid) - width
    texts_at = [at for at, column in enumerate(grid.columns) if column.unit == "text"]
    if excess > 0 and texts_at:
        widest = max(texts_at, key=widths.__getitem__)
        most[widest] = max(widths[widest] - excess, _LEAST_TEXT)
    return most


def _drawn(grid: Grid, width: int) -> Table:
    drawn = Table(
        box=_RULES, pad_edge=False, padding=(0, 1, 0, 0), show_edge=False, header_style="bold"
    )
    for column, most in zip(grid.columns, _most(grid, width), strict=True):
        left = column.unit in ("text", "form")
        drawn.add_column(
            visible(column.title),
            justify="left" if left else "right",
            no_wrap=True,
            max_width=most,
            overflow="ellipsis",
        )
    for row in grid.rows:
        drawn.add_row(*_styled(grid, row), style="bold" if row.marked else "")
    if grid.totals:
        drawn.add_section()
    for row in grid.totals:
        drawn.add_row(*_styled(grid, row), style="bold")
    return drawn


def _styled(grid: Grid, row: Row) -> list[Text]:
    cells = []
    for column, text in zip(grid.columns, texts(grid.columns, row, shapes=True), strict=True):
        style = ""
        if column.unit == "form":
            style = next((_FORM_STYLES[w] for w in text.split() if w in _FORM_STYLES), "")
        cells.append(Text(text, style=style))
    return cells
