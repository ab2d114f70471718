"""The line above a screen and the line below it: where one is, and what one can do."""

from __future__ import annotations

from itertools import groupby

from toolsearch_cli.tui.command import COMPARE, SCREENS, TITLES, Command
from toolsearch_cli.tui.commands import commands_of
from toolsearch_cli.tui.widgets import drawing
from toolsearch_cli.tui.widgets.line_block import LineBlock
from toolsearch_cli.views.numbers import counted

_SHORT = {COMPARE: "Cmp"}
_WIDE = 110
LEAST = (80, 24)
"""Columns and lines from which on everything has its place."""


class TopBar(LineBlock):
    """The name, the five screens, what is loaded, and the two keys that lead to all others."""

    def __init__(self, screen: str) -> None:
        super().__init__(id="top")
        self.of = screen
        self.counts = ""

    def tell(self, sources: int, tools: int, problems: int) -> None:
        """Say what is loaded."""
        self.counts = f"{counted(sources, 'source')} · {counted(tools, 'tool')}"
        if problems:
            self.counts = f"{counted(problems, 'problem')} (!) · {self.counts}"
        self.draw()

    def on_resize(self) -> None:
        """Fit the new width."""
        self.draw()

    def draw(self) -> None:
        """Draw the line again."""
        width = self.size.width
        line: list[drawing.Part] = [(" toolsearch  ", drawing.TITLE)]
        for number, screen in enumerate(SCREENS, start=1):
            title = TITLES[screen] if width >= _WIDE else _SHORT.get(screen, TITLES[screen])
            here = screen == self.of
            text = f"[{number} {title}]" if here else f" {number} {title} "
            click = f"@click=app.command('screen_{screen}')"
            line.append((text, f"{drawing.BOLD if here else drawing.DIM} {click}"))
        right = "^p  ? help "
        taken = sum(drawing.width_of(text) for text, _ in line)
        if width >= taken + len(self.counts) + len(right) + 3:
            right = f"{self.counts}  {right}"
        space = " " * max(1, width - taken - drawing.width_of(right))
        self.put(((*line, (space, ""), (right, drawing.DIM)),))


class KeyLine(LineBlock):
    """The keys of a screen that are used most; each can be clicked."""

    def __init__(self, screen: str) -> None:
        super().__init__(id="keys")
        self.of = screen

    def on_resize(self) -> None:
        """Show as many as fit, and always the way out."""
        width, small = self.size.width, self.screen.size
        if small.width < LEAST[0] or small.height < LEAST[1]:
            text = (
                f" {LEAST[0]}x{LEAST[1]} or larger shows all; this is {small.width}x{small.height}"
            )
            self.put((((text, drawing.WARNING),),))
            return
        shown = [one for one in commands_of(self.of) if one.hint]
        groups = [list(group) for _, group in groupby(shown, key=lambda one: one.hint)]
        lines = [_key_parts(group) for group in groups]
        last = lines.pop()
        taken, kept = _width(last), []
        for line in lines:
            if taken + _width(line) > width:
                continue
            kept += line
            taken += _width(line)
        self.put(((*kept, *last),))


def _width(line: list[drawing.Part]) -> int:
    return sum(drawing.width_of(text) for text, _ in line)


def _key_parts(group: list[Command]) -> list[drawing.Part]:
    """Return `p/P pct` for commands that share a word."""
    parts: list[drawing.Part] = [(" ", "")]
    numbers = all(command.keys.isdigit() for command in group)
    between = "-" if numbers else "/" if len(group) > 1 else ""
    for at, command in enumerate(group):
        click = f"@click=app.command('{command.name}')"
        parts.append(((between if at else "") + key_text(command), f"{drawing.TITLE} {click}"))
    parts.append((f" {group[0].hint} ", f"@click=app.command('{group[0].name}')"))
    return parts


def key_text(command: Command) -> str:
    """Return a command's key as it is written for people."""
    return command.told or command.keys.partition(",")[0]
