"""What a running bridge writes down: JSON lines on stderr, and a recording where one is asked for.

The log holds no results, no session ids, and of arguments only the names of tools that a refused
call asked for: anything else may be a secret. Nothing waits until it is written.
"""

from __future__ import annotations

import json
import os
import stat
import sys
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from hashlib import sha256
from secrets import token_bytes
from typing import TYPE_CHECKING, Final

from toolsearch_cli.bridge.writing import LineFile, Writer
from toolsearch_cli.errors import UsageError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

_SHORT: Final = 8
_SALT: Final = token_bytes(16)
"""Of this process: sessions of different runs have different names, also in one recording."""
_MOST_RECORDED: Final = 10_000
"""Lines of a recording that wait to be written."""


def now() -> str:
    """Return the time in UTC, to the millisecond, as ISO 8601."""
    return datetime.now(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")


def pseudonym(session: str) -> str:
    """Return what a session is called in writing: within one run the same, in others another."""
    return sha256(_SALT + session.encode("utf-8", "surrogatepass")).hexdigest()[:_SHORT]


@dataclass(frozen=True, slots=True)
class Journal:
    """Where events and calls are written."""

    write: Callable[[str], object]
    """Takes one line, without its end, and does not wait until it is written."""
    record: Callable[[str], bool] | None = None
    """Takes one line of the recording, if it can; `None`: nothing is recorded."""

    def event(self, event: str, **about: object) -> None:
        """Write what happened, with the time; values are JSON."""
        self.write(_line(event, **about))

    def recorded(self, line: dict[str, object]) -> None:
        """Add a line to the recording; where that cannot be, say so and go on."""
        if self.record is not None and not self.record(json.dumps(line)):
            self.event("not_recorded", reason="the file takes its lines too slowly")


def _line(event: str, **about: object) -> str:
    return json.dumps({"time": now(), "event": event, **about})


@contextmanager
def journal_to(recording: Path | None) -> Iterator[Journal]:
    """Write to stderr, and to a recording where there is one, until the end.

    Raises:
        UsageError: The recording cannot be written.
    """
    descriptor = None if recording is None else opened(recording)
    log = Writer(to_stderr, note=lambda many: _line("not_logged", dropped=many))
    try:
        if recording is None or descriptor is None:
            yield Journal(log.put)
        else:
            with _recorder(recording, descriptor, Journal(log.put)) as record:
                yield Journal(log.put, record)
    finally:
        log.close()


@contextmanager
def _recorder(path: Path, descriptor: int, journal: Journal) -> Iterator[Callable[[str], bool]]:
    """Yield what adds lines to an open recording, which is closed in the end."""
    file = LineFile(descriptor, is_broken=_is_broken(path))

    def add(line: str) -> None:
        try:
            file.add(line)
        except OSError as error:
            journal.event("not_recorded", reason=error.strerror or str(error))

    writer = Writer(add, most=_MOST_RECORDED)
    try:
        yield writer.put
    finally:
        if writer.close():  # else its thread still writes
            os.close(descriptor)


def to_stderr(line: str) -> None:
    """Write a line to stderr; where nobody reads it any more, it is lost.

    Not through Python's own stream: whoever waits inside that holds a lock which the end of the
    process needs.
    """
    with suppress(OSError, ValueError, AttributeError):  # it may be closed, or not be there
        LineFile(sys.stderr.fileno()).add(line)


def opened(path: Path) -> int:
    """Open a recording, to add to it, and return its descriptor; a new one is its owner's only.

    Raises:
        UsageError: It cannot be written.
    """
    try:
        return os.open(path, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600)
    except OSError as error:
        raise UsageError(f"--record {path}: {error.strerror or error}") from None


def _is_broken(path: Path) -> bool:
    """Whether the last line of a recording has no end, for whoever wrote it was stopped."""
    with suppress(OSError):
        if stat.S_ISREG(path.stat().st_mode) and path.stat().st_size:
            with path.open("rb") as file:
                file.seek(-1, os.SEEK_END)
                return file.read() != b"\n"
    return False
