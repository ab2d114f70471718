"""Screen 1: what the model sees, which source costs the others what, and what to change."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from textual import on
from textual.containers import Horizontal, Vertical
from textual.widgets import Input

from toolsearch_cli.errors import ToolsearchError
from toolsearch_cli.text import visible
from toolsearch_cli.tui import changes
from toolsearch_cli.tui.command import DISCLOSURE
from toolsearch_cli.tui.command_line import tiers_line
from toolsearch_cli.tui.screens.filtered_frame import FilteredFrame
from toolsearch_cli.tui.screens.frame import bindings_of
from toolsearch_cli.tui.widgets import drawing
from toolsearch_cli.tui.widgets.field import Field
from toolsearch_cli.tui.widgets.grid_layout import TableData
from toolsearch_cli.tui.widgets.grid_table import GridTable
from toolsearch_cli.tui.widgets.headline import Headline
from toolsearch_cli.tui.widgets.line_block import LineBlock
from toolsearch_cli.tui.widgets.line_pane import LinePane
from toolsearch_cli.tui.widgets.manifest_lines import listing_lines
from toolsearch_cli.tui.widgets.scenario_panel import ScenarioPanel
from toolsearch_cli.views.scenario import scenario_line

if TYPE_CHECKING:
    from textual.app import ComposeResult

    from toolsearch_cli.hosts.disclosure import Form
    from toolsearch_cli.tui.scene import Scene

_PREVIEWS: tuple[Form | None, ...] = (None, "full", "names", "summary")

_TIPS = {
    "attached": "attached, or switched off; space changes it",
    "tools": "tools that the source publishes",
    "eager": "tokens of all its schemas, if they were sent up front",
    "full": "tokens in the listing with names and descriptions",
    "names": "tokens in the listing with names alone",
    "form": "what the listing shows of it now",
    "now": "tokens that it takes now",
    "next": "the nearest context at which that changes; +cap: listing_max_tokens has to grow too",
}


class DisclosureScreen(FilteredFrame):
    """Tier, scenario, sources and the manifest, together."""

    OF = DISCLOSURE
    BINDINGS = bindings_of(DISCLOSURE)
    AUTO_FOCUS = "#sources"
    HELP: ClassVar[str] = """\
# Disclosure

What the model sees at the start of a turn. The `!` line says why, and what would change it.

- **now** is what a source takes in the listing; **full** and **names** what it would take.
- **next change** is the nearest context at which its form changes; `+cap`: listing_max_tokens has
  to grow as well.
- `*` before a row: the last step changed it. `*` at a value: it differs from what was loaded.
- Shapes: `█` full, `▃` names, `▁` summary, `·` hidden, `▶` eager.
"""

    def __init__(self) -> None:
        super().__init__()
        self._preview: Form | None = None

    def compose_body(self) -> ComposeResult:
        """Scenario beside the sources, over the manifest."""
        yield LineBlock(id="line")
        yield Headline(id="head")
        with Horizontal(id="middle"):
            yield ScenarioPanel(id="scenario")
            with Vertical(id="rows"):
                yield Field(placeholder="part of a source's name; escape ends", id="filter")
                yield GridTable("sources")
        yield LinePane("manifest")

    def on_mount(self) -> None:
        """Name the panes."""
        self.query_one(ScenarioPanel).border_title = "Scenario"
        self.query_one(ScenarioPanel).border_subtitle = "o by hand · r reset"
        self.query_one("#filter").display = False

    def draw(self, scene: Scene) -> None:
        """Draw every part; each draws again only what differs."""
        workspace, shown = scene.workspace, scene.shown
        line = (
            (f" {scenario_line(workspace.scenario, workspace.loaded)}", ""),
            ("   o change", drawing.DIM),
        )
        self.query_one("#line", LineBlock).put((line,))
        self.query_one(Headline).show(shown, compact=self.compact, name=workspace.opened.name)
        if not self.compact:
            self.query_one(ScenarioPanel).show(scene)
        self._draw_table(scene)
        self._draw_manifest(scene)

    def _draw_table(self, scene: Scene) -> None:
        order, rows = scene.workspace.order, scene.rows
        table = self.query_one(GridTable)
        dimmed = scene.workspace.scenario.scope.detached
        data = TableData(
            grid=rows.grid,
            keys=rows.positions,
            fresh=rows.changed,
            dimmed=dimmed,
            sort=(order.sort, order.descending),
            tips=_TIPS,
            empty=f"no source has {visible(order.filter)!r} in its name"
            if order.filter
            else "no source",
        )
        table.show(data, key=scene.workspace.selected)
        box = self.query_one("#rows")
        way = "▼" if order.descending else "▲"
        box.border_title = f"Sources  order: {order.sort} {way}"
        box.border_subtitle = f"{len(rows.positions)} of {rows.among}"

    def _draw_manifest(self, scene: Scene) -> None:
        shown, pane = scene.shown, self.query_one(LinePane)
        listing, what = shown.listing, "as the model reads it"
        if self._preview is not None:
            try:
                listing = scene.in_form(self._preview)
                what = f"if every source were {self._preview}"
            except ToolsearchError as error:
                self._preview = None
                self.notify(visible(error.message), severity="warning", markup=False)
        lines, marked = listing_lines(shown, listing, scene.selected_row)
        chars, tokens = scene.size_of(listing)
        pane.border_title = f"Manifest {what} ({chars:,} characters, {tokens:,} tokens)"
        pane.border_subtitle = "m larger · f in another form · 5 whole"
        if self.compact and not self.has_class("enlarged"):
            lines = tuple(lines[at] for at in sorted(marked))[:1] + tuple(
                lines[at] for at in sorted(marked)[1:] if at == max(marked)
            )
            marked = frozenset(range(len(lines)))
        pane.show(lines, marked=marked)
        if marked:
            pane.reveal(min(marked))

    def catch_up(self) -> None:
        """Select what the cursor is on."""
        key, workspace = self.query_one(GridTable).key, self.explorer.workspace
        if key is not None and workspace is not None and key != workspace.selected:
            self.explorer.apply(lambda present: changes.select(present, key))

    # What the user does.

    @on(GridTable.Moved)
    def select_source(self, event: GridTable.Moved) -> None:
        """Follow the cursor."""
        self.explorer.apply(lambda workspace: changes.select(workspace, event.key))

    @on(GridTable.Chosen)
    def open_chosen(self, event: GridTable.Chosen) -> None:
        """Open the source among the tools."""
        self.explorer.apply(lambda workspace: changes.select(workspace, event.key))
        self.command_open_source()

    @on(GridTable.Titled)
    def sort(self, event: GridTable.Titled) -> None:
        """Order the rows by the column that was clicked."""
        if event.column in changes.SORTS:
            self.explorer.apply(lambda workspace: changes.sort_by(workspace, event.column))

    @on(Input.Changed, "#filter")
    def filter_sources(self, event: Input.Changed) -> None:
        """Filter as the user types."""
        self.explorer.apply(lambda workspace: changes.filter_by(workspace, event.value))

    def command_open_source(self) -> None:
        """Open the selected source among the tools."""
        workspace = self.explorer.workspace
        self.explorer.source_to_open = workspace.selected if workspace else None
        self.explorer.show_screen("tools")

    def command_preview_form(self) -> None:
        """Show the listing in the next form."""
        at = (_PREVIEWS.index(self._preview) + 1) % len(_PREVIEWS)
        self._preview = _PREVIEWS[at]
        self.present()

    def command_enlarge(self) -> None:
        """Give the manifest the room of the table, or give it back."""
        self.toggle_class("enlarged")
        self.call_after_refresh(self.present)

    def command_line(self, scene: Scene) -> str:
        """Return the call of `tiers` with the same numbers."""
        return tiers_line(scene.workspace)
