"""What every screen has: the line above, the line below, the keys of the table of commands."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from textual.binding import Binding, BindingType
from textual.screen import Screen

from toolsearch_cli.tui.commands import commands_of
from toolsearch_cli.tui.widgets.bars import KeyLine, TopBar

if TYPE_CHECKING:
    from textual.app import ComposeResult

    from toolsearch_cli.tui.app import Explorer
    from toolsearch_cli.tui.scene import Scene

LEAST = (80, 24)
ROOMY = (110, 32)


def bindings_of(screen: str) -> list[BindingType]:
    """Return the key bindings of a screen, from the table of commands."""
    return [
        Binding(command.keys, f"app.command('{command.name}')", command.title, show=False)
        for command in commands_of(screen)
    ]


class Frame(Screen[None]):
    """One of the five screens: it draws scenes, and posts what the user did."""

    OF: ClassVar[str] = ""
    """Which of the screens it is."""

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
    def compact(self) -> bool:
        """Whether there is room for the essential alone."""
        return self.size.width < ROOMY[0] or self.size.height < ROOMY[1]

    def on_screen_resume(self) -> None:
        """Catch up with what happened while another screen was shown."""
        self.present()

    def on_resize(self) -> None:
        """Choose the layout for the room there is."""
        self.set_class(self.compact, "compact")
        small = self.size.width < LEAST[0] or self.size.height < LEAST[1]
        self.set_class(small, "too-small")
        self.call_after_refresh(self.present)

    def present(self) -> None:
        """Draw the scene of the app, once there is one."""
        scene = self.explorer.scene
        if scene is None or not self.is_mounted:
            return
        catalog = scene.workspace.opened.catalog
        problems = len(scene.workspace.opened.problems)
        top = self.query_one(TopBar)
        top.tell(len(catalog.sources), catalog.tool_count, problems)
        self.draw(scene)

    def draw(self, scene: Scene) -> None:
        """Draw a scene; only what differs from the one before is drawn again."""

    def command_line(self, scene: Scene) -> str:
        """Return the command line that prints the numbers of this screen."""
        raise NotImplementedError
