"""The program around the screens: themes, messages, the way out. It knows no catalog."""

from __future__ import annotations

from typing import TYPE_CHECKING

from textual.app import App

from toolsearch_cli.text import visible
from toolsearch_cli.tui.themes import EDGE, THEMES, first_theme, keeping, other_theme

if TYPE_CHECKING:
    from collections.abc import Iterable

    from textual.app import SystemCommand
    from textual.notifications import SeverityLevel
    from textual.screen import Screen


class Shell(App[None]):
    """What any program of such screens has."""

    leaving = False
    """Whether the explorer is being left: what is done then is not drawn any more."""

    def choose_theme(self) -> None:
        """Choose a theme that the terminal can show."""
        for theme in THEMES:
            self.register_theme(theme)
        self.theme = first_theme(self.available_themes, ansi=bool(self.ansi_color))

    def tell_of_themes(self) -> None:
        """Say from now on, where a theme is chosen, how it is kept."""
        self.theme_changed_signal.subscribe(self, lambda theme: self.say(keeping(theme.name)))

    def say(self, text: str, *, severity: SeverityLevel = "information") -> None:
        """Show a message for a moment; nothing in it is markup."""
        self.notify(visible(text, newlines=True), severity=severity, markup=False)

    def leave(self) -> None:
        """End: from here on nothing is drawn."""
        self.leaving = True
        self.exit()

    async def action_quit(self) -> None:
        """Leave, as every program of Textual does with ctrl+q."""
        self.leave()

    def command_quit(self) -> None:
        """Leave."""
        self.leave()

    def command_theme(self) -> None:
        """Change between dark and light."""
        self.theme = other_theme(self.current_theme)

    def get_theme_variable_defaults(self) -> dict[str, str]:
        """Give themes that are not ours a colour for the edges of panes."""
        return {"edge": EDGE}

    def get_system_commands(self, screen: Screen[object]) -> Iterable[SystemCommand]:
        """Offer the themes and the picture; the table of commands has the rest."""
        wanted = ("Theme", "Screenshot", "Maximize", "Minimize")
        for command in super().get_system_commands(screen):
            if command.title in wanted:
                yield command
