"""Narration on stderr, and the one way an answer leaves: stdout or a file, as bytes."""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from errno import EACCES, EISDIR
from pathlib import Path
from typing import TYPE_CHECKING

from toolsearch_cli.cli.choices import ColorMode, OutputFormat
from toolsearch_cli.cli.option_groups import OutputOptions
from toolsearch_cli.errors import ExternalError, UsageError

if TYPE_CHECKING:
    from toolsearch_cli.reports.records import Record
    from toolsearch_cli.views.grid import Page

_WIDEST = 1_000


@dataclass(frozen=True, slots=True)
class Console:
    """Where a command speaks, decided once from its options and the streams."""

    options: OutputOptions

    @property
    def on_terminal(self) -> bool:
        """Whether the answer goes to a terminal."""
        return self.options.output is None and sys.stdout.isatty()

    @property
    def format(self) -> OutputFormat:
        """The format asked for; else a table on a terminal and plain text in a pipe or file."""
        if self.options.json_:
            return OutputFormat.json
        if self.options.format_ is not None:
            return self.options.format_
        return OutputFormat.table if self.on_terminal else OutputFormat.plain

    def page(
        self, page: Page, kind: str, record: Callable[[], Record], *formats: OutputFormat
    ) -> None:
        """Write an answer: its page in the format asked for, or its record as JSON.

        Args:
            page: The answer for people.
            kind: The record's name and version, such as `tiers/1`.
            record: Makes the record; called only for JSON.
            formats: The formats this command has, when it does not have them all.

        Raises:
            UsageError: The command has no such format.
        """
        if formats and self.format not in formats:
            known = ", ".join(one.value for one in formats)
            raise UsageError(f"-f {self.format.value}: not for this answer", hint=f"known: {known}")
        if self.format is OutputFormat.json:
            from toolsearch_cli.reports.records import json_text

            self.text(json_text(kind, record()))
            return
        from toolsearch_cli.reports import page_text

        if not self.on_terminal or self.options.quiet:
            from dataclasses import replace

            page = replace(page, next_steps=())
        text = page_text(
            page,
            self.format.value,
            width=self.width,
            color=self.color,
        )
        self.text(text)

    @property
    def draws_unicode(self) -> bool:
        """Whether a chart may be drawn with more than ASCII: a terminal may not write it."""
        return not self.on_terminal or "utf" in (sys.stdout.encoding or "").lower()

    @property
    def width(self) -> int:
        """Terminal columns; `COLUMNS` decides, and a pipe without it has no edge."""
        if self.on_terminal or os.environ.get("COLUMNS", "").isdigit():
            return shutil.get_terminal_size().columns
        return _WIDEST

    @property
    def color(self) -> bool:
        """Whether colour may be used: the flag, then `NO_COLOR`, then the terminal."""
        if self.options.color is not ColorMode.auto:
            return self.options.color is ColorMode.always
        return self.on_terminal and not os.environ.get("NO_COLOR")

    def text(self, text: str) -> None:
        """Write text as it is."""
        from toolsearch_cli.reports.records import utf8

        self.bytes(utf8(text))

    def bytes(self, data: bytes) -> None:
        """Write bytes to the file asked for, or to stdout."""
        path = self.options.output
        if path is not None:
            write_file(path, data)
            return
        try:
            sys.stdout.flush()
            sys.stdout.buffer.write(data)
            sys.stdout.buffer.flush()
        except OSError as error:
            discard_unwritten()
            if isinstance(error, BrokenPipeError):
                raise
            raise ExternalError(f"standard output: {error.strerror or error}") from None

    def require_place(self) -> None:
        """Try, before long work, the place where the answer goes.

        Raises:
            UsageError: The file cannot be written.
            ExternalError: Standard output was closed by whoever started the program.
        """
        if self.options.output is not None:
            require_writable(self.options.output)
        elif sys.__stdout__ is None:
            raise ExternalError("standard output: it is closed", hint="-o FILE writes a file")

    def say(self, line: str) -> None:
        """Narrate on stderr, unless quiet."""
        if not self.options.quiet:
            tell(line)

    def warn(self, line: str) -> None:
        """Warn on stderr; warnings are not narration, and quiet keeps them."""
        tell(f"toolsearch: warning: {line}")

    def detail(self, line: str) -> None:
        """Narrate only when verbose."""
        if self.options.verbose:
            tell(line)


def discard_unwritten() -> None:
    """Let what cannot be written, and what Python would try again at exit, go nowhere."""
    for stream in (sys.stdout, sys.stderr):
        try:
            stream.flush()
        except OSError:
            os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())


def tell(line: str) -> None:
    """Write one safe line to stderr, after everything that went to stdout."""
    from toolsearch_cli.text import visible

    sys.stdout.flush()
    narrate(visible(line) + "\n")


def narrate(text: str) -> None:
    """Write safe text to stderr; where nobody can read it, nothing else depends on it."""
    try:
        sys.stderr.write(text)
        sys.stderr.flush()
    except OSError:
        discard_unwritten()


def require_writable(path: Path, option: str = "--output") -> None:
    """Try whether `write_file` could write a file; what is there stays as it is.

    Raises:
        UsageError: It cannot be written.
    """
    try:
        if path.is_dir():
            raise IsADirectoryError(EISDIR, os.strerror(EISDIR))
        if path.exists() and not path.is_file():  # a device or a pipe
            return
        target = Path(os.path.realpath(path))
        _require_access(target)
        with _beside(target) as beside:
            beside.touch()
    except OSError as error:
        raise UsageError(f"{option} {path}: {error.strerror or error}") from None


def write_file(path: Path, data: bytes, option: str = "--output") -> None:
    """Write a file that an option names: whole, or not at all.

    Raises:
        UsageError: It cannot be written.
    """
    try:
        if path.exists() and not path.is_file():  # a device or a pipe
            path.write_bytes(data)
        else:
            _replace(Path(os.path.realpath(path)), data)
    except OSError as error:
        raise UsageError(f"{option} {path}: {error.strerror or error}") from None


def _replace(path: Path, data: bytes) -> None:
    """Write beside the file, then put it in its place, so that no reader sees half of it."""
    _require_access(path)
    with _beside(path) as beside:
        beside.write_bytes(data)
        if path.exists():
            shutil.copymode(path, beside)
        beside.replace(path)


def _require_access(path: Path) -> None:
    if path.exists() and not os.access(path, os.W_OK):
        raise PermissionError(EACCES, os.strerror(EACCES))


@contextmanager
def _beside(path: Path) -> Iterator[Path]:
    """Give the name of a file beside another, and leave none there."""
    beside = path.with_name(f".{path.name}.{os.getpid()}")
    try:
        yield beside
    finally:
        beside.unlink(missing_ok=True)
