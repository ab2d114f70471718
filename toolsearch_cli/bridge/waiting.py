"""One call that a server has not answered yet, and how long it may take."""

from __future__ import annotations

import asyncio
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

    from toolsearch_cli.bridge.backends import Told, Unanswered


class Waiting:
    """Ends a call that takes too long; the SDK then tells the server that nobody waits."""

    def __init__(self, within: float) -> None:
        self.kind: Unanswered = "timed_out"
        self.reason = f"did not answer within {within:g} seconds"
        """Completes a sentence that begins with the server's name."""
        self._within = within
        self._limit: asyncio.Timeout | None = None
        """Set as long as the call goes on."""

    @asynccontextmanager
    async def limited(self) -> AsyncIterator[None]:
        """Bound what is done inside.

        Raises:
            TimeoutError: It took too long, or was given up.
        """
        try:
            async with asyncio.timeout(self._within) as self._limit:
                yield
        finally:
            self._limit = None

    def give_up(self, kind: Unanswered, reason: str) -> None:
        """End it at once."""
        self.kind, self.reason = kind, reason
        self._end_in(0)

    def prolonged_by(self, told: Told | None) -> Told | None:
        """Return what hears how far the call is: one that gets on has all its time again."""
        if told is None:
            return None
        heard = told

        async def hear(progress: float, total: float | None, message: str | None) -> None:
            self._end_in(self._within)
            await heard(progress, total, message)

        return hear

    def _end_in(self, seconds: float) -> None:
        if self._limit is not None and not self._limit.expired():
            self._limit.reschedule(asyncio.get_running_loop().time() + seconds)
