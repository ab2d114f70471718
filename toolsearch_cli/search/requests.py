"""The query forms of Claude Code's `ToolSearch`: names, required words, plain words.

The forms are known, the ranking is not: its scoring is not public, so the order here is an
approximation and never what a model is promised. It is the same on every run.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections import defaultdict
from dataclasses import dataclass
from itertools import accumulate
from typing import TYPE_CHECKING

from toolsearch_cli.search.ranking import NEXT_BEST, Hit, QueryTerm, Ranking, TermScore

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

_SELECT = "select:"
_WORD = re.compile(r"[^\W_]+")

IN_NAME = 2.0
"""Points for a word somewhere in a tool's name."""
IN_DESCRIPTION = 1.0
"""Points for a word that is one of the description's."""


@dataclass(frozen=True, slots=True)
class Request:
    """What a query asks for."""

    select: tuple[str, ...] | None = None
    """Exact names (`select:A,B`); `None`: the query is made of words."""
    required: tuple[str, ...] = ()
    """Words that a name must contain (`+word`), as typed."""
    words: tuple[str, ...] = ()
    """The other words, as typed."""


def read_request(query: str) -> Request:
    """Return what a query asks for; any text is one of the forms."""
    query = query.strip()
    if query.startswith(_SELECT):
        names = map(str.strip, query.removeprefix(_SELECT).split(","))
        return Request(select=tuple(dict.fromkeys(filter(None, names))))
    required: list[str] = []
    words: list[str] = []
    for piece in query.split():
        (required if piece.startswith("+") else words).extend(_WORD.findall(piece))
    return Request(required=tuple(required), words=tuple(words))


class RequestIndex:
    """Tools by name and description, in catalog order."""

    def __init__(self, documents: Iterable[tuple[str, str]]) -> None:
        """Index `documents`, each a name and a description."""
        self._names: list[str] = []
        self._described: dict[str, list[int]] = {}
        words = 0
        for at, (name, description) in enumerate(documents):
            found = _WORD.findall(description.casefold())
            words += len(found)
            self._names.append(name)
            for word in frozenset(found):
                self._described.setdefault(word, []).append(at)
        # No word has a line break in it, so that a word in here is within one name.
        self._folded = "\n".join(name.replace("\n", " ").casefold() for name in self._names)
        starts = accumulate(len(one) + 1 for one in self._folded.split("\n"))
        self._starts = [0, *starts]
        self._named: dict[str, list[int]] = {}
        self._places: dict[str, int] | None = None
        self._mean_length = words / max(len(self._names), 1)

    def search(self, query: str, limit: int) -> Ranking:
        """Return the tools that a query asks for; `limit` is at least 1 and already clamped.

        Names (`select:`) come as they are asked for, all of them, whatever the limit. Words give
        `IN_NAME` and `IN_DESCRIPTION` points; a tool whose name lacks a required word is no hit,
        and required words give points only where there are no others.
        """
        request = read_request(query)
        if request.select is not None:
            return self._selected(query, limit, request.select)
        parts = self._parts((*request.required, *request.words))
        ordered = self._ordered(request)
        hits = tuple(
            Hit(self._names[at], at, score, _explained(at, _ranking_words(request), parts))
            for at, score in ordered[:limit]
        )
        asked = (*request.required, *request.words)
        return Ranking(
            query=query,
            limit=limit,
            path="keyword" if ordered else "none" if asked else "no-token",
            hits=hits,
            found=len(ordered),
            terms=tuple(QueryTerm(one, one.casefold(), len(parts[one]), 1.0) for one in asked),
            documents=len(self._names),
            average_length=self._mean_length,
            cut=tuple(
                Hit(self._names[at], at, score) for at, score in ordered[limit : limit + NEXT_BEST]
            ),
            tie_order="position",
            unread=(),
        )

    def scores(self, query: str) -> list[tuple[str, float]]:
        """Return every tool that words find and its points, best first; none for `select:`."""
        return [(self._names[at], score) for at, score in self._ordered(read_request(query))]

    def finds(self, query: str, name: str, limit: int) -> bool:
        """Say whether the first document called `name` is a hit of `search`, making none."""
        request = read_request(query)
        if request.select is not None:
            return name in request.select and name in self._first
        place = self._first.get(name)
        scored = self._scored(request)
        if place is None or place not in scored:
            return False
        own = scored[place]
        better = sum(one > own or (one == own and at < place) for at, one in scored.items())
        return better < limit

    @property
    def _first(self) -> Mapping[str, int]:
        if self._places is None:
            self._places = {name: at for at, name in reversed(list(enumerate(self._names)))}
        return self._places

    def _selected(self, query: str, limit: int, names: Sequence[str]) -> Ranking:
        at = self._first
        hits = tuple(Hit(name, at[name], 0.0) for name in names if name in at)
        return Ranking(
            query=query,
            limit=limit,
            path="select" if hits else "none" if names else "no-token",
            hits=hits,
            found=len(hits),
            terms=tuple(QueryTerm(name, name, int(name in at), 1.0) for name in names),
            documents=len(self._names),
            average_length=self._mean_length,
            tie_order="position",
            unread=(),
        )

    def _ordered(self, request: Request) -> list[tuple[int, float]]:
        """Return the hits and their points: most points first, then in catalog order."""
        return sorted(self._scored(request).items(), key=lambda one: (-one[1], one[0]))

    def _scored(self, request: Request) -> dict[int, float]:
        """Return the hits and their points, in no order."""
        scored: defaultdict[int, float] = defaultdict(float)
        for word in map(str.casefold, _ranking_words(request)):
            for at in self._in_names(word):
                scored[at] += IN_NAME
            for at in self._described.get(word, ()):
                scored[at] += IN_DESCRIPTION
        if not request.required:
            return scored
        needed = (frozenset(self._in_names(one.casefold())) for one in request.required)
        return {at: scored.get(at, 0.0) for at in frozenset.intersection(*needed)}

    def _parts(self, words: Iterable[str]) -> dict[str, dict[int, float]]:
        return {word: self._points(word.casefold()) for word in words}

    def _points(self, word: str) -> dict[int, float]:
        points = dict.fromkeys(self._in_names(word), IN_NAME)
        for at in self._described.get(word, ()):
            points[at] = points.get(at, 0.0) + IN_DESCRIPTION
        return points

    def _in_names(self, word: str) -> list[int]:
        """Return the tools that have a word anywhere in their names, ascending."""
        known = self._named.get(word)
        if known is None:
            known = self._named[word] = list(self._searched(word))
        return known

    def _searched(self, word: str) -> Iterator[int]:
        at = self._folded.find(word)
        while at >= 0:
            place = bisect_right(self._starts, at) - 1
            yield place
            at = self._folded.find(word, self._starts[place + 1])


def _ranking_words(request: Request) -> tuple[str, ...]:
    return request.words or request.required


def _explained(
    document: int, words: Iterable[str], parts: Mapping[str, Mapping[int, float]]
) -> tuple[TermScore, ...]:
    return tuple(
        TermScore(word.casefold(), 1, len(parts[word]), 1.0, parts[word][document])
        for word in words
        if document in parts[word]
    )
