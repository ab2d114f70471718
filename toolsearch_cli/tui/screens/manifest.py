"""Screen 5: everything the model receives, to search, copy and export."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar, Literal, TypeAlias, get_args

from textual import on, work
from textual.widgets import Input

from toolsearch_cli.errors import ToolsearchError
from toolsearch_cli.tui.command import MANIFEST
from toolsearch_cli.tui.command_line import line
from toolsearch_cli.tui.screens.frame import Frame, bindings_of
from toolsearch_cli.tui.widgets.array_lines import array_lines
from toolsearch_cli.tui.widgets.field import Field
from toolsearch_cli.tui.widgets.line_block import LineBlock
from toolsearch_cli.tui.widgets.line_pane import LinePane
from toolsearch_cli.tui.widgets.manifest_lines import listing_lines
from toolsearch_cli.tui.writing import ARRAY_FILE
from toolsearch_cli.views.numbers import counted

if TYPE_CHECKING:
    from textual.app import ComposeResult

    from toolsearch_cli.hosts.disclosure import Disclosure, Listing
    from toolsearch_cli.tui.scene import Scene
    from toolsearch_cli.tui.widgets.drawing import Line

View: TypeAlias = Literal["listing", "array", "full", "names", "summary"]
VIEWS: tuple[View, ...] = get_args(View)
_TITLES: dict[View, str] = {
    "listing": "The listing, as the model reads it",
    "array": "The tools array, as the host sends it",
    "full": "The listing if every source were full",
    "names": "The listing if every source were names",
    "summary": "The listing if every source were summary",
}


class ManifestScreen(Frame):
    """One pane over the whole screen, with a search."""

    OF = MANIFEST
    BINDINGS = bindings_of(MANIFEST)
    AUTO_FOCUS = "#whole"
    HELP: ClassVar[str] = """\
# Manifest

The very text that the model gets. `v` changes between the listing, the tools array and the
listing in other forms; `/` searches, `n` and `N` go from place to place; drag to select.
"""

    def __init__(self) -> None:
        super().__init__()
        self.view: View = "listing"

    def compose_body(self) -> ComposeResult:
        """Sizes, the search, the text."""
        yield LineBlock(id="sizes")
        yield Field(placeholder="search in the text", id="filter")
        yield LinePane("whole", wrap=True)

    def on_mount(self) -> None:
        """Hide the search until it is asked for."""
        self.query_one("#filter").display = False

    @property
    def exported_first(self) -> str:
        """What the view shows."""
        return ARRAY_FILE if self.view == "array" else super().exported_first

    def draw(self, scene: Scene) -> None:
        """Draw the text of the present view."""
        pane = self.query_one(LinePane)
        pane.border_title = _TITLES[self.view]
        pane.border_subtitle = "v another view"
        if self.view == "array":
            self._draw_array(scene)
            return
        try:
            listing = scene.shown.listing if self.view == "listing" else scene.in_form(self.view)
        except ToolsearchError as error:
            self._tell(error.message)
            pane.show(())
            return
        self._draw_listing(scene, listing)

    def _draw_listing(self, scene: Scene, listing: Listing) -> None:
        lines, marked = listing_lines(scene.shown, listing, scene.selected_row)
        chars, tokens = scene.size_of(listing)
        self._tell(
            f"{chars:,} characters, {tokens:,} tokens, {counted(len(listing.blocks), 'block')}, "
            f"form {listing.form}"
        )
        pane = self.query_one(LinePane)
        pane.show(lines, marked=marked)
        pane.loading = False

    def _draw_array(self, scene: Scene) -> None:
        paid = scene.shown.payment
        self._tell(
            f"{counted(len(scene.shown.eager), 'eager schema')} {paid.eager:,} + bridge "
            f"{paid.bridge:,} + framing {paid.framing:,} + listing {paid.listing:,} = "
            f"{paid.total:,} tokens"
        )
        self.query_one(LinePane).loading = True
        self._make_array(scene.shown)

    @work(thread=True, exclusive=True, group="array", description="array")
    def _make_array(self, shown: Disclosure) -> None:
        self.app.call_from_thread(self._show_array, shown, array_lines(shown))

    def _show_array(self, shown: Disclosure, lines: tuple[Line, ...]) -> None:
        scene = self.explorer.scene
        if not self.gone and self.view == "array" and scene is not None and scene.shown is shown:
            pane = self.query_one(LinePane)
            pane.show(lines)
            pane.loading = False

    def _tell(self, text: str) -> None:
        self.query_one("#sizes", LineBlock).put((((f" {text}", ""),),))

    @on(Input.Changed, "#filter")
    def search(self, event: Input.Changed) -> None:
        """Mark what is sought as the user types."""
        found = self.query_one(LinePane).seek(event.value)
        self.query_one("#filter", Input).border_subtitle = f"{found} lines"

    @on(Input.Submitted, "#filter")
    def keep_search(self) -> None:
        """Go to the first place."""
        self.query_one(LinePane).focus()
        self.command_found_next()

    def key_escape(self) -> None:
        """End the search."""
        field = self.query_one("#filter", Input)
        field.value = ""
        field.display = False
        self.query_one(LinePane).focus()

    def command_filter(self) -> None:
        """Ask what to search for."""
        field = self.query_one("#filter", Input)
        field.display = True
        field.focus()

    def command_found_next(self) -> None:
        """Go to the next place that has what is sought."""
        self._go(1)

    def command_found_previous(self) -> None:
        """Go to the place before."""
        self._go(-1)

    def _go(self, way: int) -> None:
        pane = self.query_one(LinePane)
        if not pane.next_found(way):
            self.explorer.say(
                "nothing found" if pane.sought else "nothing is sought: / asks", severity="warning"
            )

    def command_next_view(self) -> None:
        """Show the next view."""
        self.view = VIEWS[(VIEWS.index(self.view) + 1) % len(VIEWS)]
        self.query_one(LinePane).scroll_home(animate=False)
        self.present()

    def command_line(self, scene: Scene) -> str:
        """Return the call of `manifest` that prints this text."""
        words = {"listing": (), "array": ("--array",)}.get(self.view, ("--form", self.view))
        return line("manifest", scene.workspace.opened, scene.workspace.scenario, *words)
