"""One thing that is done again and again: once at a time, and more seldom while it fails."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from time import monotonic
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Callable, Coroutine

GLANCE: Final = 1.0
"""Seconds that a question waits for what is being done anew, from when that began."""
_LONGEST_AGE: Final = 60.0
"""Seconds after which it is tried again, however often it has failed."""


class Refreshing:
    """Does one thing in tasks of its own, one at a time; what is wrong with it is nobody else's."""

    def __init__(
        self,
        refresh: Callable[[], Coroutine[None, None, None]],
        failed: Callable[[Exception], None],
    ) -> None:
        """Take what is to be done, and what hears of whatever it raises."""
        self._refresh = refresh
        self._failed = failed
        self._task: asyncio.Task[None] | None = None
        self._begun = 0.0
        self._age = 0.0
        self._due = 0.0
        self._failures = 0

    @property
    def is_running(self) -> bool:
        """Whether it is being done now."""
        return self._task is not None

    def begin_anew(self, age: float) -> None:
        """Take it as done now; what was done last is old after so many seconds."""
        self.cancel()
        self._age, self._failures = age, 0
        self._begun = monotonic()
        self._due = self._begun + age

    def cancel(self) -> None:
        """Stop what is being done."""
        if self._task is not None:
            self._task.cancel()

    def if_old(self) -> asyncio.Task[None] | None:
        """Begin it where it is due, and return its task as long as a question waits for that.

        Nobody waits for what has been going on for longer, or is tried later because it failed.
        """
        if self._task is None and monotonic() > self._due:
            return self._begin()
        return self._task if monotonic() - self._begun < GLANCE else None

    async def once(self) -> None:
        """Wait until it has been done, from now on; what it raises is not raised here."""
        asked = monotonic()
        while self._begun < asked:
            await asyncio.wait((self._task or self._begin(),))
        if self._task is not None:
            await asyncio.wait((self._task,))

    def _begin(self) -> asyncio.Task[None]:
        self._begun = monotonic()
        task = self._task = asyncio.create_task(self._refresh())
        task.add_done_callback(self._done)
        return task

    def _done(self, task: asyncio.Task[None]) -> None:
        self._task = None
        error: BaseException | None = None
        with suppress(asyncio.CancelledError):
            error = task.exception()
        self._failures = 0 if error is None else self._failures + 1
        since = self._begun if error is None else monotonic()
        self._due = since + min(self._age * 2**self._failures, max(self._age, _LONGEST_AGE))
        if isinstance(error, Exception):
            self._failed(error)
