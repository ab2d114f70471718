"""A line on a terminal's stderr that says how far long work is."""

from __future__ import annotations

import sys
import time
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, Self

if TYPE_CHECKING:
    from types import TracebackType

    from toolsearch_cli.cli.console import Console

_SECONDS: Final = 0.1
"""Between two updates."""


@dataclass(slots=True)
class Progress:
    """Counts steps; silent unless stderr is a terminal that may be spoken to.

    Used as a context, it leaves nothing of the line behind, whatever ended the work.
    """

    console: Console
    what: str
    """What is counted, in the plural."""
    total: int
    done: int = 0
    _next: float = 0.0
    _written: int = 0

    def advance(self, steps: int) -> None:
        """Count steps; say so now and then."""
        self.done += steps
        now = time.monotonic()
        if now < self._next or self.console.options.quiet or not sys.stderr.isatty():
            return
        self._next = now + _SECONDS
        line = f"{self.done:,} of {self.total:,} {self.what}"
        self._write(line)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if self._written:
            self._write("")

    def _write(self, line: str) -> None:
        sys.stderr.write(f"\r{line:<{self._written}}\r{line}")
        sys.stderr.flush()
        self._written = len(line)
