"""Lines written in a thread of their own: who has something to say never waits for a reader."""

from __future__ import annotations

import os
import select
from collections import deque
from threading import Condition, Thread
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Callable

MOST_LINES: Final = 1000
"""Lines that wait to be written; past that they are dropped."""
_LAST_WORDS: Final = 1.0
"""Seconds that what still waits is given in the end."""


class Writer:
    """Hands lines to `sink` one after another, which may block and must not raise.

    Where `note` is given, the first line that is taken after some were dropped, and the end, come
    after its line on how many those were.
    """

    def __init__(
        self,
        sink: Callable[[str], None],
        *,
        most: int = MOST_LINES,
        note: Callable[[int], str] | None = None,
    ) -> None:
        self._sink = sink
        self._most = most
        self._note = note
        self._lines: deque[str] = deque()
        self._news = Condition()
        self._dropped = 0
        self._is_closing = False
        # A daemon: the process ends, though nobody ever reads what it writes.
        self._thread = Thread(target=self._run, name="writer", daemon=True)
        self._thread.start()

    def put(self, line: str) -> bool:
        """Take a line, without its end, to be written soon; say whether there was room for it."""
        with self._news:
            if len(self._lines) >= self._most or self._is_closing:
                self._dropped += 1
                return False
            self._say_dropped()
            self._lines.append(line)
            self._news.notify()
            return True

    def close(self, within: float = _LAST_WORDS) -> bool:
        """Take no more, and wait some seconds for the rest; say whether all of it was written."""
        with self._news:
            self._is_closing = True
            self._say_dropped()
            self._news.notify()
        self._thread.join(within)
        return not self._thread.is_alive()

    def _say_dropped(self) -> None:
        if self._dropped and self._note is not None:
            self._lines.append(self._note(self._dropped))
            self._dropped = 0

    def _run(self) -> None:
        while (line := self._next()) is not None:
            self._sink(line)

    def _next(self) -> str | None:
        """Wait for the next line and return it; `None`: there will be none."""
        with self._news:
            self._news.wait_for(lambda: self._lines or self._is_closing)
            return self._lines.popleft() if self._lines else None


class LineFile:
    """A file to which whole lines are added, as they come."""

    def __init__(self, descriptor: int, *, is_broken: bool = False) -> None:
        """Take an open file; `is_broken` says that its last line has no end."""
        self._descriptor = descriptor
        self._is_broken = is_broken

    def add(self, line: str) -> None:
        """Write a line and its end, after the end of one that could not be written wholly.

        Raises:
            OSError: It could not be written, or not wholly.
        """
        begin = b"\n" if self._is_broken else b""
        rest = begin + line.encode("utf-8", "backslashreplace") + b"\n"
        while rest:
            rest = rest[self._written(rest) :]
            self._is_broken = bool(rest)

    def _written(self, text: bytes) -> int:
        """Write as much as is taken, and return how many bytes that is."""
        try:
            return os.write(self._descriptor, text)
        except BlockingIOError:  # whoever shares the file wants it so; this thread may wait
            select.select([], [self._descriptor], [])
            return 0
