"""Screen 3: every tool, what of it the model sees, and where its tokens go."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, ClassVar

from textual import on
from textual.containers import Horizontal, Vertical
from textual.widgets import Input

from toolsearch_cli.text import visible
from toolsearch_cli.tui import changes
from toolsearch_cli.tui.command import TOOLS
from toolsearch_cli.tui.command_line import line, tiers_line
from toolsearch_cli.tui.findabilities import FindabilityQuestion
from toolsearch_cli.tui.long_work import Task
from toolsearch_cli.tui.screens.frame import bindings_of
from toolsearch_cli.tui.screens.working_frame import WorkingFrame
from toolsearch_cli.tui.widgets import drawing
from toolsearch_cli.tui.widgets.evaluation_head import at_word
from toolsearch_cli.tui.widgets.field import Field
from toolsearch_cli.tui.widgets.grid_layout import TableData
from toolsearch_cli.tui.widgets.grid_table import GridTable
from toolsearch_cli.tui.widgets.line_block import LineBlock
from toolsearch_cli.tui.widgets.line_pane import LinePane
from toolsearch_cli.tui.widgets.tool_lines import source_lines, tool_lines
from toolsearch_cli.views.sources import source_names
from toolsearch_cli.views.tool_tree import MOST_FOUND, Node, ToolTree, hardest_first, tool_tree

if TYPE_CHECKING:
    from textual.app import ComposeResult

    from toolsearch_cli.analysis.findability import Findabilities
    from toolsearch_cli.tui.scene import Scene

_DEPTHS = (3, 1, 60)
"""Levels of a schema that are open; a key goes from one to the next."""


class ToolsScreen(WorkingFrame):
    """A tree at the left, what is selected in it at the right."""

    OF = TOOLS
    BINDINGS = bindings_of(TOOLS)
    AUTO_FOCUS = "#tree"
    HELP: ClassVar[str] = """\
# Tools

Enter opens and closes a source. `/` filters as you type; the underlined part of a description is
what a full listing shows of it. `z` opens the schema wider and folds it again.

`f` measures how well a search finds each tool by its own words, as `toolsearch findability` does;
comma puts the hardest to find first. The detail names the strongest rival, and what sets it apart.
"""

    def __init__(self) -> None:
        super().__init__()
        self.opened: frozenset[int] = frozenset()
        self.depth = _DEPTHS[0]
        self.measured = False
        """Whether the column that says how well each tool is found is wanted."""
        self.hardest = False
        """Whether the tools that are hardest to find come first, without their sources' rows."""
        self._tree: ToolTree | None = None
        self._at: Node | None = None

    def compose_body(self) -> ComposeResult:
        """The tree beside the detail."""
        with Horizontal(id="middle"):
            with Vertical(id="branches"):
                yield LineBlock(id="measuring")
                yield Field(placeholder="part of a tool's name", id="filter")
                yield GridTable("tree")
            yield LinePane("detail", wrap=True)

    def draw(self, scene: Scene) -> None:
        """Draw the tree, with what is selected in it."""
        # What a key selected just now may not be in the scene yet.
        selected = (self.explorer.workspace or scene.workspace).selected
        if self._at is None or self._at.position != selected:
            self._at = Node(selected, None) if selected is not None else None
        self._open_what_is_asked_for(scene)
        self._measure(scene)
        wanted = self.filter_field.value
        tree = self._tree_of(scene, wanted)
        self._tree = tree
        table = self.query_one(GridTable)
        data = TableData(
            grid=tree.grid,
            keys=tuple(range(len(tree.nodes))),
            keeps=24,
            forms=False,
            empty="no tool has that in its name" if wanted else "no source is in this session",
        )
        table.show(data, key=self._row_of(tree))
        if tree.nodes and self._row_of(tree) is None:
            self._at = tree.nodes[table.row]
        box = self.query_one("#branches")
        listed = self.hardest and self._found(scene) is not None
        box.border_title = "The hardest to find first" if listed else "Sources and tools"
        cut = (listed or wanted) and tree.found > MOST_FOUND
        more = f", the first {MOST_FOUND} shown" if cut else ""
        box.border_subtitle = f"{tree.found:,} tools{more}"
        self._draw_detail(scene)

    def _tree_of(self, scene: Scene, wanted: str) -> ToolTree:
        names = source_names(scene.workspace.opened.catalog)
        found = self._found(scene)
        if found is not None and self.hardest:
            return hardest_first(scene.shown, names, found, wanted)
        tree = tool_tree(scene.shown, names, self.opened, wanted)
        return tree.with_scores(found) if found is not None else tree

    def _open_what_is_asked_for(self, scene: Scene) -> None:
        """Open the source, or go to the tool, that another screen sent the user to."""
        explorer = self.explorer
        if explorer.source_to_open is not None:
            self.opened |= {explorer.source_to_open}
            explorer.source_to_open = None
        if explorer.tool_to_open is None:
            return
        source, tool = explorer.tool_to_open
        explorer.tool_to_open = None
        sources = scene.workspace.opened.catalog.sources
        for one in scene.shown.definitions:
            if (sources[one.source].name, one.tool.name) == (source, tool):
                self._go_to(Node(one.source, one))
                return
        explorer.say(f"{source}/{tool} is not in this session", severity="warning")

    def _go_to(self, node: Node) -> None:
        self.opened |= {node.position}
        self.filter_field.value = ""
        self.hardest = False
        self._at = node
        self.explorer.apply(lambda workspace: changes.select(workspace, node.position))

    # How well tools are found.

    def _found(self, scene: Scene) -> Findabilities | None:
        """Return how well tools are found, where that is wanted and known."""
        if not self.measured:
            return None
        return self.explorer.findabilities.known(FindabilityQuestion.of(scene.workspace))

    def _measure(self, scene: Scene) -> None:
        """Have measured what is wanted and not known."""
        question = FindabilityQuestion.of(scene.workspace)
        answers = self.explorer.findabilities
        if not self.measured or answers.known(question) is not None:
            self.answered_already(question if self.measured else None)
        else:
            task = Task("tools searched for", len(scene.shown.deferred))
            self.answer_later(question, task, partial(answers.answer, question))
        self.tell_progress()

    def tell_progress(self) -> None:
        """Say how far the work is, or why there is none."""
        said = self.under_way.said if self.under_way else self.refused
        line = self.query_one("#measuring", LineBlock)
        line.display = bool(said)
        text = at_word(visible(said), max(20, line.size.width - 1))
        line.put((((f" {text}", drawing.WARNING),),))

    def command_findability(self) -> None:
        """Show how well each tool is found, or hide it."""
        self.measured = not self.measured
        self.hardest = False
        self.present()

    def command_hardest_first(self) -> None:
        """Put the tools that are hardest to find first, or show the tree again."""
        self.hardest = not (self.hardest and self.measured)
        self.measured = True
        self.present()

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
            pane.show(
                tool_lines(scene, at.definition, self.depth, pane.size.width, self._found(scene)),
                top=True,
            )
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
        """Return the call of `findability` for its list, of `describe` for a tool, else `tiers`."""
        workspace = scene.workspace
        if self.hardest and self.measured:
            return line("findability", workspace.opened, workspace.scenario)
        if self._at is None or self._at.definition is None:
            return tiers_line(workspace)
        name = self._at.definition.name
        return line("describe", workspace.opened, workspace.scenario, name)
