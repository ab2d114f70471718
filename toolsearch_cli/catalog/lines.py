"""Where a value stands in its file: JSON pointer -> line, for reports that open the file there."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from toolsearch_cli.catalog.json_text import TextError, without_comments
from toolsearch_cli.catalog.places import STDIN
from toolsearch_cli.catalog.reading import read_path
from toolsearch_cli.catalog.samples import PREFIX
from toolsearch_cli.errors import InputError

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from toolsearch_cli.catalog.model import Provenance

_SPACE = " \t\n\r"
_LARGEST = 1 << 40
"""Bytes: the file was loaded before, so it is no larger than whoever loaded it allowed."""


class Spot(NamedTuple):
    """A place in a file of a repository."""

    file: str
    """Relative to the repository's root, with slashes; as it was named where it is outside."""
    line: int | None = None
    """From 1; `None` where it is not known: a packed file, several values in one file."""


class _Node:
    """The pointers that are looked for, as a tree of keys."""

    __slots__ = ("below", "pointer")

    def __init__(self) -> None:
        self.pointer: str | None = None
        self.below: dict[str, _Node] = {}


def spots(places: Iterable[Provenance], root: Path) -> dict[Provenance, Spot]:
    """Return where each place is in the repository at `root`.

    Samples and standard input are in no repository, and are left out.
    """
    by_file: dict[str, list[Provenance]] = {}
    for place in places:
        if place.file != STDIN and not place.file.startswith(PREFIX):
            by_file.setdefault(place.file, []).append(place)
    found: dict[Provenance, Spot] = {}
    for file, own in by_file.items():
        lines = _lines_in(file, [place.pointer for place in own])
        name = in_repository(file, root)
        found |= {place: Spot(name, lines.get(place.pointer)) for place in own}
    return found


def in_repository(file: str, root: Path) -> str:
    """Return the file's path from the root, or its name as it is where the root is not above."""
    path = Path(os.path.relpath(Path(file).absolute(), root.absolute()))
    return file if path.parts[:1] == ("..",) else path.as_posix()


def _lines_in(file: str, pointers: Iterable[str]) -> dict[str, int]:
    if file.endswith(".gz"):
        return {}
    try:
        return lines_of(read_path(Path(file), file, _LARGEST), pointers)
    except InputError:
        return {}


def lines_of(text: str, pointers: Iterable[str]) -> dict[str, int]:
    """Return the line, from 1, on which the value of each RFC 6901 pointer starts.

    The text is one value of JSON, with or without comments, or of YAML. What is not there is left
    out; of repeated keys the last counts, as when it is loaded.
    """
    pointers = tuple(pointers)
    wanted = _Node()
    for pointer in pointers:
        node = wanted
        for key in pointer.split("/")[1:]:
            node = node.below.setdefault(key.replace("~1", "/").replace("~0", "~"), _Node())
        node.pointer = pointer
    starts = _starts(text, wanted)
    if starts is None:
        starts = _starts(without_comments(text), wanted)
    if starts is None:
        return _lines_in_yaml(text, pointers)
    return dict(_numbered(text, starts))


def _lines_in_yaml(text: str, pointers: Iterable[str]) -> dict[str, int]:
    from toolsearch_cli.catalog.yaml_text import yaml_lines

    try:
        lines = yaml_lines(text)
    except TextError:
        return {}
    return {pointer: lines[pointer] for pointer in pointers if pointer in lines}


def _numbered(text: str, starts: dict[str, int]) -> Iterator[tuple[str, int]]:
    line, counted = 1, 0
    for pointer, start in sorted(starts.items(), key=lambda item: item[1]):
        line += text.count("\n", counted, start)
        counted = start
        yield pointer, line


def _starts(text: str, wanted: _Node) -> dict[str, int] | None:
    """Return where each value starts; `None` where the text is not one JSON value."""
    walk = _Walk(text)
    try:
        end = walk.space(walk.value(walk.space(0), wanted))
    except (ValueError, IndexError, RecursionError):
        return None
    return walk.starts if end == len(text) else None


class _Walk:
    """Walks the containers on the way to what is wanted; all else the standard library skips."""

    __slots__ = ("_decode", "_text", "starts")

    def __init__(self, text: str) -> None:
        self._text = text
        self._decode = json.JSONDecoder().raw_decode
        self.starts: dict[str, int] = {}

    def space(self, position: int) -> int:
        while position < len(self._text) and self._text[position] in _SPACE:
            position += 1
        return position

    def value(self, start: int, node: _Node | None) -> int:
        """Note where a value starts, and what is wanted of it; return its end."""
        if node is not None and node.pointer is not None:
            self.starts[node.pointer] = start
        opening = self._text[start]
        if node is None or not node.below or opening not in "{[":
            return self._decode(self._text, start)[1]
        return self._container(start, node, is_object=opening == "{")

    def _container(self, start: int, node: _Node, *, is_object: bool) -> int:
        closing = "}" if is_object else "]"
        position, index = self.space(start + 1), 0
        while self._text[position] != closing:
            key: object = str(index)
            if is_object:
                key, position = self._decode(self._text, position)
                position = self.space(self._expect(self.space(position), ":"))
            position = self.space(self.value(position, node.below.get(str(key))))
            index += 1
            if self._text[position] != closing:
                position = self.space(self._expect(position, ","))
        return position + 1

    def _expect(self, position: int, mark: str) -> int:
        if self._text[position] != mark:
            raise ValueError(position)
        return position + 1
