"""Which columns of a grid fit, how wide each is, and the safe text of every cell."""

from __future__ import annotations

from dataclasses import dataclass, field
from itertools import pairwise
from typing import TYPE_CHECKING

from toolsearch_cli.reports.grid_reports import texts
from toolsearch_cli.text import visible
from toolsearch_cli.tui.widgets.drawing import width_of
from toolsearch_cli.views.grid import Grid

if TYPE_CHECKING:
    from collections.abc import Mapping

    from toolsearch_cli.views.grid import Column

GAP = 2
GUTTER = 2
"""Columns at the left: the cursor, and the mark of what changed."""
LEAST_TEXT = 10
KEPT_TEXT = 16
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
    keeps: int = KEPT_TEXT
    """Columns that a text keeps before other columns go for it."""
    tips: Mapping[str, str] = field(default_factory=dict)
    """What a column holds, by its key, for who points at its title."""
    empty: str = ""
    forms: bool = True
    """Whether cells name forms, which have their colours; else such words are just words."""


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
    gap: int = GAP
    """Columns between a column and the next."""
    forms: bool = True
    """Whether cells name forms."""

    def left(self, at: int) -> bool:
        """Say whether a column's cells stand at its left edge."""
        return self.columns[at].unit in ("text", "form")

    def column_at(self, x: int) -> int | None:
        """Return the column at terminal column `x`."""
        edge = GUTTER
        for at, width in zip(self.shown, self.widths, strict=True):
            if edge <= x < edge + width + self.gap_after(width):
                return at
            edge += width + self.gap_after(width)
        return None

    def cut_text(self, x: int, row: int) -> str:
        """Return the whole of a row's text that is cut at terminal column `x`, else nothing."""
        at = self.column_at(x)
        if at is None or width_of(self.rows[row][at]) <= self.widths[self.shown.index(at)]:
            return ""
        return self.rows[row][at]

    def gap_after(self, width: int) -> int:
        """Return the columns between a column and the next: a mark of one stands close."""
        return _gap_after(width, self.gap)


def _gap_after(width: int, gap: int) -> int:
    return gap if width > 1 else 1


def laid_out(data: TableData, width: int, *, first: int = 0) -> GridLayout:
    """Lay a table's grid out in `width` columns; `first` is the first of those that scroll."""
    grid, columns = data.grid, data.grid.columns
    titles = tuple(_title(column, data.sort) for column in columns)
    rows = tuple(tuple(texts(columns, row, shapes=True)) for row in grid.rows)
    totals = tuple(tuple(texts(columns, row, shapes=True)) for row in grid.totals)
    natural = [max(map(width_of, cells)) for cells in zip(titles, *rows, *totals, strict=True)]
    room = width - GUTTER
    if data.fixed is None:
        shown, gap = _most_needed(columns, natural, room, data.keeps)
        texts_at = [at for at in shown if columns[at].unit == "text"]
    else:
        shown, gap = _scrolled(natural, room, data.fixed, first), 1
        texts_at = list(range(min(data.fixed, len(natural))))
    widths = _narrowed(natural, shown, texts_at, room, gap)
    return GridLayout(columns, titles, rows, totals, shown, widths, gap, data.forms)


def _title(column: Column, sort: tuple[str, bool] | None) -> str:
    arrow = ""
    if sort is not None and sort[0] == column.key:
        arrow = SORTED_DOWN if sort[1] else SORTED_UP
    return visible(column.title) + arrow


def _taken(widths: list[int], shown: tuple[int, ...], gap: int) -> int:
    return sum(widths[at] + _gap_after(widths[at], gap) for at in shown) - gap


def _most_needed(
    columns: tuple[Column, ...], natural: list[int], room: int, keeps: int
) -> tuple[tuple[int, ...], int]:
    """Return the columns that fit, and the gap between them."""
    shown = tuple(range(len(columns)))
    # A long text gives way before a column does; so does space, where then nothing has to go.
    least = [
        min(width, keeps) if column.unit == "text" and not column.rank else width
        for column, width in zip(columns, natural, strict=True)
    ]
    if _taken(least, shown, GAP) > room >= _taken(least, shown, 1):
        return shown, 1
    while _taken(least, shown, GAP) > room:
        droppable = [at for at in shown if columns[at].rank]
        if not droppable:
            break
        last = max(droppable, key=lambda at: (columns[at].rank, at))
        if columns[last].rank == 1 and _taken(least, shown, 1) <= room:
            return shown, 1  # what is needed most stays for some space
        shown = tuple(at for at in shown if at != last)
    return shown, GAP


def _scrolled(natural: list[int], room: int, fixed: int, first: int) -> tuple[int, ...]:
    """Return the columns from `first` on that fit beside the fixed ones, which give way."""
    least = [min(width, KEPT_TEXT) if at < fixed else width for at, width in enumerate(natural)]
    shown = tuple(range(min(fixed, len(natural))))
    for at in range(max(first, fixed), len(natural)):
        if _taken(least, (*shown, at), 1) > room and len(shown) > fixed:
            break
        shown = (*shown, at)
    return shown


def _narrowed(
    natural: list[int], shown: tuple[int, ...], texts_at: list[int], room: int, gap: int
) -> tuple[int, ...]:
    """Take what is too much off the texts, so that none is wider than another that was cut."""
    widths = {at: natural[at] for at in shown}
    excess = _taken(natural, shown, gap) - room
    if excess > 0 and texts_at:
        most = max(LEAST_TEXT, _lowered([widths[at] for at in texts_at], excess))
        widths |= {at: min(widths[at], most) for at in texts_at}
    return tuple(widths.values())


def _lowered(widths: list[int], excess: int) -> int:
    """Return the width that none may pass so that at least so much goes; 0 where that is all."""
    falling = sorted(widths, reverse=True)
    for count, (width, following) in enumerate(pairwise((*falling, 0)), start=1):
        if count * (width - following) >= excess:
            return width - -(-excess // count)
        excess -= count * (width - following)
    return 0
