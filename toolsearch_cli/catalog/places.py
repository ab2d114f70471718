"""What the user names -> the files to read: files, folders, globs, samples, standard input."""

from __future__ import annotations

import os
import re
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from toolsearch_cli.errors import InputError, UsageError

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

STDIN = "-"
_MAGIC = re.compile(r"[*?[]")
_SAMPLE = "sample:"
_ENDINGS = (".json", ".json.gz", ".yaml", ".yml", ".jsonl", ".ndjson")
_WAYS = (
    "name a file, a folder, a glob in quotes, `-` for standard input, or "
    "sample:demo, sample:everyday, sample:fleet, sample:cloudflare"
)


@dataclass(frozen=True, slots=True)
class Place:
    """One file to read; `path` is None for standard input."""

    file: str
    path: Path | None
    folder: str | None = None
    """The folder that was named instead of this file: there, a file without tools may stand."""


def find(patterns: Sequence[str]) -> tuple[Place, ...]:
    """Find the files behind every pattern, in the order given.

    Raises:
        InputError: A pattern matches nothing, or a folder holds no catalogs.
        UsageError: No pattern was given, or standard input was named twice.
    """
    if not patterns:
        raise UsageError("no catalog was named", hint=_WAYS)
    if list(patterns).count(STDIN) > 1:
        raise UsageError("`-` is standard input and can be named only once")
    return tuple(place for pattern in patterns for place in _expand(pattern))


def _expand(pattern: str) -> Iterator[Place]:
    if pattern == STDIN:
        yield Place(STDIN, None)
    elif pattern.startswith(_SAMPLE):
        from toolsearch_cli.catalog.samples import sample_files

        for name, path in sample_files(pattern.removeprefix(_SAMPLE)):
            yield Place(name, path)
    elif os.path.lexists(pattern):
        yield from _existing(pattern)
    else:
        matches = _matches(pattern)
        if not matches:
            raise InputError("there is no such file or folder", file=pattern, hint=_WAYS)
        for match in matches:
            yield from _existing(str(match))


def _matches(pattern: str) -> list[Path]:
    if not _MAGIC.search(pattern):
        return []
    whole = Path(pattern)
    try:
        return sorted(Path(whole.anchor).glob(str(whole.relative_to(whole.anchor))))
    except (OSError, ValueError, NotImplementedError):
        return []


def _existing(name: str) -> Iterator[Place]:
    path = Path(name)
    if not path.is_dir():
        yield Place(name, path)
        return
    found = list(_in_folder(path))
    if not found:
        endings = ", ".join(f"*{ending}" for ending in _ENDINGS)
        raise InputError(f"the folder holds no catalogs ({endings})", file=name, hint=_WAYS)
    for file in found:
        yield Place(str(file), file, folder=name)


def _in_folder(folder: Path) -> Iterator[Path]:
    """The catalog files of a folder, sorted: its own first, then those of its folders."""
    try:
        entries = sorted(folder.iterdir())
    except OSError as error:
        raise InputError(f"cannot be read: {error.strerror}", file=str(folder)) from None
    for entry in entries:
        if entry.name.endswith(_ENDINGS) and not entry.is_dir():
            yield entry
    for entry in entries:
        if entry.is_dir() and not entry.is_symlink() and not entry.name.startswith("."):
            yield from _in_folder(entry)
