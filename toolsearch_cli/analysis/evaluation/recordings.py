"""Recordings of a running bridge as labelled queries: what models searched, and then called."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

from toolsearch_cli.errors import InputError

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from toolsearch_cli.catalog.model import Json

_KIND: Final = "recording/1"


@dataclass(slots=True, eq=False)
class _Asked:
    """One query of a session, and what was called for it since."""

    text: str
    found: frozenset[str]
    called: list[str] = field(default_factory=list)


def is_recording(value: Json) -> bool:
    """Say whether a value is a line of a recording."""
    return isinstance(value, dict) and value.get("toolsearch") == _KIND


def called_after(lines: Iterable[Json], file: str) -> dict[str, tuple[str, ...]]:
    """Return each query that led to a call, with the tools called for it as `source/tool`.

    Within its session, a call is for the latest query that found its tool. A tool that no query
    found is for each query of the latest search that nothing has been called for yet: those missed
    it. Queries that nothing was called for say nothing, and are left out.

    Raises:
        InputError: A line is none of a recording, or no query led to a call.
    """
    sessions: dict[str, list[list[_Asked]]] = {}
    everything: list[_Asked] = []
    for number, line in enumerate(lines, start=1):
        if not isinstance(line, dict) or not is_recording(line):
            raise InputError(f"entry {number}: is no line of a recording", file=file)
        searches = sessions.setdefault(str(line.get("session")), [])
        if asked := list(_asked(line)):
            searches.append(asked)
            everything += asked
        _settle(line.get("called"), searches)
    found: dict[str, dict[str, None]] = {}
    for one in everything:
        if one.called:
            found.setdefault(one.text, {}).update(dict.fromkeys(one.called))
    if not found:
        raise InputError("no search that it records was followed by a call", file=file)
    return {text: tuple(labels) for text, labels in found.items()}


def _asked(line: Mapping[str, Json]) -> Iterator[_Asked]:
    searches = line.get("searches")
    for one in searches if isinstance(searches, list) else ():
        if not isinstance(one, dict):
            continue
        text, found = one.get("query"), one.get("found")
        if isinstance(text, str) and text.strip():
            names = found if isinstance(found, list) else []
            yield _Asked(text.strip(), frozenset(name for name in names if isinstance(name, str)))


def _settle(called: Json, searches: list[list[_Asked]]) -> None:
    """Say for which queries of a session a tool was called."""
    if not isinstance(called, dict):
        return
    name, source, tool = (called.get(key) for key in ("name", "source", "tool"))
    if not (isinstance(name, str) and isinstance(source, str) and isinstance(tool, str)):
        return
    label = f"{source}/{tool}"
    finders = (one for search in reversed(searches) for one in search if name in one.found)
    finder = next(finders, None)
    if finder is not None:
        finder.called.append(label)
    elif searches:
        for one in searches[-1]:
            if not one.called:
                one.called.append(label)
