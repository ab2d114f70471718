"""Recordings of a running bridge as labelled queries: what models searched, and then called."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final, NamedTuple

from toolsearch_cli.errors import InputError

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from toolsearch_cli.catalog.model import Json

_KIND: Final = "recording/1"
_HINT: Final = "the tool that is called after a search is its right answer; record some of those"


class Searches(NamedTuple):
    """How many searches were recorded, and what came of them. Each query of a search is one.

    Those that nothing was called for have no right answer, and are in no figure.
    """

    total: int
    followed: int
    """Something was called for them."""
    missed: int
    """Of those: nothing but tools that they had not found."""
    unfollowed: int
    found_nothing: int
    """Of the unfollowed."""

    @property
    def words(self) -> str:
        """Such as `3 searches: 1 followed by a call, 2 not (2 found nothing)`."""
        missed = f" ({self.missed:,} of a tool they had not found)" if self.missed else ""
        nothing = f" ({self.found_nothing:,} found nothing)" if self.found_nothing else ""
        return (
            f"{self.total:,} search{'' if self.total == 1 else 'es'}: "
            f"{self.followed:,} followed by a call{missed}, {self.unfollowed:,} not{nothing}"
        )


class Recording(NamedTuple):
    """What is known from a recording."""

    labels: dict[str, tuple[str, ...]]
    """Each query that led to a call, and the tools called for it as `source/tool`."""
    searches: Searches


@dataclass(slots=True, eq=False)
class _Asked:
    """One query of a session, and what was called for it since."""

    text: str
    found: frozenset[str]
    called: list[str] = field(default_factory=list)
    has_found: bool = False
    """Whether it found a tool that was called for it."""


@dataclass(slots=True, eq=False)
class _Session:
    """What was searched so far."""

    finders: dict[str, _Asked] = field(default_factory=dict)
    """The latest query that found each tool; of one search its first."""
    latest: Sequence[_Asked] = ()
    """The queries of the latest search."""

    def add(self, search: Sequence[_Asked]) -> None:
        for one in reversed(search):
            self.finders.update(dict.fromkeys(one.found, one))
        self.latest = search


def is_recording(value: Json) -> bool:
    """Say whether a value is a line of a recording."""
    return isinstance(value, dict) and value.get("toolsearch") == _KIND


def read_recording(lines: Iterable[Json], file: str) -> Recording:
    """Return the queries that led to a call, and how many of all there were did.

    Within its session, a call is for the latest query that found its tool. A tool that no query
    found is for each query of the latest search that nothing has been called for yet: those missed
    it. What nothing was called for has no right answer: it is only counted.

    Raises:
        InputError: A line is none of a recording, or no query led to a call.
    """
    sessions: dict[str, _Session] = {}
    everything: list[_Asked] = []
    for number, line in enumerate(lines, start=1):
        if not isinstance(line, dict) or not is_recording(line):
            raise InputError(f"entry {number}: is no line of a recording", file=file)
        session = sessions.setdefault(str(line.get("session")), _Session())
        if asked := list(_asked(line)):
            session.add(asked)
            everything += asked
        _settle(line.get("called"), session)
    found: dict[str, dict[str, None]] = {}
    for one in everything:
        if one.called:
            found.setdefault(one.text, {}).update(dict.fromkeys(one.called))
    searches = _counted(everything)
    if not found:
        counted = f" ({searches.words})" if searches.total else ""
        reason = f"no search that it records was followed by a call{counted}"
        raise InputError(reason, file=file, hint=_HINT)
    return Recording({text: tuple(labels) for text, labels in found.items()}, searches)


def _counted(everything: Sequence[_Asked]) -> Searches:
    followed = [one for one in everything if one.called]
    return Searches(
        total=len(everything),
        followed=len(followed),
        missed=sum(not one.has_found for one in followed),
        unfollowed=len(everything) - len(followed),
        found_nothing=sum(not (one.called or one.found) for one in everything),
    )


def _asked(line: Mapping[str, Json]) -> Iterator[_Asked]:
    searches = line.get("searches")
    for one in searches if isinstance(searches, list) else ():
        if not isinstance(one, dict):
            continue
        text, found = one.get("query"), one.get("found")
        if isinstance(text, str) and text.strip():
            names = found if isinstance(found, list) else []
            yield _Asked(text.strip(), frozenset(name for name in names if isinstance(name, str)))


def _settle(called: Json, session: _Session) -> None:
    """Say for which queries of a session a tool was called."""
    if not isinstance(called, dict):
        return
    name, source, tool = (called.get(key) for key in ("name", "source", "tool"))
    if not (isinstance(name, str) and isinstance(source, str) and isinstance(tool, str)):
        return
    label = f"{source}/{tool}"
    finder = session.finders.get(name)
    if finder is not None:
        finder.called.append(label)
        finder.has_found = True
        return
    for one in session.latest:
        if not one.called:
            one.called.append(label)
