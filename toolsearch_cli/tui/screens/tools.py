"""Screen 3: every tool, what of it the model sees, and where its tokens go."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from textual import on
from textual.containers import Horizontal, Vertical
from textual.widgets import Input

from toolsearch_cli.tui import changes
from toolsearch_cli.tui.command import TOOLS
from toolsearch_cli.tui.command_line import line, tiers_line
from toolsearch_cli.tui.screens.filtered_frame import FilteredFrame
from toolsearch_cli.tui.screens.frame import bindings_of
from toolsearch_cli.tui.widgets.field import Field
from toolsearch_cli.tui.widgets.grid_layout import TableData
from toolsearch_cli.tui.widgets.grid_table import GridTable
from toolsearch_cli.tui.widgets.line_pane import LinePane
from toolsearch_cli.tui.widgets.tool_lines import source_lines, tool_lines
from toolsearch_cli.views.sources import source_names
from toolsearch_cli.views.tool_tree import MOST_FOUND, Node, ToolTree, tool_tree

if TYPE_CHECKING:
    from textual.app import ComposeResult

    from toolsearch_cli.tui.scene import Scene

_DEPTHS = (3, 1, 60)
"""Levels of a schema that are open; a key goes from one to the next."""


class ToolsScreen(FilteredFrame):
    """A tree at the left, what is selected in it at the right."""

    OF = TOOLS
    BINDINGS = bindings_of(TOOLS)
    AUTO_FOCUS = "#tree"
    HELP: ClassVar[str] = """\
# Tools

Enter opens and closes a source. `/` filters as you type; the underlined part of a description is
what a full listing shows of it. `z` opens the schema wider and folds it again.
"""

    def __init__(self) -> None:
        super().__init__()
        self.opened: frozenset[int] = frozenset()
        self.depth = _DEPTHS[0]
        self._tree: ToolTree | None = None
        self._at: Node | None = None

    def compose_body(self) -> ComposeResult:
        """The tree beside the detail."""
        with Horizontal(id="middle"):
            with Vertical(id="branches"):
                yield Field(placeholder="part of a tool's name", id="filter")
                yield GridTable("tree")
            yield LinePane("detail", wrap=True)

    def on_mount(self) -> None:
        """Hide the filter until it is asked for."""
        self.query_one("#filter").display = False

    def draw(self, scene: Scene) -> None:
        """Draw the tree, with what is selected in it."""
        selected = scene.workspace.selected
        if self._at is None or self._at.position != selected:
            self._at = Node(selected, None) if selected is not None else None
        if self.explorer.source_to_open is not None:
            self.opened |= {self.explorer.source_to_open}
            self.explorer.source_to_open = None
        wanted = self.filter_field.value
        tree = tool_tree(
            scene.shown, source_names(scene.workspace.opened.catalog), self.opened, wanted
        )
        self._tree = tree
        table = self.query_one(GridTable)
        data = TableData(
            grid=tree.grid,
            keys=tuple(range(len(tree.nodes))),
            keeps=24,
            empty="no tool has that in its name" if wanted else "no source is in this session",
        )
        table.show(data, key=self._row_of(tree))
        if tree.nodes and self._row_of(tree) is None:
            self._at = tree.nodes[table.row]
        box = self.query_one("#branches")
        box.border_title = "Sources and tools"
        more = f", the first {MOST_FOUND} shown" if wanted and tree.found > MOST_FOUND else ""
        box.border_subtitle = f"{tree.found:,} tools{more}"
        self._draw_detail(scene)

    def _row_of(self, tree: ToolTree) -> int | None:
        """Return the row of what is selected: the tool, else its source."""
        at = self._at
        if at is None:
            return None
        wanted = at.definition.name if at.definition else None
        for row, node in enumerate(tree.nodes):
            name = node.definition.name if node.definition else None
            if node.position == at.position and name == wanted:
                return row
        return next(
            (row for row, node in enumerate(tree.nodes) if node.position == at.position), None
        )

    def _draw_detail(self, scene: Scene) -> None:
        pane, at = self.query_one(LinePane), self._at
        if at is None:
            pane.show(())
        elif at.definition is None:
            pane.border_title = "Source"
            pane.show(source_lines(scene, at.position), top=True)
        else:
            pane.border_title = "Tool"
            pane.show(tool_lines(scene, at.definition, self.depth, pane.size.width), top=True)
        pane.border_subtitle = "z fold the schema"

    def catch_up(self) -> None:
        """Take the cursor's row for what is selected."""
        key = self.query_one(GridTable).key
        if self._tree is not None and key is not None and key < len(self._tree.nodes):
            self._at = self._tree.nodes[key]

    # What the user does.

    @on(GridTable.Moved)
    def follow(self, event: GridTable.Moved) -> None:
        """Show what the cursor is on."""
        scene = self.explorer.scene
        if self._tree is None or scene is None or event.key >= len(self._tree.nodes):
            return
        node = self._tree.nodes[event.key]
        elsewhere = self._at is None or node.position != self._at.position
        self._at = node
        if elsewhere:
            self.explorer.apply(lambda workspace: changes.select(workspace, node.position))
        self._draw_detail(scene)

    @on(GridTable.Chosen)
    def open_or_close(self, event: GridTable.Chosen) -> None:
        """Open a source, or close it; from a tool, go to its text."""
        if self._tree is None or event.key >= len(self._tree.nodes):
            return
        node = self._tree.nodes[event.key]
        self._at = node
        if node.definition is None:
            self.opened = self.opened ^ {node.position}
            self.present()
        else:
            self.query_one(LinePane).focus()

    @on(Input.Changed, "#filter")
    def filter_tools(self) -> None:
        """Filter as the user types."""
        self.present()

    def command_fold(self) -> None:
        """Open the schema wider, or fold it."""
        self.depth = _DEPTHS[(_DEPTHS.index(self.depth) + 1) % len(_DEPTHS)]
        self.present()

    def command_line(self, scene: Scene) -> str:
        """Return the call of `describe` for a tool, of `tiers` for a source."""
        workspace = scene.workspace
        if self._at is None or self._at.definition is None:
            return tiers_line(workspace)
        name = self._at.definition.name
        return line("describe", workspace.opened, workspace.scenario, name)
