"""Grid: typed cells without style. Every front end draws the same grid in its own way."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Literal, TypeAlias

Cell: TypeAlias = "str | int | float | None"
"""Text may be hostile: whoever draws it makes it safe. `None` is "does not apply"."""

Unit: TypeAlias = Literal["text", "count", "tokens", "percent", "score", "form"]
"""What a column's cells mean; decides alignment and how a number is written."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Column:
    """One column."""

    key: str
    """Stable name for JSON, CSV and `--sort`."""
    title: str
    unit: Unit = "text"
    rank: int = 0
    """The higher, the sooner it goes where there is no room; 0 always stays."""
    usual: Cell = None
    """Where every cell is this one, only CSV and JSON lines have the column."""


@dataclass(frozen=True, slots=True)
class Row:
    """One row; `marked` rows are the ones to look at."""

    cells: tuple[Cell, ...]
    marked: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Grid:
    """Columns, rows, and totals that belong under them."""

    columns: tuple[Column, ...]
    rows: tuple[Row, ...]
    totals: tuple[Row, ...] = ()
    folded: int = 0
    """Rows that `--top` left out; they are in the totals."""

    def index(self, key: str) -> int:
        """Return the position of the column `key`.

        Raises:
            KeyError: There is no such column.
        """
        for position, column in enumerate(self.columns):
            if column.key == key:
                return position
        raise KeyError(key)

    def without(self, key: str) -> Grid:
        """Return the grid without the column `key`.

        Raises:
            KeyError: There is no such column.
        """
        at = self.index(key)
        return replace(
            self,
            columns=(*self.columns[:at], *self.columns[at + 1 :]),
            rows=tuple(_without(row, at) for row in self.rows),
            totals=tuple(_without(row, at) for row in self.totals),
        )

    @property
    def drawn(self) -> Grid:
        """The grid as people see it: without the columns that say nothing unusual, or nothing."""
        grid = self
        for at, column in enumerate(self.columns):
            if self._is_usual(at, column) or self._is_empty(at, column):
                grid = grid.without(column.key)
        return grid

    def _is_usual(self, at: int, column: Column) -> bool:
        return column.usual is not None and all(row.cells[at] == column.usual for row in self.rows)

    def _is_empty(self, at: int, column: Column) -> bool:
        """Say whether a column that may go applies to nothing at all."""
        cells = [row.cells[at] for row in (*self.rows, *self.totals)]
        return bool(column.rank and self.rows) and all(cell is None for cell in cells)


def _without(row: Row, at: int) -> Row:
    return Row((*row.cells[:at], *row.cells[at + 1 :]), row.marked)


@dataclass(frozen=True, slots=True, kw_only=True)
class Page:
    """What a command answers: lines above, a text, a grid, lines below, and pages that follow."""

    head: tuple[str, ...] = ()
    body: str = ""
    """Text that is data itself, such as a schema as JSON; in a pipe it stays as it is."""
    grid: Grid | None = None
    notes: tuple[str, ...] = ()
    following: tuple[Page, ...] = ()
    """More of the answer, with grids of their own, which CSV and JSON lines leave out."""
    next_steps: tuple[str, ...] = ()
    """Commands to run next; shown on a terminal only."""
