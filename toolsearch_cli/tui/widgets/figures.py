"""The figures of every scenario, and how sure those of the row under the cursor are."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Final

from textual.containers import Vertical

from toolsearch_cli.tui.widgets import drawing
from toolsearch_cli.tui.widgets.evaluation_head import at_word
from toolsearch_cli.tui.widgets.grid_layout import KEPT_TEXT, TableData
from toolsearch_cli.tui.widgets.grid_table import GridTable
from toolsearch_cli.tui.widgets.line_block import LineBlock
from toolsearch_cli.views.scenarios_found import STARRED, FoundRow, sure_text

if TYPE_CHECKING:
    from collections.abc import Sequence

    from textual.app import ComposeResult

    from toolsearch_cli.analysis.evaluation.running import Evaluation
    from toolsearch_cli.views.grid import Grid

_WHOLE: Final = 24
"""Columns that hold most names of scenarios and of groups."""
_MOST_ROWS: Final = (5, 9)
"""Rows that are in view at once, where there is little room and else; others scroll."""


class Figures(Vertical):
    """A table over a line."""

    def __init__(self) -> None:
        super().__init__(id="figures-box")
        self.border_title = "Figures"
        self._about: tuple[FoundRow, ...] = ()

    def compose(self) -> ComposeResult:
        """The table, and the line."""
        yield GridTable("figures")
        yield LineBlock(id="sure")

    @property
    def table(self) -> GridTable:
        """The table of figures."""
        return self.query_one(GridTable)

    @property
    def row(self) -> FoundRow:
        """What the row under the cursor is about; there has to be one."""
        return self._about[min(self.table.row, len(self._about) - 1)]

    def show(self, grid: Grid, about: Sequence[FoundRow], row: int, *, compact: bool) -> None:
        """Show other figures, with the cursor on a row; most of the room is left to the misses."""
        self._about = tuple(about)
        keeps = KEPT_TEXT if compact else _WHOLE
        keys = tuple(range(len(grid.rows)))
        self.table.show(TableData(grid=grid, keys=keys, keeps=keeps, forms=False), key=row)
        self.border_subtitle = STARRED if any(one.difference for one in about) else ""
        least, most = _MOST_ROWS
        rows = len(grid.rows)
        self.styles.height = 2 + min(rows, least) if compact else 4 + min(rows, most)

    def say_how_sure(self, found: Evaluation) -> None:
        """Say how sure the figures of the row are."""
        line = self.query_one(LineBlock)
        line.redraw = partial(self.say_how_sure, found)
        group = next(one for one in found.groups if one.name == self.row.group)
        line.put((((f" {at_word(sure_text(group), max(20, line.size.width - 2))}", drawing.DIM),),))
