"""What a running bridge writes down: JSON lines on stderr, and a recording where one is asked for.

The log holds no results, no session ids, and of arguments only the names of tools that a refused
call asked for: anything else may be a secret.
"""

from __future__ import annotations

import json
import os
import sys
from dataclasses import dataclass
from datetime import UTC, datetime
from hashlib import sha256
from io import FileIO
from typing import TYPE_CHECKING

from toolsearch_cli.errors import UsageError

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

_SHORT = 8


def now() -> str:
    """Return the time in UTC, to the millisecond, as ISO 8601."""
    return datetime.now(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")


def pseudonym(session: str) -> str:
    """Return what a session is called in writing: the same for the same session, and no key."""
    return sha256(session.encode("utf-8", "surrogatepass")).hexdigest()[:_SHORT]


@dataclass(frozen=True, slots=True)
class Journal:
    """Where events and calls are written."""

    write: Callable[[str], None]
    """Takes one line, without its end."""
    record: Callable[[str], None] | None = None
    """Takes one line of the recording; `None`: nothing is recorded."""

    def event(self, event: str, **about: object) -> None:
        """Write what happened, with the time; values are JSON."""
        self.write(json.dumps({"time": now(), "event": event, **about}))

    def recorded(self, line: dict[str, object]) -> None:
        """Add a line to the recording; where that fails, say so and go on."""
        if self.record is None:
            return
        try:
            self.record(json.dumps(line))
        except OSError as error:
            self.event("not_recorded", reason=error.strerror or str(error))


def to_stderr(line: str) -> None:
    """Write a line to stderr; where nobody reads it any more, it is lost."""
    try:
        sys.stderr.write(line + "\n")
        sys.stderr.flush()
    except (OSError, ValueError):
        return


def opened(path: Path) -> FileIO:
    """Open a recording, to add to it; a new one is for its owner only.

    Raises:
        UsageError: It cannot be written.
    """
    try:
        descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600)
    except OSError as error:
        raise UsageError(f"--record {path}: {error.strerror or error}") from None
    return FileIO(descriptor, "a")


def recorder(file: FileIO) -> Callable[[str], None]:
    """Return what adds a line to an open recording."""

    def write(line: str) -> None:
        file.write(line.encode() + b"\n")

    return write
