"""Processes that left the group of the server they belong to: found on Linux, by its mark.

Whatever a server starts inherits its environment, and in it a mark that no other server has; a
process in a session of its own, or one whose parent has ended, is known by it. One that has also
cleaned its environment is known only as long as its parents are. Elsewhere none is found.
"""

from __future__ import annotations

import os
import sys
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Final, NamedTuple

if TYPE_CHECKING:
    import signal
    from collections.abc import Iterable, Iterator

MARK: Final = "TOOLSEARCH_SERVER"
"""The variable that a server's processes are known by."""
_PROC: Final = Path("/proc")
_DEAD: Final = ("Z", "X")
_STARTED: Final = 19
"""Where `stat` has the start, counted from the state (proc(5), field 22)."""


class Stray(NamedTuple):
    """A process, told apart from a later one that has got its number."""

    number: int
    started: int
    """When, in ticks since the machine was started."""


class _Process(NamedTuple):
    parent: int
    group: int
    started: int


def strays(group: int, mark: str, *, leads: bool = False) -> frozenset[Stray]:
    """Return the processes of a server that are running outside its group.

    Args:
        group: The server's process group, which is also its leader's process id.
        mark: The server's own value of `MARK`.
        leads: Whether the leader is still running, so that its children are known as such.
    """
    if sys.platform != "linux":
        return frozenset()
    processes = {number: found for number in _numbers() if (found := _process(number))}
    marked = f"{MARK}={mark}".encode()
    known = {number for number in processes if marked in _environment(number)}
    family = _with_children(known | ({group} if leads else set()), processes)
    return frozenset(
        Stray(number, processes[number].started)
        for number in family - {os.getpid(), group}
        if number in processes and processes[number].group != group
    )


def are_running(known: Iterable[Stray]) -> bool:
    """Say whether any of these processes is running; one that nobody buried is not."""
    return any(_is_running(one) for one in known)


def tell(known: Iterable[Stray], what: signal.Signals) -> None:
    """Send a signal to those of these processes that are still running."""
    for one in known:
        if _is_running(one):
            with suppress(ProcessLookupError, PermissionError):
                os.kill(one.number, what)


def _is_running(one: Stray) -> bool:
    found = _process(one.number)
    return found is not None and found.started == one.started


def _with_children(known: set[int], processes: dict[int, _Process]) -> set[int]:
    found = set(known)
    while grown := {
        number for number, one in processes.items() if one.parent in found and number not in found
    }:
        found |= grown
    return found


def _numbers() -> Iterator[int]:
    for entry in os.scandir(_PROC):
        if entry.name.isdigit():
            yield int(entry.name)


def _process(number: int) -> _Process | None:
    """A running process; `None` for one that has ended, also where nobody has buried it."""
    try:
        stat = (_PROC / str(number) / "stat").read_bytes()
    except OSError:
        return None
    fields = stat.rpartition(b")")[2].split()  # behind the name, which may hold anything
    if fields[0].decode() in _DEAD:
        return None
    return _Process(int(fields[1]), int(fields[2]), int(fields[_STARTED]))


def _environment(number: int) -> bytes:
    try:
        return (_PROC / str(number) / "environ").read_bytes()
    except OSError:  # somebody else's, or ended
        return b""
