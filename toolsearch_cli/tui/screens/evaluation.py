"""Screen 6: what searches find of what they should, in each scenario, and what they miss."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, ClassVar, Final

from textual import on
from textual.containers import Horizontal, Vertical
from textual.widgets import Input

from toolsearch_cli.analysis.evaluation.summary import EVERYTHING
from toolsearch_cli.text import visible
from toolsearch_cli.tui import evaluations
from toolsearch_cli.tui.command import EVAL, SEARCH, TOOLS
from toolsearch_cli.tui.command_line import evaluation_lines
from toolsearch_cli.tui.screens.evaluating_frame import EvaluatingFrame
from toolsearch_cli.tui.screens.frame import bindings_of
from toolsearch_cli.tui.screens.miss_sheet import MissSheet
from toolsearch_cli.tui.screens.queries_sheet import QueriesSheet
from toolsearch_cli.tui.screens.text_sheet import said_sheet
from toolsearch_cli.tui.widgets import drawing
from toolsearch_cli.tui.widgets.evaluation_head import EvaluationHead
from toolsearch_cli.tui.widgets.field import Field
from toolsearch_cli.tui.widgets.figures import Figures
from toolsearch_cli.tui.widgets.grid_layout import TableData
from toolsearch_cli.tui.widgets.grid_table import GridTable
from toolsearch_cli.tui.widgets.line_block import LineBlock
from toolsearch_cli.tui.widgets.line_pane import LinePane
from toolsearch_cli.tui.widgets.miss_lines import miss_lines
from toolsearch_cli.tui.writing import EVALUATION_FILE, evaluation_files
from toolsearch_cli.views.miss_list import miss_list, place_of
from toolsearch_cli.views.scenarios_found import FoundRow, row_of, scenarios_grid

if TYPE_CHECKING:
    from collections.abc import Sequence

    from textual.app import ComposeResult

    from toolsearch_cli.analysis.evaluation.misses import Miss
    from toolsearch_cli.analysis.evaluation.running import Evaluation
    from toolsearch_cli.hosts.scenario import Scenario
    from toolsearch_cli.tui.evaluations import Evaluated, Question
    from toolsearch_cli.tui.scene import Scene
    from toolsearch_cli.tui.screens.miss_sheet import Onward
    from toolsearch_cli.tui.screens.write_sheet import Writable
    from toolsearch_cli.tui.workspace import QuerySet, Workspace

_WHY: Final = 20
"""Columns that hold most reasons."""


class EvaluationScreen(EvaluatingFrame):
    """Figures over misses, with the miss under the cursor explained beside them."""

    OF = EVAL
    EXPORTED = EVALUATION_FILE
    BINDINGS = bindings_of(EVAL)
    AUTO_FOCUS = "#misses"
    HELP: ClassVar[str] = """\
# Eval

Labelled queries put to the present scenario and to the pinned ones; `n` opens a file of them. `c`
pins a scenario, `b` makes one the first, which the others are held against. The row of a kind or
a tag (tab goes there) shows its misses alone, and so does `/`: words, `kind=keyword`, a reason.

Enter explains a miss; `f` goes on to Search with its query, `d` to the tool that it should find.
"""

    def __init__(self) -> None:
        super().__init__()
        self.misses: tuple[Miss, ...] = ()
        """Those that are listed."""
        self._answer: Evaluated | None = None
        self._present: Scenario | None = None
        """The scenario that was the present one when the answer was drawn."""
        self._listed: object = None
        """What the list of misses was made of."""

    def compose_body(self) -> ComposeResult:
        """Lines, figures, misses, and why."""
        yield EvaluationHead(id="evaluated")
        yield Figures()
        yield LineBlock(id="misses-line")
        with Horizontal(id="missed"):
            with Vertical(id="misses-box"):
                yield Field(placeholder="words of a miss, kind=, tag=, a reason", id="filter")
                yield GridTable("misses")
            yield LinePane("cause", wrap=True)

    def on_mount(self) -> None:
        """Name the pane."""
        self.query_one("#cause").border_title = "Why"

    # Drawing.

    def tell_progress(self) -> None:
        """Name the queries; say how far the work is, else what to know of the answer."""
        workspace = self.explorer.workspace
        if workspace is None:
            return
        under_way = self.under_way.said if self.under_way else ""
        notes = evaluations.notes_on(workspace.query_set, self._answer)
        head = self.query_one(EvaluationHead)
        head.show(workspace.query_set, under_way, self.refused, notes)
        if self._answer is None:
            empty = "the figures are on their way" if under_way else "there are no figures"
            for table in self.query(GridTable):
                table.show(TableData(empty=empty))

    def show_answer(self, workspace: Workspace, question: Question, known: Evaluated) -> None:
        """Draw the figures of every scenario, and the misses of one."""
        names = evaluations.titles(workspace, question.scenarios)
        grid, about = scenarios_grid(known.run, names, known.against)
        row = self._row_now(question, about, workspace.scenario)
        self._answer, self._present = known, workspace.scenario
        self.query_one(Figures).show(grid.drawn, about, row, compact=self.compact)
        self._draw_misses()

    def _row_now(self, question: Question, about: Sequence[FoundRow], present: Scenario) -> int:
        """Return the row for the cursor: that of the same scenario; the present one is followed."""
        before, scenario = self.chosen, present
        group = self._row.group if before else EVERYTHING
        if before and before.scenario != self._present and before.scenario in question.scenarios:
            scenario = before.scenario
        return row_of(about, question.scenarios.index(scenario), group)

    @property
    def _row(self) -> FoundRow:
        """What the row under the figures' cursor is about."""
        return self.query_one(Figures).row

    @property
    def chosen(self) -> Evaluation | None:
        """The evaluation under the figures' cursor."""
        return self._answer.run.evaluations[self._row.evaluation] if self._answer else None

    def _draw_misses(self) -> None:
        found, wanted = self.chosen, self.filter_field.value
        if found is None or self._listed == (found, self._row.group, wanted, self.compact):
            return
        self._listed = (found, self._row.group, wanted, self.compact)
        self.query_one(Figures).say_how_sure(found)
        before, listed = self.miss, miss_list(found, self._row.group, wanted)
        self.misses = listed.misses
        keys = tuple(range(len(listed.misses)))
        data = TableData(grid=listed.grid, keys=keys, keeps=_WHY, empty=listed.empty, forms=False)
        self.query_one("#misses", GridTable).show(data, key=place_of(before, listed.misses))
        box, title = self.query_one("#misses-box"), visible(listed.title)
        box.border_title, box.border_subtitle = title, listed.reasons
        line = ((f" {title}  ", drawing.TITLE), (listed.reasons, drawing.DIM))
        self.query_one("#misses-line", LineBlock).put((line,))
        self._explain()

    def _explain(self) -> None:
        miss = self.miss
        lines = miss_lines(miss) if miss else ()
        self.query_one("#cause", LinePane).show(lines, top=True)

    @property
    def miss(self) -> Miss | None:
        """The miss under the cursor."""
        at = self.query_one("#misses", GridTable).row
        return self.misses[at] if 0 <= at < len(self.misses) else None

    # What the user does.

    @on(GridTable.Moved, "#figures")
    def follow_figures(self) -> None:
        """List the misses of the row."""
        self._draw_misses()

    @on(GridTable.Moved, "#misses")
    def follow_misses(self) -> None:
        """Say why."""
        self._explain()

    @on(GridTable.Chosen, "#figures")
    def go_to_misses(self) -> None:
        """Go on to the misses of the row."""
        self._draw_misses()
        self.filtered_table.focus()

    @on(GridTable.Chosen, "#misses")
    def explain_chosen(self) -> None:
        """Explain the miss."""
        self.command_explain_miss()

    @on(Input.Changed, "#filter")
    def filter_misses(self) -> None:
        """Filter as the user types."""
        self._draw_misses()

    def command_next_view(self) -> None:
        """Go from the figures to the misses, or back."""
        figures = self.query_one(Figures).table
        (self.filtered_table if figures.has_focus else figures).focus()

    def command_explain_miss(self) -> None:
        """Show what is found in place of the tool that should be."""
        miss, found, scene = self.miss, self.chosen, self.explorer.scene
        if miss is None or found is None or scene is None:
            self.explorer.say("no miss is selected", severity="warning")
            return
        catalog = scene.workspace.opened.catalog
        self.app.push_screen(MissSheet(catalog, found, miss), self._go_on)

    def _go_on(self, command: Onward | None) -> None:
        if command is not None:
            self.explorer.action_command(command)

    def command_search_query(self) -> None:
        """Search for the query of the miss, in the scenario that misses."""
        if self.miss is None:
            self.explorer.say("no miss is selected", severity="warning")
            return
        self._ask_its_scenario()
        # A field has one line; words are parted by a space as by a line break.
        self.explorer.query_to_search = " ".join(self.miss.query.text.split())
        self.explorer.show_screen(SEARCH)

    def command_open_expected(self) -> None:
        """Show the tool that should be found."""
        places = self.miss.target.places if self.miss else ()
        if not places:
            self.explorer.say("there is no such tool", severity="warning")
            return
        self._ask_its_scenario()
        self.explorer.tool_to_open = (places[0].source, places[0].tool)
        self.explorer.show_screen(TOOLS)

    def _ask_its_scenario(self) -> None:
        if self.chosen is not None:
            scenario = self.chosen.scenario
            self.explorer.apply(lambda present: present.asking(scenario))

    def command_open_queries(self) -> None:
        """Ask for a file of labelled queries."""
        workspace = self.explorer.workspace
        name = workspace.query_set.name if workspace and workspace.query_set else ""
        sheet = QueriesSheet(self.explorer.start.queries, name)
        self.app.push_screen(sheet, self._opened_queries)

    def _opened_queries(self, query_set: QuerySet | None) -> None:
        if query_set is not None:
            self._answer, self._listed, self.misses = None, None, ()
            self.take_queries(query_set)

    def command_baseline(self) -> None:
        """Hold the others against the scenario of the row."""
        if self.chosen is not None:
            change = partial(evaluations.with_baseline, scenario=self.chosen.scenario)
            self.explorer.apply(change)

    def command_unpin(self) -> None:
        """Evaluate the scenario of the row no more."""
        if self.chosen is not None:
            self.explorer.apply(partial(evaluations.without_pin, scenario=self.chosen.scenario))

    def command_notes(self) -> None:
        """List every note on the figures."""
        workspace = self.explorer.workspace
        if workspace is not None:
            notes = evaluations.notes_on(workspace.query_set, self._answer)
            self.app.push_screen(said_sheet("Notes on the figures", notes))

    def command_line(self, scene: Scene) -> str:
        """Return the calls of `eval` with the same figures, one a scenario."""
        return evaluation_lines(scene.workspace)

    def files(self, workspace: Workspace) -> tuple[Writable, ...]:
        """Return what of the answer can be exported."""
        run = self._answer.run if self._answer else None
        return evaluation_files(workspace.query_set, run)
