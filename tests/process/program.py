"""The program as users run it: a process with real streams, or on a real terminal."""

from __future__ import annotations

import fcntl
import os
import pty
import select
import struct
import subprocess
import sys
import termios
import time
from dataclasses import dataclass
from typing import IO, TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path

COMMAND = (sys.executable, "-m", "toolsearch_cli")
_PATIENCE = 20.0
"""Seconds after which a process counts as hung."""
_OF_THE_CALLER = ("TOOLSEARCH_", "NO_COLOR", "FORCE_COLOR", "COLUMNS", "LINES", "CI", "PYTHON")


@dataclass(frozen=True, slots=True)
class Ran:
    """How a process ended, and what it wrote."""

    code: int
    out: bytes
    err: bytes = b""

    @property
    def text(self) -> str:
        return self.out.decode("utf-8")

    @property
    def said(self) -> list[str]:
        """The lines on stderr."""
        return self.err.decode("utf-8").split("\n")[:-1]


def environment(**variables: str) -> dict[str, str]:
    """Return a user's environment, with nothing in it that changes what the program does."""
    inherited = {k: v for k, v in os.environ.items() if not k.startswith(_OF_THE_CALLER)}
    return {**inherited, "LC_ALL": "C.UTF-8", "TERM": "xterm-256color", **variables}


def run(
    *words: str | bytes,
    given: bytes = b"",
    stream: IO[bytes] | None = None,
    folder: Path | None = None,
    **variables: str,
) -> Ran:
    """Run the program with pipes; standard input holds what is `given`, or is the `stream`."""
    ended = subprocess.run(
        [*COMMAND, *words],
        input=given if stream is None else None,
        stdin=stream,
        cwd=folder,
        capture_output=True,
        env=environment(**variables),
        timeout=_PATIENCE,
        check=False,
    )
    return Ran(ended.returncode, ended.stdout, ended.stderr)


def run_on_terminal(
    *words: str | bytes,
    typed: bytes = b"",
    prompt: bytes = b"",
    columns: int = 80,
    folder: Path | None = None,
    **variables: str,
) -> Ran:
    """Run the program on a terminal: `out` is all that reached it, of stdout and of stderr.

    Line ends are as the program wrote them. Where a `prompt` is given, one types once it is there.
    """
    ours, theirs = pty.openpty()
    _set_up(theirs, columns)
    with subprocess.Popen(
        [*COMMAND, *words],
        stdin=theirs,
        stdout=theirs,
        stderr=theirs,
        cwd=folder,
        env=environment(**variables),
        start_new_session=True,
    ) as process:
        os.close(theirs)
        try:
            asked = _all_of(ours, prompt) if prompt else b""
            os.write(ours, typed)
            out = asked + _all_of(ours)
            return Ran(process.wait(timeout=_PATIENCE), out)
        finally:
            process.kill()
            os.close(ours)


def _set_up(terminal: int, columns: int) -> None:
    """Give it a size, and let it neither echo nor change what is written."""
    fcntl.ioctl(terminal, termios.TIOCSWINSZ, struct.pack("HHHH", 24, columns, 0, 0))
    modes = termios.tcgetattr(terminal)
    modes[1] &= ~termios.OPOST
    modes[3] &= ~termios.ECHO
    termios.tcsetattr(terminal, termios.TCSANOW, modes)


def _all_of(terminal: int, end: bytes = b"") -> bytes:
    """Read until the other side is closed, or has written what is waited for."""
    parts: list[bytes] = []
    until = time.monotonic() + _PATIENCE
    while (left := until - time.monotonic()) > 0 and select.select([terminal], [], [], left)[0]:
        try:
            part = os.read(terminal, 65536)
        except OSError:  # how Linux says that nobody has the terminal open any more
            break
        if not part:
            break
        parts.append(part)
        if end and end in b"".join(parts):
            break
    return b"".join(parts)
