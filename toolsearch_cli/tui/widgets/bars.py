"""The line above a screen and the line below it: where one is, and what one can do."""

from __future__ import annotations

from typing import TYPE_CHECKING

from toolsearch_cli.tui.command import COMPARE, SCREENS, TITLES, Command
from toolsearch_cli.tui.commands import hinted, key_text, leading
from toolsearch_cli.tui.widgets import drawing
from toolsearch_cli.tui.widgets.line_block import LineBlock
from toolsearch_cli.views.numbers import counted

if TYPE_CHECKING:
    from collections.abc import Sequence

_SHORT = {COMPARE: "Cmp"}
_WIDE = 110
LEAST = (80, 24)
"""Columns and lines from which on everything has its place."""


class TopBar(LineBlock):
    """The name, the screens, what is loaded, and the two keys that lead to all others."""

    def __init__(self, screen: str) -> None:
        super().__init__(id="top")
        self.of = screen
        self.counts = ""
        self.problems = 0
        self.waiting = "reading"
        """What is waited for."""
        self.redraw = self.draw

    def tell(self, sources: int, tools: int, problems: int) -> None:
        """Say what is loaded."""
        self.counts = f"{counted(sources, 'source')} · {counted(tools, 'tool')}"
        self.problems = problems
        self.waiting = ""
        self.draw()

    def wait_for(self, what: str) -> None:
        """Say what is waited for, until it is there."""
        self.waiting = what
        self.draw()

    def draw(self) -> None:
        """Draw the line again."""
        width = self.size.width
        name = " toolsearch  " if width >= _WIDE else " "
        line: list[drawing.Part] = [(name, drawing.TITLE)]
        for number, screen in enumerate(SCREENS, start=1):
            title = TITLES[screen] if width >= _WIDE else _SHORT.get(screen, TITLES[screen])
            here = screen == self.of
            text = f"[{number} {title}]" if here else f" {number} {title} "
            click = f"@click=app.command('screen_{screen}')"
            line.append((text, f"{drawing.BOLD if here else drawing.DIM} {click}"))
        right = self._right(width - _width(line))
        space = " " * max(1, width - _width([*line, *right]))
        self.put(((*line, (space, ""), *right),))

    def _right(self, room: int) -> list[drawing.Part]:
        """Return what is waited for or odd, what is loaded, and two keys, as far as they fit."""
        keys: drawing.Part = ("^p  ? help ", drawing.DIM)
        told = f"{counted(self.problems, 'problem')} (!)"
        click = f"{drawing.WARNING} @click=app.command('problems')"
        notice: list[drawing.Part] = []
        if self.waiting:
            notice = [(f"{self.waiting} …  ", drawing.WARNING)]
        elif self.problems:
            notice = [(f"{told} · ", click)]
        for right in ([*notice, (f"{self.counts}  ", drawing.DIM), keys], [*notice, keys]):
            if _width(right) + 1 <= room:
                return right
        if self.waiting:
            return [("waiting … ", drawing.WARNING)]
        return [(f"! {self.problems} ", click), ("? help ", drawing.DIM)] if notice else [keys]


class KeyLine(LineBlock):
    """The keys of a screen that are used most; each can be clicked."""

    def __init__(self, screen: str) -> None:
        super().__init__(id="keys")
        self.of = screen
        self.typing = False
        """Whether a field has the keys."""
        self.redraw = self.draw

    def tell(self, *, typing: bool) -> None:
        """Say who gets the keys."""
        self.typing = typing
        self.draw()

    def draw(self) -> None:
        """Show as many keys as fit, and always the way out."""
        small = self.screen.size
        if small.width < LEAST[0] or small.height < LEAST[1]:
            text = (
                f" {LEAST[0]}x{LEAST[1]} or larger shows all; this is {small.width}x{small.height}"
            )
            self.put((((text, drawing.WARNING),),))
        elif self.typing:
            self.put(((*_TYPING, ("  then keys are commands again", drawing.DIM)),))
        else:
            groups = hinted(self.of)
            self.put((tuple(_fitting(groups, leading(self.of), self.size.width)),))


_TYPING: drawing.Line = (
    (" typing  ", drawing.WARNING),
    (" ⏎", drawing.TITLE),
    (" done  ", ""),
    (" esc", drawing.TITLE),
    (" leave the field,", ""),
)


def _fitting(groups: Sequence[Sequence[Command]], first: int, width: int) -> list[drawing.Part]:
    """Return the hints with all words where they fit, else briefly, the most needed first.

    So many of the groups are the screen's own, and more needed than all others.
    """
    whole = [_key_parts(group, brief=False) for group in groups]
    if sum(map(_width, whole)) <= width:
        return [part for line in whole for part in line]
    short = [_key_parts(group, brief=True) for group in groups]
    last = len(groups) - 1
    kept, room = {last}, width - _width(short[last])
    for at in sorted(range(last), key=lambda one: (one >= first, groups[one][0].rank)):
        if _width(short[at]) <= room:
            kept.add(at)
            room -= _width(short[at])
    return [part for at, line in enumerate(short) if at in kept for part in line]


def _width(line: list[drawing.Part]) -> int:
    return sum(drawing.width_of(text) for text, _ in line)


def _key_parts(group: Sequence[Command], *, brief: bool) -> list[drawing.Part]:
    """Return `p/P pct` for commands that share a word."""
    parts: list[drawing.Part] = [(" ", "")]
    numbers = all(command.keys.isdigit() for command in group)
    between = "-" if numbers else "/" if len(group) > 1 else ""
    first = group[0]
    for at, command in enumerate(group):
        click = f"@click=app.command('{command.name}')"
        parts.append(((between if at else "") + key_text(command), f"{drawing.TITLE} {click}"))
    word = f" {first.brief or first.hint}" if brief else f" {first.hint} "
    parts.append((word, f"@click=app.command('{first.name}')"))
    return parts
