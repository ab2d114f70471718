"""A sheet that explains a miss: the hits of its query, and why each has its score."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar, Literal, TypeAlias

from textual import on, work
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical

from toolsearch_cli.errors import ToolsearchError
from toolsearch_cli.text import visible
from toolsearch_cli.tui.finding import Found, found_for
from toolsearch_cli.tui.screens.sheet import Sheet
from toolsearch_cli.tui.widgets import drawing
from toolsearch_cli.tui.widgets.grid_layout import TableData
from toolsearch_cli.tui.widgets.grid_table import GridTable
from toolsearch_cli.tui.widgets.hit_lines import hit_lines
from toolsearch_cli.tui.widgets.line_block import LineBlock
from toolsearch_cli.tui.widgets.line_pane import LinePane
from toolsearch_cli.tui.widgets.miss_lines import wanted_lines
from toolsearch_cli.views.search_rows import hit_grid, outcome

if TYPE_CHECKING:
    from textual.app import ComposeResult

    from toolsearch_cli.analysis.evaluation.misses import Miss
    from toolsearch_cli.analysis.evaluation.running import Evaluation
    from toolsearch_cli.catalog.model import Catalog

Onward: TypeAlias = Literal["search_query", "open_expected"]
"""The command that takes the user on from a miss."""


class MissSheet(Sheet[Onward]):
    """Over the hits and their explanation, the miss; gives how to go on, or `None`."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,q", "close", "Back"),
        Binding("f", "go('search_query')", "Search for it"),
        Binding("d", "go('open_expected')", "The tool that should be found"),
    ]
    AUTO_FOCUS = "#hits"

    def __init__(self, catalog: Catalog, evaluation: Evaluation, miss: Miss) -> None:
        super().__init__()
        self._catalog, self._evaluation, self._miss = catalog, evaluation, miss
        self._found: Found | None = None

    def compose(self) -> ComposeResult:
        """The miss over hits and explanation."""
        with Vertical(classes="whole"):
            yield LinePane("cause", wrap=True)
            yield LineBlock(id="outcome")
            with Horizontal(id="ranking"):
                with Vertical(id="hits-box"):
                    yield GridTable("hits")
                yield LinePane("why", wrap=True)

    def on_mount(self) -> None:
        """Say what is known already, and search."""
        sheet = self.query_one(".whole")
        sheet.border_title = f"A miss of {self._evaluation.scenario.host}"
        sheet.border_subtitle = "f search it · d its tool · esc back"
        self.query_one("#cause", LinePane).show(wanted_lines(self._miss))
        self.query_one("#hits", GridTable).show(TableData(empty="searching …"))
        self._search()

    @work(thread=True, exclusive=True, group="search", description="search")
    def _search(self) -> None:
        asked = self._evaluation
        try:
            found = found_for(self._catalog, asked.scenario, self._miss.query.text, asked.limit)
        except ToolsearchError as error:
            self.app.call_from_thread(self._tell, error.message)
        else:
            self.app.call_from_thread(self._show, found)

    def _show(self, found: Found | None) -> None:
        if not self.query("#hits"):
            return  # it was closed meanwhile
        self._found = found
        if found is None:
            self._tell(f"{self._evaluation.scenario.host} has no search that is simulated")
            return
        grid = hit_grid(found.ranking)
        keys = tuple(range(len(grid.rows)))
        table = self.query_one("#hits", GridTable)
        table.show(TableData(grid=grid, keys=keys, keeps=30, empty="no hit", forms=False), key=0)
        self._tell(outcome(found.call, found.ranking))
        self._explain(0)

    def _tell(self, text: str) -> None:
        for block in self.query("#outcome").results(LineBlock):
            block.put((((f" {visible(text)}", drawing.DIM),),))

    @on(GridTable.Moved, "#hits")
    def explain_hit(self, event: GridTable.Moved) -> None:
        """Explain the hit under the cursor."""
        self._explain(event.key)

    def _explain(self, rank: int) -> None:
        found = self._found
        if found is None:
            return
        described = found.described(self._catalog, rank)
        lines = hit_lines(found.call, found.ranking, rank, described)
        self.query_one("#why", LinePane).show(lines, top=True)

    def action_go(self, command: Onward) -> None:
        """Close, and go on."""
        self.finish(command)
