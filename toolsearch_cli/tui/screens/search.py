"""Screen 4: what a search finds as one types, and why; two hosts side by side."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, ClassVar

from textual import on, work
from textual.containers import Horizontal, Vertical
from textual.widgets import Input

from toolsearch_cli.errors import ToolsearchError, UsageError
from toolsearch_cli.hosts.names import HOST_NAMES
from toolsearch_cli.text import visible
from toolsearch_cli.tui import changes
from toolsearch_cli.tui.command import SEARCH
from toolsearch_cli.tui.command_line import line
from toolsearch_cli.tui.finding import Found, found_for
from toolsearch_cli.tui.screens.frame import Frame, bindings_of
from toolsearch_cli.tui.widgets import drawing
from toolsearch_cli.tui.widgets.field import Field
from toolsearch_cli.tui.widgets.grid_layout import TableData
from toolsearch_cli.tui.widgets.grid_table import GridTable
from toolsearch_cli.tui.widgets.hit_lines import hit_lines
from toolsearch_cli.tui.widgets.line_block import LineBlock
from toolsearch_cli.tui.widgets.line_pane import LinePane
from toolsearch_cli.tui.writing import QUERIES_FILE
from toolsearch_cli.views.numbers import counted
from toolsearch_cli.views.search_rows import hit_grid, outcome

if TYPE_CHECKING:
    from textual.app import ComposeResult

    from toolsearch_cli.catalog.model import Catalog
    from toolsearch_cli.hosts.scenario import Scenario
    from toolsearch_cli.tui.scene import Scene

_DEBOUNCE = 0.12
"""Seconds without a key before a search."""


class SearchScreen(Frame):
    """The query, the hits, and why the selected one has its score."""

    OF = SEARCH
    EXPORTED = QUERIES_FILE
    BINDINGS = bindings_of(SEARCH)
    AUTO_FOCUS = "#query"
    HELP: ClassVar[str] = """\
# Search

Type what a model would search for. Down goes to the hits, `/` back to the query. `v` sets another
host or release beside this one; `k` keeps the query, and `e` exports all that were kept.
"""

    def __init__(self) -> None:
        super().__init__()
        self.beside: str | None = None
        """The other host that is shown."""
        self.found: Found | None = None
        self._asked: tuple[object, ...] = ()

    def compose_body(self) -> ComposeResult:
        """The query over hits and explanation."""
        yield Field(placeholder="what would the model search for?", id="query")
        yield LineBlock(id="outcome")
        with Horizontal(id="ranking"):
            with Horizontal(id="found"):
                with Vertical(id="hits-box"):
                    yield GridTable("hits")
                with Vertical(id="beside-box"):
                    yield GridTable("beside")
            yield LinePane("why", wrap=True)

    def on_mount(self) -> None:
        """Name the panes."""
        self.query_one(LinePane).border_title = "Why, and what would follow"
        self.query_one("#beside-box").display = False

    @property
    def query_text(self) -> str:
        """What was typed."""
        return self.query_one("#query", Input).value.strip()

    def draw(self, scene: Scene) -> None:
        """Search again where the scenario, or what was typed, differs."""
        workspace = scene.workspace
        if self.explorer.query_to_search:
            self.query_one("#query", Input).value = visible(self.explorer.query_to_search)
            self.explorer.query_to_search = ""
        asked = (workspace.opened, workspace.scenario, self.query_text, self.beside)
        if asked != self._asked:
            self._asked = asked
            self.query_one("#hits-box").border_title = workspace.scenario.host
            self.query_one("#beside-box").border_title = self.beside or ""
            if self.query_text and self.found is None:
                self._tell("searching …")
            self._search(workspace.opened.catalog, workspace.scenario, self.query_text)

    @work(exclusive=True, group="search", description="search")
    async def _search(self, catalog: Catalog, scenario: Scenario, text: str) -> None:
        """Search in a thread, once the keys rest."""
        await asyncio.sleep(_DEBOUNCE)
        try:
            found = await asyncio.to_thread(found_for, catalog, scenario, text)
            other = None
            if self.beside is not None:
                asked = replace(scenario, host=self.beside)
                other = await asyncio.to_thread(found_for, catalog, asked, text)
        except ToolsearchError as error:
            self.explorer.refuse(error)
            return
        if self.gone:
            return
        self.found = found
        self._show(found, "#hits")
        self._show(other, "#beside")
        self._explain(0)

    def _show(self, found: Found | None, where: str) -> None:
        table = self.query_one(where, GridTable)
        if found is None:
            table.show(TableData(empty="type a query above" if not self.query_text else "no hit"))
            return
        grid = hit_grid(found.ranking)
        keys = tuple(range(len(grid.rows)))
        table.show(TableData(grid=grid, keys=keys, keeps=30, empty="no hit", forms=False), key=0)

    def _explain(self, rank: int) -> None:
        scene, found = self.explorer.scene, self.found
        pane, says = self.query_one(LinePane), self.query_one("#outcome", LineBlock)
        if found is None or scene is None:
            self._tell("letters go into the query; esc gives the keys back")
            pane.show(())
            return
        described = found.described(scene.workspace.opened.catalog, rank)
        pane.show(hit_lines(found.call, found.ranking, rank, described), top=True)
        text = visible(outcome(found.call, found.ranking))
        count = len(scene.workspace.kept_queries)
        kept = f"   {count} kept" if count else ""
        says.put((((f" {text}", ""), (kept, drawing.DIM)),))

    def _tell(self, text: str) -> None:
        self.query_one("#outcome", LineBlock).put((((f" {text}", drawing.DIM),),))

    # What the user does.

    @on(Input.Changed, "#query")
    def type_query(self) -> None:
        """Search as the user types."""
        self.present()

    @on(Input.Submitted, "#query")
    def go_to_hits(self) -> None:
        """Go to the hits."""
        self.query_one("#hits", GridTable).focus()

    @on(GridTable.Moved, "#hits")
    def explain_hit(self, event: GridTable.Moved) -> None:
        """Explain the hit under the cursor."""
        self._explain(event.key)

    def key_down(self) -> None:
        """Go from the query to the hits."""
        self.query_one("#hits", GridTable).focus()

    def key_escape(self) -> None:
        """Leave the query, so that keys are commands."""
        self.query_one("#hits", GridTable).focus()

    def command_filter(self) -> None:
        """Go back to the query."""
        self.query_one("#query", Input).focus()

    def command_next_view(self) -> None:
        """Set the next host or release beside this one; after the last: none."""
        scene = self.explorer.scene
        present = scene.workspace.scenario.host if scene else ""
        choices = [None, *(name for name in HOST_NAMES if name != present)]
        at = choices.index(self.beside) if self.beside in choices else 0
        self.beside = choices[(at + 1) % len(choices)]
        self.query_one("#beside-box").display = self.beside is not None
        self.query_one("#beside", GridTable).show(TableData(empty="searching …"))
        self.query_one("#ranking").set_class(self.beside is not None, "stacked")
        self.present()

    def command_keep_query(self) -> None:
        """Keep the query."""
        text = self.query_text
        if not text:
            self.explorer.say("no query to keep", severity="warning")
            return
        self.explorer.apply(partial(changes.keep_query, text=text))
        kept = len(self.explorer.workspace.kept_queries) if self.explorer.workspace else 0
        self.explorer.say(f"{counted(kept, 'query', 'queries')} kept; e exports them")

    def command_line(self, scene: Scene) -> str:
        """Return the call of `query` for what was typed.

        Raises:
            UsageError: Nothing was typed.
        """
        if not self.query_text:
            raise UsageError("type a query first")
        workspace = scene.workspace
        return line("query", workspace.opened, workspace.scenario, "--explain", self.query_text)
