"""How tests start the odd server, and look for what it left behind."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Final

from toolsearch_cli.live.capture import CaptureBounds, capture
from toolsearch_cli.live.configs import ServerEntry, command_entry
from toolsearch_cli.live.outcomes import Captured, Missed

if TYPE_CHECKING:
    from toolsearch_cli.live.outcomes import Outcome

SERVER: Final = Path(__file__).with_name("odd_server.py")
USUAL: Final = CaptureBounds()
SOON: Final = CaptureBounds(seconds=0.7)
"""For a server that is waited for in vain."""
PATIENT: Final = CaptureBounds(seconds=4)
"""For one that says something first, on a machine that may be busy."""


def command(behaviour: str, *words: str) -> list[str]:
    return [sys.executable, "-S", "-E", str(SERVER), behaviour, *words]


def entry(behaviour: str, *words: str, name: str = "", **env: str) -> ServerEntry:
    return command_entry(command(behaviour, *words), env, name=name)


class Watched:
    """Keeps what a watcher is told."""

    def __init__(self) -> None:
        self.heard: list[str] = []

    def started(self, entry: ServerEntry) -> None:
        self.heard.append(f"started {entry.name}")

    def ended(self, outcome: Outcome) -> None:
        self.heard.append(f"ended {outcome.entry.name}")


def outcome(one: ServerEntry, bounds: CaptureBounds = USUAL) -> Outcome:
    (found,) = capture([one], os.environ, Watched(), bounds)
    return found


def told(one: ServerEntry, bounds: CaptureBounds = USUAL) -> Captured:
    found = outcome(one, bounds)
    assert isinstance(found, Captured), found
    return found


def missed(one: ServerEntry, bounds: CaptureBounds = USUAL) -> Missed:
    found = outcome(one, bounds)
    assert isinstance(found, Missed)
    return found


def running(file: Path) -> list[int]:
    """The processes of a file of ids that are still running; one that nobody buried is not."""
    found = []
    for line in file.read_text(encoding="utf-8").split():
        try:
            stat = Path(f"/proc/{line}/stat").read_text(encoding="utf-8")
        except OSError:
            continue
        if stat.rpartition(")")[2].split()[0] not in ("Z", "X"):
            found.append(int(line))
    return found
