"""What is known of one connection beside its messages: what else came, and why it ended."""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass, field
from typing import Final

LONGEST_MESSAGE: Final = 64 << 20
"""Longest message that is read, in bytes."""

_KEPT: Final = 64 << 10


class Tail:
    """The end of what a server writes on stderr: bounded, and whole lines only."""

    __slots__ = ("_cut", "_parts", "_size")

    def __init__(self) -> None:
        self._parts: deque[bytes] = deque()
        self._size = 0
        self._cut = False

    def add(self, part: bytes) -> None:
        """Keep more; forget what is too long ago."""
        self._parts.append(part)
        self._size += len(part)
        while self._size - len(self._parts[0]) > _KEPT:
            self._size -= len(self._parts.popleft())
            self._cut = True

    def lines(self) -> tuple[str, ...]:
        """Return its lines, none of them begun in the middle: half a secret hides from no one."""
        text = b"".join(self._parts)
        if self._cut:
            text = text.partition(b"\n")[2]
        lines = text.decode("utf-8", "replace").splitlines()
        return tuple(stripped for line in lines if (stripped := line.rstrip()))


@dataclass(slots=True, eq=False)
class Wire:
    """Grows while a connection lives; read when it failed."""

    stderr: Tail = field(default_factory=Tail)
    rubbish: int = 0
    """Lines on a server's stdout that are no messages."""
    first_rubbish: str = ""
    failure: str = ""
    """Why the connection was given up; empty where it ended by itself."""
    exit_code: int | None = None
    """Of a program that ended by itself; negative is the signal that ended it."""
    refusal: str | None = None
    """The message of the last error that a program answered with under the SDK's own code."""
    status: int | None = None
    """The HTTP status of the last message that was sent to a URL, where it was an error."""

    def reject(self, line: str) -> None:
        """Count a line that is no message."""
        self.rubbish += 1
        self.first_rubbish = self.first_rubbish or line

    def give_up(self, reason: str) -> None:
        """Keep the first reason."""
        self.failure = self.failure or reason
