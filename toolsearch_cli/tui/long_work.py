"""Work of seconds beside the keys: how far it is, and whether it is still wanted."""

from __future__ import annotations

import time
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from textual.worker import get_current_worker

if TYPE_CHECKING:
    from collections.abc import Callable

_TURN: Final = 0.004
"""Seconds after which a thread lets the keys go first, which otherwise wait for it."""
_PAUSE: Final = 0.0005


class SupersededError(Exception):
    """Something else was asked for meanwhile, or the explorer is being left."""


@dataclass(slots=True, eq=False)
class Task:
    """One piece of long work; its thread counts, the screen reads."""

    what: str
    """What is counted, and of whom: `queries put to hermes`."""
    total: int = 0
    done: int = 0
    _next: float = 0.0

    @property
    def said(self) -> str:
        """How far it is, in words."""
        if not self.total:
            return f"{self.what} …"
        return f"{min(self.done, self.total):,} of {self.total:,} {self.what} …"

    def counting(self) -> Callable[[int], None]:
        """Return what the work calls after each step; to be made in the worker's thread.

        Raises:
            SupersededError: By what is returned, once nobody waits for the work any more.
        """
        worker = get_current_worker()

        def advance(steps: int) -> None:
            if worker.is_cancelled:
                raise SupersededError
            self.done += steps
            now = time.monotonic()
            if now > self._next:
                time.sleep(_PAUSE)
                self._next = now + _TURN

        return advance
