"""How far a capture is: a bar on a terminal's stderr, then one line for each server."""

from __future__ import annotations

import shutil
import sys
from collections.abc import Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Final

from toolsearch_cli.cli.console import Console, narrate, tell
from toolsearch_cli.live.configs.naming import name_of_launch
from toolsearch_cli.live.outcomes import Captured
from toolsearch_cli.text import visible

if TYPE_CHECKING:
    from collections.abc import Iterator

    from toolsearch_cli.live.configs import ServerEntry
    from toolsearch_cli.live.outcomes import Missed, Outcome

_BAR: Final = 20
_FEW: Final = 3
"""Lines of a failed server's stderr that are shown unless more is asked for."""


class Bar:
    """Counts servers that ended, and names those that are waited for; erased at the end."""

    __slots__ = ("_done", "_is_shown", "_total", "_waiting")

    def __init__(self, total: int, *, is_shown: bool) -> None:
        self._total = total
        self._done = 0
        self._waiting: list[ServerEntry] = []
        self._is_shown = is_shown

    def started(self, entry: ServerEntry) -> None:
        """Name a server that is waited for."""
        self._waiting.append(entry)
        self._draw()

    def ended(self, outcome: Outcome) -> None:
        """Count a server."""
        self._waiting = [one for one in self._waiting if one is not outcome.entry]
        self._done += 1
        self._draw()

    def erase(self) -> None:
        """Leave nothing of the line behind."""
        if self._is_shown:
            narrate("\r\x1b[K")

    def _draw(self) -> None:
        if not self._is_shown:
            return
        full = _BAR * self._done // max(1, self._total)
        names = ", ".join(one.name or name_of_launch(one) for one in self._waiting)
        line = (
            f"[{'#' * full}{'.' * (_BAR - full)}] {self._done} of {self._total} servers"
            f"{', waiting for ' if names else ''}{visible(names)}"
        )
        width = shutil.get_terminal_size().columns - 1
        narrate(f"\r\x1b[K{line if len(line) <= width else f'{line[: width - 3]}...'}")


@contextmanager
def bar(console: Console, total: int) -> Iterator[Bar]:
    """Give a bar, which is silent unless stderr is a terminal that may be spoken to.

    Where the work is interrupted, it says so.
    """
    drawn = Bar(total, is_shown=sys.stderr.isatty() and not console.options.quiet)
    try:
        try:
            yield drawn
        finally:
            drawn.erase()
    except KeyboardInterrupt:
        tell("toolsearch: interrupted: nothing was written")
        raise


def say_outcomes(console: Console, named: Sequence[tuple[str, Outcome]]) -> None:
    """Say what became of each server, one line each; of a failed one also its last words."""
    width = max((len(name) for name, _ in named), default=0)
    for name, outcome in named:
        if isinstance(outcome, Captured):
            console.say(f"{name:<{width}}  {_captured(outcome)}")
            if outcome.held_secrets:
                console.warn(
                    f"{name}: published a secret that it was given: hidden in what is kept"
                )
        else:
            _say_missed(console, name, outcome)


def _captured(outcome: Captured) -> str:
    tools = "1 tool" if len(outcome.tools) == 1 else f"{len(outcome.tools):,} tools"
    info = (outcome.server_info.get("name"), outcome.server_info.get("version"))
    called = " ".join(one for one in info if isinstance(one, str))
    told = f"{tools}, {outcome.seconds:.1f} s{', ' if called else ''}{called}"
    if outcome.passed_on == len(outcome.tools):
        return told
    return f"{told}; all are kept, though its config passes on {outcome.passed_on:,}"


def _say_missed(console: Console, name: str, outcome: Missed) -> None:
    console.warn(f"{name}: its tools are unknown: {outcome.reason}")
    shown = outcome.stderr if console.options.verbose else outcome.stderr[-_FEW:]
    for line in shown:
        tell(f"  | {line}")
