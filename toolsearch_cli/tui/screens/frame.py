"""What every screen has: the line above, the line below, the keys of the table of commands."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from textual.binding import Binding, BindingType
from textual.screen import Screen
from textual.widgets import Input

from toolsearch_cli.errors import ToolsearchError
from toolsearch_cli.hosts.registry import host_named
from toolsearch_cli.tui.commands import commands_of
from toolsearch_cli.tui.screens.form_sheet import FormSheet
from toolsearch_cli.tui.screens.text_sheet import keys_sheet, notes_sheet, problems_sheet
from toolsearch_cli.tui.screens.write_sheet import WriteSheet
from toolsearch_cli.tui.widgets.bars import KeyLine, TopBar
from toolsearch_cli.tui.writing import MANIFEST_FILE, exportable, savable

if TYPE_CHECKING:
    from textual import events
    from textual.app import ComposeResult

    from toolsearch_cli.hosts.scenario import Scenario
    from toolsearch_cli.tui.app import Explorer
    from toolsearch_cli.tui.scene import Scene
    from toolsearch_cli.tui.screens.write_sheet import Writable
    from toolsearch_cli.tui.workspace import Workspace

ROOMY = (110, 32)


def bindings_of(screen: str) -> list[BindingType]:
    """Return the key bindings of a screen, from the table of commands."""
    return [
        Binding(command.keys, f"app.command('{command.name}')", command.title, show=False)
        for command in commands_of(screen)
    ]


class Frame(Screen[None]):
    """One of the screens: it draws scenes, and posts what the user did."""

    OF: ClassVar[str] = ""
    """Which of the screens it is."""
    EXPORTED: ClassVar[str] = MANIFEST_FILE
    """The file of what it shows."""

    def compose(self) -> ComposeResult:
        """Put the body between the two lines."""
        yield TopBar(self.OF)
        yield from self.compose_body()
        yield KeyLine(self.OF)

    def compose_body(self) -> ComposeResult:
        """Yield the widgets of this screen."""
        yield from ()

    @property
    def explorer(self) -> Explorer:
        """The app, by its own type."""
        from toolsearch_cli.tui.app import Explorer

        app = self.app
        if not isinstance(app, Explorer):
            raise TypeError
        return app

    @property
    def gone(self) -> bool:
        """Whether the explorer is being left: what a worker still brings has no place any more."""
        return self.explorer.leaving or not self.query(KeyLine)

    @property
    def compact(self) -> bool:
        """Whether there is room for the essential alone."""
        return self.size.width < ROOMY[0] or self.size.height < ROOMY[1]

    def on_descendant_focus(self, event: events.DescendantFocus) -> None:
        """Say on the key line that a field has the keys, where one has."""
        if not self.gone:
            self.query_one(KeyLine).tell(typing=isinstance(event.widget, Input))

    def on_screen_resume(self) -> None:
        """Catch up with what happened while another screen was shown."""
        self.present()

    def on_resize(self) -> None:
        """Choose the layout for the room there is."""
        self.set_class(self.compact, "compact")
        self.call_after_refresh(self.present)

    def present(self) -> None:
        """Draw the scene of the app, once there is one."""
        scene = self.explorer.scene
        if scene is None or self.gone:
            return
        catalog = scene.workspace.opened.catalog
        problems = len(scene.workspace.opened.problems)
        top = self.query_one(TopBar)
        top.tell(len(catalog.sources), catalog.tool_count, problems)
        self.draw(scene)

    def cover(self, selector: str, *, covered: bool) -> None:
        """Cover a part while it is waited for; the focus that this took comes back after it."""
        self.query(selector).set(loading=covered)
        if not covered and self.AUTO_FOCUS:
            self.call_after_refresh(self._focus_again, self.AUTO_FOCUS)

    def _focus_again(self, selector: str) -> None:
        if self.focused is None and not self.gone:
            self.query_one(selector).focus()

    def wait_for(self, what: str) -> None:
        """Say in the first line what is waited for; nothing: say it no more."""
        if not self.gone:
            self.query_one(TopBar).wait_for(what)

    def catch_up(self) -> None:
        """Take over what keys have done so far: a cursor's message may still be on its way."""

    def draw(self, scene: Scene) -> None:
        """Draw a scene; only what differs from the one before is drawn again."""

    def command_help(self) -> None:
        """Show the keys at the side, or hide them; on a sheet where there is little room."""
        if self.query("HelpPanel"):
            self.app.action_hide_help_panel()
        elif self.compact:
            self.app.push_screen(keys_sheet(self.OF))
        else:
            self.app.action_show_help_panel()

    def command_problems(self) -> None:
        """List what was odd or unreadable."""
        if self.explorer.workspace is not None:
            self.app.push_screen(problems_sheet(self.explorer.workspace))

    def command_notes(self) -> None:
        """List every note of the scenario."""
        if self.explorer.scene is not None:
            self.app.push_screen(notes_sheet(self.explorer.scene))

    def command_scenario(self) -> None:
        """Ask for every value of the scenario."""
        if self.explorer.workspace is not None:
            self.app.push_screen(FormSheet(self.explorer.workspace.scenario), self._typed)

    def _typed(self, scenario: Scenario | None) -> None:
        if scenario is None:
            return
        self.explorer.apply(lambda workspace: workspace.asking(scenario))
        for note in host_named(scenario.host).setting_notes(scenario):
            self.explorer.say(str(note), severity="warning")

    def command_save(self) -> None:
        """Save the scenario."""
        if self.explorer.scene is not None:
            self.app.push_screen(
                WriteSheet("Save the scenario", savable(self.explorer.scene)), self._written
            )

    @property
    def exported_first(self) -> str:
        """The file that an export offers first."""
        return self.EXPORTED

    def command_export(self) -> None:
        """Export what is shown."""
        scene = self.explorer.scene
        if scene is None:
            return
        workspace, picture = scene.workspace, self.app.export_screenshot()
        choices = exportable(
            scene,
            lambda: self.explorer.answers.answered(workspace),
            lambda: picture,
            workspace.kept_queries,
            self.files(workspace),
            first=self.exported_first,
        )
        self.app.push_screen(WriteSheet("Export", choices), self._written)

    def files(self, workspace: Workspace) -> tuple[Writable, ...]:
        """Return what this screen can export beside what all can."""
        del workspace
        return ()

    def _written(self, told: str | None) -> None:
        if told:
            self.explorer.say(told)

    def command_copy(self) -> None:
        """Copy the command line that prints the numbers of this screen."""
        if self.explorer.scene is None:
            return
        try:
            line = self.command_line(self.explorer.scene)
        except ToolsearchError as error:
            self.explorer.refuse(error)
            return
        self.app.copy_to_clipboard(line)
        self.explorer.say(f"copied:\n{line}")

    def command_line(self, scene: Scene) -> str:
        """Return the command line that prints the numbers of this screen."""
        raise NotImplementedError
