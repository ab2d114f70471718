"""Which columns of a grid fit, how wide each is, and the safe text of every cell."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from toolsearch_cli.reports.grid_reports import texts
from toolsearch_cli.text import visible
from toolsearch_cli.tui.widgets.drawing import width_of
from toolsearch_cli.views.grid import Grid

if TYPE_CHECKING:
    from toolsearch_cli.views.grid import Column

GAP = 2
GUTTER = 2
"""Columns at the left: the cursor, and the mark of what changed."""
LEAST_TEXT = 10
KEPT_TEXT = 30
"""Columns that a text keeps while other columns go for it."""
SORTED_UP, SORTED_DOWN = " ▲", " ▼"


@dataclass(frozen=True, slots=True, kw_only=True)
class TableData:
    """What a table shows."""

    grid: Grid = field(default_factory=lambda: Grid(columns=(), rows=()))
    keys: tuple[int, ...] = ()
    """What each row is called in messages."""
    fresh: frozenset[int] = frozenset()
    """Rows that the last step changed, by key."""
    dimmed: frozenset[int] = frozenset()
    fixed: int | None = None
    """Leading columns that stay while a cursor over cells scrolls the others; `None`: the cursor
    is over rows, and columns go by their rank."""
    sort: tuple[str, bool] | None = None
    """The column that the rows are ordered by, and whether downwards."""
    empty: str = "nothing to show"


@dataclass(frozen=True, slots=True)
class GridLayout:
    """A grid as text, ready to be cut to the columns that are shown."""

    columns: tuple[Column, ...]
    titles: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    totals: tuple[tuple[str, ...], ...]
    shown: tuple[int, ...]
    """Positions of the columns that fit, in order."""
    widths: tuple[int, ...]
    """One entry a column that is shown."""

    def left(self, at: int) -> bool:
        """Say whether a column's cells stand at its left edge."""
        return self.columns[at].unit in ("text", "form")

    def column_at(self, x: int) -> int | None:
        """Return the column at terminal column `x`."""
        edge = GUTTER
        for at, width in zip(self.shown, self.widths, strict=True):
            if edge <= x < edge + width + gap_after(width):
                return at
            edge += width + gap_after(width)
        return None


def gap_after(width: int) -> int:
    """Return the columns between a column and the next: a mark of one stands close."""
    return GAP if width > 1 else 1


def laid_out(
    grid: Grid, width: int, *, fixed: int | None, first: int, sort: tuple[str, bool] | None
) -> GridLayout:
    """Lay a grid out in `width` columns.

    Args:
        grid: What to show.
        width: Terminal columns.
        fixed: Leading columns that stay; `None`: the least needed go until the rest fit.
        first: The first of the others that is shown.
        sort: The column that rows are ordered by, and whether downwards.
    """
    columns = grid.columns
    titles = tuple(_title(column, sort) for column in columns)
    rows = tuple(tuple(texts(columns, row, shapes=True)) for row in grid.rows)
    totals = tuple(tuple(texts(columns, row, shapes=True)) for row in grid.totals)
    natural = [max(map(width_of, cells)) for cells in zip(titles, *rows, *totals, strict=True)]
    room = width - GUTTER
    if fixed is None:
        shown = _most_needed(columns, natural, room)
    else:
        shown = _scrolled(natural, room, fixed, first)
    return GridLayout(
        columns, titles, rows, totals, shown, _narrowed(columns, natural, shown, room)
    )


def _title(column: Column, sort: tuple[str, bool] | None) -> str:
    arrow = ""
    if sort is not None and sort[0] == column.key:
        arrow = SORTED_DOWN if sort[1] else SORTED_UP
    return visible(column.title) + arrow


def _taken(natural: list[int], shown: tuple[int, ...]) -> int:
    return sum(natural[at] + gap_after(natural[at]) for at in shown) - GAP


def _most_needed(columns: tuple[Column, ...], natural: list[int], room: int) -> tuple[int, ...]:
    shown = tuple(range(len(columns)))
    # A long text gives way before a column does.
    least = [
        min(width, KEPT_TEXT) if column.unit == "text" and not column.rank else width
        for column, width in zip(columns, natural, strict=True)
    ]
    while _taken(least, shown) > room:
        droppable = [at for at in shown if columns[at].rank]
        if not droppable:
            break
        last = max(droppable, key=lambda at: (columns[at].rank, at))
        shown = tuple(at for at in shown if at != last)
    return shown


def _scrolled(natural: list[int], room: int, fixed: int, first: int) -> tuple[int, ...]:
    shown = tuple(range(min(fixed, len(natural))))
    for at in range(max(first, fixed), len(natural)):
        if _taken(natural, (*shown, at)) > room and len(shown) > fixed:
            break
        shown = (*shown, at)
    return shown


def _narrowed(
    columns: tuple[Column, ...], natural: list[int], shown: tuple[int, ...], room: int
) -> tuple[int, ...]:
    """Take what is too much off the widest text."""
    widths = {at: natural[at] for at in shown}
    excess = _taken(natural, shown) - room
    text = [at for at in shown if columns[at].unit == "text"]
    if excess > 0 and text:
        widest = max(text, key=lambda at: widths[at])
        widths[widest] = max(LEAST_TEXT, widths[widest] - excess)
    return tuple(widths.values())
