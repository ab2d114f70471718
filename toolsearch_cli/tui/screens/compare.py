"""Screen 2: scenarios beside each other; chart, matrix and difference share one cursor."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, ClassVar, Literal, TypeAlias, get_args

from textual import on, work
from textual.containers import Vertical
from textual.widgets import Input

from toolsearch_cli.errors import ToolsearchError
from toolsearch_cli.text import visible
from toolsearch_cli.tui import changes, comparing
from toolsearch_cli.tui.columns import (
    WAYS,
    add_typed,
    catalog_of,
    label_in,
    scenario_of,
    typed_catalog,
    with_marks,
)
from toolsearch_cli.tui.command import COMPARE
from toolsearch_cli.tui.command_line import columns_lines
from toolsearch_cli.tui.scene import SLOW
from toolsearch_cli.tui.screens.ask_sheet import AskSheet
from toolsearch_cli.tui.screens.filtered_frame import FilteredFrame
from toolsearch_cli.tui.screens.frame import bindings_of
from toolsearch_cli.tui.widgets import drawing
from toolsearch_cli.tui.widgets.chart_pane import ChartPane
from toolsearch_cli.tui.widgets.difference_lines import difference_lines
from toolsearch_cli.tui.widgets.field import Field
from toolsearch_cli.tui.widgets.grid_layout import TableData
from toolsearch_cli.tui.widgets.grid_table import GridTable
from toolsearch_cli.tui.widgets.line_block import LineBlock
from toolsearch_cli.tui.widgets.line_pane import LinePane
from toolsearch_cli.tui.widgets.part_tabs import part_tabs
from toolsearch_cli.tui.writing import MATRIX_FILE
from toolsearch_cli.views.comparison import DIFFERS, FOLDED_KEY, Matrix, identities, matrix

if TYPE_CHECKING:
    from textual.app import ComposeResult

    from toolsearch_cli.tui.scene import Scene
    from toolsearch_cli.tui.workspace import Workspace
    from toolsearch_cli.views.comparison import Answered

Part: TypeAlias = Literal["chart", "matrix", "difference"]
PARTS: tuple[Part, ...] = get_args(Part)


class CompareScreen(FilteredFrame):
    """Chart over matrix over difference; one at a time where there is little room."""

    OF = COMPARE
    EXPORTED = MATRIX_FILE
    BINDINGS = bindings_of(COMPARE)
    AUTO_FOCUS = "#cells"
    HELP: ClassVar[str] = """\
# Compare

`▸` before a cell: its form differs from the column to its left.
Left and right step through the columns, in chart, matrix and difference at once. The difference
is to the column at the left, or to the one that `a` or `b` marks, or between both.

`n` adds columns, or another catalog (`catalog=PATH`). Enter opens a column's scenario in
Disclosure; `c` there pins a scenario here. In a small terminal `v` changes between the parts.
"""

    def __init__(self) -> None:
        super().__init__()
        self.part: Part = "matrix"
        self._matrix: Matrix | None = None
        self._columns: tuple[Answered, ...] = ()
        self._changed_first = False

    def compose_body(self) -> ComposeResult:
        """The three parts."""
        yield LineBlock(id="tabs")
        yield ChartPane("chart")
        with Vertical(id="cells-box"):
            yield Field(placeholder="part of a source's name", id="filter")
            yield GridTable("cells")
        yield LinePane("difference")

    def on_mount(self) -> None:
        """Hide the filter until it is asked for."""
        self.query_one("#filter").display = False

    def draw(self, scene: Scene) -> None:
        """Ask for the columns that have no answer, in a thread where that takes long."""
        workspace, answers = scene.workspace, self.explorer.answers
        try:
            if workspace.opened.catalog.tool_count > SLOW and answers.missing(workspace):
                self.cover("#cells-box", covered=True)
                self._answer(workspace)
            else:
                self._draw(workspace, answers.answered(workspace))
        except ToolsearchError as error:
            self.explorer.refuse(error)

    @work(thread=True, exclusive=True, group="columns", description="columns")
    def _answer(self, workspace: Workspace) -> None:
        try:
            self.explorer.answers.answered(workspace)
        except ToolsearchError as error:
            self.app.call_from_thread(self._refused, error)
        else:
            self.app.call_from_thread(self._answered, workspace)

    def _refused(self, error: ToolsearchError) -> None:
        self.cover("#cells-box", covered=False)
        self.explorer.refuse(error)

    def _answered(self, workspace: Workspace) -> None:
        """Draw what is asked for now, unless other columns are on their way."""
        scene = self.explorer.scene
        if scene and scene.workspace.comparison.columns == workspace.comparison.columns:
            self.present()

    def _draw(self, workspace: Workspace, columns: tuple[Answered, ...]) -> None:
        self.cover("#cells-box", covered=False)
        self._columns = columns
        self._draw_tabs(workspace)
        self._draw_chart(workspace)
        self._draw_matrix(workspace)
        self._draw_difference(workspace)

    def _shows(self, part: Part) -> bool:
        return not self.compact or self.part == part

    def _draw_tabs(self, workspace: Workspace) -> None:
        line = part_tabs(PARTS, self.part, f"v next   {_position(workspace)}")
        self.query_one("#tabs", LineBlock).put((line,))
        self.query_one("#chart").display = self._shows("chart")
        self.query_one("#cells-box").display = self._shows("matrix")
        self.query_one("#difference").display = self._shows("difference")

    def _draw_chart(self, workspace: Workspace) -> None:
        if not self._shows("chart"):
            return
        here = workspace.comparison.column
        column = workspace.comparison.columns[here]
        pane, title = self.query_one(ChartPane), visible(comparing.titles(workspace)[here])
        unknown = "" if column.scenario.context else "   an unknown context has no place in it"
        pane.border_title = f"Budget and use against context   {title}{unknown}"
        pane.border_subtitle = "← → step through the columns"
        places = comparing.on_one_curve(workspace.comparison)
        pane.show(catalog_of(workspace, column), scenario_of(workspace, column), places, here)

    def _draw_matrix(self, workspace: Workspace) -> None:
        compared = workspace.comparison
        wanted = self.filter_field.value
        self._matrix = matrix(
            with_marks(compared, self._columns),
            changed_first=compared.changed_first,
            fold=compared.folded,
            wanted=wanted,
        )
        data = TableData(
            grid=self._matrix.grid,
            keys=self._matrix.keys,
            fixed=1,
            dimmed=frozenset({FOLDED_KEY}),
            empty="no source has that in its name",
        )
        table = self.query_one(GridTable)
        table.show(data, key=self._key_of(workspace), column=compared.column)
        if compared.changed_first is not self._changed_first:
            self._changed_first = compared.changed_first
            table.action_edge(-1)
        box = self.query_one("#cells-box")
        box.border_title = f"Matrix   {_position(workspace)}"
        box.border_subtitle = "n column · x drop · a/b mark · [ ] move · o by change · z fold"

    def _key_of(self, workspace: Workspace) -> int | None:
        """Return the row of the source that is selected on all screens."""
        position = workspace.selected
        if position is None or self._matrix is None:
            return None
        identity = identities(workspace.opened.catalog)[position]
        rows = self._matrix.rows
        return next((at for at, row in enumerate(rows) if row.identity == identity), None)

    def _draw_difference(self, workspace: Workspace) -> None:
        pane, compared = self.query_one(LinePane), workspace.comparison
        pane.border_title = "Difference of the manifests"
        pane.border_subtitle = "d words or lines"
        pair = comparing.differing(compared)
        if pair is None:
            text = "One column alone: left and right go to another, a and b mark two."
            pane.show((((text, drawing.DIM),),))
            return
        before, after = (self._columns[at] for at in pair)
        lines, starts = difference_lines(
            before, after, by_words=compared.by_words, width=self.size.width
        )
        start = starts.get(self._label(workspace, pair), 0)
        pane.show(lines, marked=frozenset({start} if start else ()))
        pane.reveal(start)

    def _label(self, workspace: Workspace, pair: tuple[int, int]) -> str:
        """Return what the listings call the source that is selected on all screens."""
        if workspace.selected is None:
            return ""
        wanted = identities(workspace.opened.catalog)[workspace.selected]
        return label_in([self._columns[at] for at in pair], wanted)

    # What the user does.

    @on(GridTable.Moved)
    def follow(self, event: GridTable.Moved) -> None:
        """Take the one cursor along: the source for all screens, the column for this one."""
        self.explorer.apply(partial(comparing.to_column, column=event.column))
        if self._matrix is None or not 0 <= event.key < len(self._matrix.rows):
            return
        identity = self._matrix.rows[event.key].identity
        workspace = self.explorer.workspace
        names = identities(workspace.opened.catalog) if workspace else ()
        if identity in names:
            self.explorer.apply(partial(changes.select, position=names.index(identity)))

    @on(GridTable.Chosen)
    def open_chosen(self) -> None:
        """Open the cursor's column."""
        self.command_open_column()

    @on(ChartPane.Picked)
    def go_to_column(self, event: ChartPane.Picked) -> None:
        """Go to the column that was clicked in the chart."""
        self.explorer.apply(partial(comparing.to_column, column=event.column))

    @on(Input.Changed, "#filter")
    def filter_sources(self) -> None:
        """Filter as the user types."""
        self.present()

    def command_filter(self) -> None:
        """Ask for a part of a name, where the matrix is."""
        if self.compact and self.part != "matrix":
            self.part = "matrix"
            self.present()
        super().command_filter()

    def command_fold(self) -> None:
        """Fold rows that are the same everywhere, or show them."""
        self.explorer.apply(partial(comparing.flip, field="folded"))

    def command_next_view(self) -> None:
        """Show the next part, where they do not all have room."""
        if not self.compact:
            self.explorer.say("chart, matrix and difference are all shown")
            return
        self.action_part(PARTS[(PARTS.index(self.part) + 1) % len(PARTS)])

    def action_part(self, part: Part) -> None:
        """Show one of the parts, where they do not all have room."""
        self.part = part
        self.present()
        # What was hidden has its size only now.
        self.call_after_refresh(self.present)
        if shown := {"matrix": "#cells", "difference": "#difference"}.get(part):
            self.query_one(shown).focus()

    def command_open_column(self) -> None:
        """Ask this column's scenario, on the first screen."""
        workspace = self.explorer.workspace
        if workspace is None:
            return
        column = workspace.comparison.columns[workspace.comparison.column]
        if column.other:
            self.explorer.say("this column asks the second catalog", severity="warning")
            return
        self.explorer.apply(lambda present: present.asking(column.scenario))
        self.explorer.show_screen("disclosure")

    def command_add_column(self) -> None:
        """Ask what the new column is to ask."""
        self.app.push_screen(AskSheet("Add a column", WAYS), self._add)

    def _add(self, text: str | None) -> None:
        if not text:
            return
        named = typed_catalog(text)
        if named is not None:
            self.wait_for(named)
            self.explorer.open_other(named)
            return
        self.explorer.apply(partial(add_typed, text=text))

    def command_line(self, scene: Scene) -> str:
        """Return the calls of `tiers` with the same numbers, one a column."""
        return columns_lines(scene.workspace)


def _position(workspace: Workspace) -> str:
    compared = workspace.comparison
    count = f"column {compared.column + 1} of {len(compared.columns)}"
    return f"{count}   {DIFFERS} differs from its left"
