"""The explorer: it holds the one workspace, replaces it, and gives each screen its scene."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, ClassVar

from textual import work

from toolsearch_cli.errors import ToolsearchError
from toolsearch_cli.settings.sizes import context_size
from toolsearch_cli.tui import comparing
from toolsearch_cli.tui.changes import with_context
from toolsearch_cli.tui.columns import ColumnAnswers
from toolsearch_cli.tui.command import DISCLOSURE
from toolsearch_cli.tui.commands import command_named
from toolsearch_cli.tui.evaluations import Evaluations
from toolsearch_cli.tui.findabilities import FindabilityAnswers
from toolsearch_cli.tui.palette import CommandTableProvider
from toolsearch_cli.tui.scene import SLOW, Scene, answered, index_of, scene_of
from toolsearch_cli.tui.screens.compare import CompareScreen
from toolsearch_cli.tui.screens.disclosure import DisclosureScreen
from toolsearch_cli.tui.screens.evaluation import EvaluationScreen
from toolsearch_cli.tui.screens.frame import Frame
from toolsearch_cli.tui.screens.manifest import ManifestScreen
from toolsearch_cli.tui.screens.search import SearchScreen
from toolsearch_cli.tui.screens.tools import ToolsScreen
from toolsearch_cli.tui.shell import Shell
from toolsearch_cli.tui.workspace import Opened, Workspace
from toolsearch_cli.views.numbers import counted

if TYPE_CHECKING:
    from collections.abc import Callable

    from textual.screen import Screen

    from toolsearch_cli.hosts.disclosure import Disclosure
    from toolsearch_cli.tui.command import Change
    from toolsearch_cli.tui.opening import Start

_WIDTHS = [(0, "-narrow"), (160, "-vast")]
_HEIGHTS = [(0, "-short"), (32, "-usual"), (48, "-tall")]
_SOON = 0.3
"""Seconds of loading after which it is seen that something goes on."""


class Explorer(Shell):
    """`toolsearch browse`."""

    TITLE = "toolsearch"
    CSS_PATH = "explorer.tcss"
    COMMANDS = Shell.COMMANDS | {CommandTableProvider}
    MODES: ClassVar[dict[str, str | Callable[[], Screen[None]]]] = {
        "disclosure": DisclosureScreen,
        "compare": CompareScreen,
        "tools": ToolsScreen,
        "search": SearchScreen,
        "manifest": ManifestScreen,
        "eval": EvaluationScreen,
    }
    DEFAULT_MODE = DISCLOSURE
    HORIZONTAL_BREAKPOINTS = _WIDTHS
    VERTICAL_BREAKPOINTS = _HEIGHTS

    def __init__(self, start: Start) -> None:
        super().__init__()
        self.start = start
        self.workspace: Workspace | None = None
        self.scene: Scene | None = None
        self.failure: ToolsearchError | None = None
        """Why there is nothing to explore."""
        self.answered = 0
        """How many scenarios were answered: held keys are fewer answers than keys."""
        self._waiting = False
        """Whether a scene is due: however many changes come before it, it is made once."""
        self.answers = ColumnAnswers()
        """The answers of the comparison's columns."""
        self.source_to_open: int | None = None
        """The source that the tree of tools opens when it is shown next."""
        self.tool_to_open: tuple[str, str] | None = None
        """The tool, by its source's name and its own, that the tree goes to when shown next."""
        self.query_to_search = ""
        """What the search screen searches for when it is shown next."""
        self.evaluations = Evaluations()
        """The answers to labelled queries."""
        self.findabilities = FindabilityAnswers()
        """How well tools are found."""
        self._asked: set[tuple[object, ...]] = set()
        """What hosts were asked before, so that the answer comes at once."""

    def on_mount(self) -> None:
        """Choose a theme, and load."""
        self.choose_theme()
        self.load()
        self.set_timer(_SOON, self._still_loading)

    def _still_loading(self) -> None:
        if self.frame is not None:
            self.frame.cover("#middle", covered=self.scene is None)

    @work(thread=True, exclusive=True, group="load", description="load")
    def load(self) -> None:
        """Load the catalogs and ask the host for the first time."""
        opened = self.start.load()
        other = self.start.load_other() if self.start.load_other else None
        scenario = self.start.scenarios[0]
        workspace = Workspace(
            opened=opened,
            other=other,
            loaded=scenario,
            scenario=scenario,
            pinned=self.start.scenarios,
            query_set=self.start.queries.given,
            comparison=comparing.first_comparison(
                self.start.scenarios, with_other=other is not None
            ),
        )
        self._answer(workspace, first=True)

    def _answer(self, workspace: Workspace, *, first: bool = False) -> None:
        """Ask the host, in a thread."""
        try:
            shown = answered(workspace)
        except ToolsearchError as error:
            told = self._fail if first else partial(self._go_back, workspace)
            self.call_from_thread(told, error)
            return
        self.call_from_thread(self._opened if first else self._shown, workspace, shown)

    def _fail(self, error: ToolsearchError) -> None:
        """Leave, as what was asked for on the command line does not exist."""
        self.failure = error
        self.leave()

    async def _opened(self, workspace: Workspace, shown: Disclosure) -> None:
        self.workspace = workspace
        if self.frame is not None:
            self.frame.cover("#middle", covered=False)
        self._shown(workspace, shown)
        if self.start.screen != DISCLOSURE:
            await self.switch_mode(self.start.screen)
        self.tell_of_themes()
        problems = len(workspace.opened.problems)
        if problems and not workspace.opened.catalog.sources:
            self.action_command("problems")
        elif problems:
            self.say(f"{counted(problems, 'problem')} in the catalog: ! lists", severity="warning")

    @work(thread=True, exclusive=True, group="other", description="other")
    def open_other(self, name: str) -> None:
        """Load a second catalog and compare with it."""
        load = self.start.load_named
        if load is not None:
            self.call_from_thread(self._opened_other, load(name))

    def _opened_other(self, other: Opened) -> None:
        if self.frame is not None:
            self.frame.wait_for("")
        if other.catalog.sources:
            self.apply(partial(comparing.with_other, other=other))
            return
        reason = "\n".join(other.problems) or f"{other.name} has no source"
        self.say(reason, severity="warning")

    # The one place that replaces the workspace.

    def apply(self, change: Change) -> None:
        """Replace the workspace by what a change makes of it; draw it when the keys are read."""
        if self.workspace is None:
            return
        try:
            changed = change(self.workspace)
        except ToolsearchError as error:
            self.refuse(error)
            return
        if changed is self.workspace:
            return
        self.workspace = changed
        if not self._waiting:
            self._waiting = True
            self.call_later(self._settle)

    def _settle(self) -> None:
        """Answer the workspace as it is now, at once or, where that takes long, in a thread."""
        self._waiting = False
        workspace, scene = self.workspace, self.scene
        if workspace is None or scene is None:
            return
        if workspace.scenario == scene.workspace.scenario:
            self._shown(workspace, scene.shown)
        elif workspace.opened.catalog.tool_count > SLOW and index_of(workspace) not in self._asked:
            if self.frame is not None:
                self.frame.wait_for(workspace.scenario.host)
            self._answer_later(workspace)
        else:
            try:
                self._shown(workspace, answered(workspace))
            except ToolsearchError as error:
                self._go_back(workspace, error)

    @work(thread=True, exclusive=True, group="answer", description="answer")
    def _answer_later(self, workspace: Workspace) -> None:
        self._answer(workspace)

    def _shown(self, workspace: Workspace, shown: Disclosure) -> None:
        if self.workspace is None or workspace.scenario != self.workspace.scenario:
            return  # a later change is on its way
        self._asked.add(index_of(workspace))
        if self.scene is None or shown is not self.scene.shown:
            self.answered += 1
        self.scene = scene_of(self.workspace, shown, self.scene)
        self.workspace = self.scene.workspace
        frame = self.frame
        if frame is not None:
            frame.present()

    def _go_back(self, refused: Workspace, error: ToolsearchError) -> None:
        """Ask again what is shown, as the host refuses what was asked for."""
        asked, scene = self.workspace, self.scene
        if asked and scene and asked.scenario == refused.scenario:
            shown = scene.workspace
            self.workspace = replace(
                asked, scenario=shown.scenario, past=shown.past, future=shown.future
            )
        self.refuse(error)

    def refuse(self, error: ToolsearchError) -> None:
        """Say what cannot be done, and how it could."""
        if self.frame is not None:
            self.frame.wait_for("")
        text = error.message if not error.hint else f"{error.message}\n{error.hint}"
        self.say(text, severity="warning")

    # Commands.

    @property
    def frame(self) -> Frame | None:
        """The screen that is shown, below whatever lies over it."""
        return next((one for one in self.screen_stack if isinstance(one, Frame)), None)

    def action_command(self, name: str) -> None:
        """Do what a command of the table says."""
        command = command_named(name)
        if self.frame is not None:
            self.frame.catch_up()
        if command.change is not None:
            self.apply(command.change)
            if command.done:
                self.say(command.done)
            return
        if command.goes_to:
            self.show_screen(command.goes_to)
            return
        for place in (self.frame, self):
            method = getattr(place, f"command_{name}", None)
            if method is not None:
                method()
                return
        raise NotImplementedError(name)

    def action_context(self, size: str) -> None:
        """Ask at the size that was clicked."""
        self.apply(partial(with_context, context=context_size(size)))

    @work(exclusive=True, group="switch", description="switch")
    async def show_screen(self, name: str) -> None:
        """Go to another screen."""
        await self.switch_mode(name)
