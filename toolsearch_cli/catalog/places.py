"""What the user names -> the files to read: files, folders, globs, samples, standard input."""

from __future__ import annotations

import os
import re
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from toolsearch_cli.catalog.naming import SNAP, SNAPS
from toolsearch_cli.catalog.samples import PREFIX, SAMPLES, sample_files
from toolsearch_cli.errors import InputError, UsageError

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

STDIN = "-"
_MAGIC = re.compile(r"[*?[]")
_ENDINGS = (
    *(".json", ".json.gz", ".yaml", ".yml", ".jsonl", ".ndjson"),
    *(".har", ".mcpb", ".dxt"),
)
_WAYS = (
    "name a file, a folder, a glob in quotes, `-` for standard input, or "
    f"{', '.join(PREFIX + name for name in SAMPLES)}"
)


class Place(NamedTuple):
    """One file to read."""

    file: str
    """How it is called to the user."""
    path: Path | None
    """None for standard input."""


class Named(NamedTuple):
    """What one name stands for."""

    name: str
    places: tuple[Place, ...]
    is_folder: bool = False


def find(patterns: Sequence[str]) -> tuple[Named, ...]:
    """Find the files behind every pattern, in the order given.

    Raises:
        InputError: A pattern matches nothing, or a folder holds no catalogs.
        UsageError: No pattern was given, standard input was named twice, or there is no such
            sample.
    """
    if not patterns:
        raise UsageError("no catalog was named", hint=_WAYS)
    if list(patterns).count(STDIN) > 1:
        raise UsageError("`-` is standard input and can be named only once")
    return tuple(named for pattern in patterns for named in _expand(pattern))


def _expand(pattern: str) -> Iterator[Named]:
    if pattern == STDIN:
        yield Named(STDIN, (Place(STDIN, None),))
    elif pattern.startswith(PREFIX):
        files = sample_files(pattern.removeprefix(PREFIX))
        yield Named(pattern, tuple(Place(name, path) for name, path in files))
    elif os.path.lexists(pattern):
        yield _existing(pattern)
    else:
        matches = _matches(pattern)
        if not matches:
            raise InputError("there is no such file or folder", file=pattern, hint=_WAYS)
        for match in matches:
            yield _existing(str(match))


def _matches(pattern: str) -> list[Path]:
    if not _MAGIC.search(pattern):
        return []
    whole = Path(pattern)
    try:
        return sorted(Path(whole.anchor).glob(str(whole.relative_to(whole.anchor))))
    except (OSError, ValueError, NotImplementedError):
        return []


def _existing(name: str) -> Named:
    path = Path(name)
    if not path.is_dir():
        return Named(name, (Place(name, path),))
    found = tuple(Place(str(file), file) for file in (*_snaps(path), *_in_folder(path)))
    if not found:
        endings = ", ".join(f"*{ending}" for ending in (*_ENDINGS, SNAP))
        raise InputError(f"the folder holds no catalogs ({endings})", file=name, hint=_WAYS)
    return Named(name, found, is_folder=True)


def _snaps(folder: Path) -> list[Path]:
    """Return the tools of a folder that holds one a file; other folders' are other programs'."""
    try:
        return sorted(entry for entry in folder.glob(f"*{SNAP}") if entry.is_file())
    except OSError:
        return []


def _in_folder(folder: Path) -> Iterator[Path]:
    """The catalog files of a folder, sorted: its own first, then those of its folders."""
    try:
        entries = [(entry, entry.is_dir()) for entry in sorted(folder.iterdir())]
    except OSError as error:
        raise InputError(f"cannot be read: {error.strerror}", file=str(folder)) from None
    for entry, is_folder in entries:
        if entry.name.endswith(_ENDINGS) and not is_folder:
            yield entry
        elif entry.name == SNAPS and is_folder:
            yield from _snaps(entry)
    for entry, is_folder in entries:
        if is_folder and not entry.is_symlink() and not entry.name.startswith("."):
            yield from _in_folder(entry)
