"""How much is being answered now, and when nothing is."""

from __future__ import annotations

import asyncio
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Iterator

PATIENCE: Final = 30.0
"""Seconds that what was taken gets to be answered, once it is time to end."""
AFTERMATH: Final = 1.0
"""Seconds that clients then get for what they ask before they take an answer for one: what tools
there are."""


class Busy:
    """Counts what goes on at once."""

    def __init__(self) -> None:
        self.idle = asyncio.Event()
        """Set while nothing goes on."""
        self.idle.set()
        self.now = 0

    @contextmanager
    def one(self) -> Iterator[None]:
        """Count one more thing as long as it goes on."""
        self.now += 1
        self.idle.clear()
        try:
            yield
        finally:
            self.now -= 1
            if not self.now:
                self.idle.set()

    async def drained(self, aftermath: float = 0) -> None:
        """Wait until nothing goes on, and still nothing some seconds later; not for ever."""
        with suppress(TimeoutError):
            async with asyncio.timeout(PATIENCE):
                while not self.idle.is_set():
                    await self.idle.wait()
                    await asyncio.sleep(aftermath)
