"""The query forms of Claude Code's `ToolSearch`: names, required words, plain words.

The forms are known, the ranking is not: its scoring is not public, so the order here is an
approximation and never what a model is promised. It is the same on every run.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
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
        self._folded: list[str] = []
        self._described: list[frozenset[str]] = []
        words = 0
        for name, description in documents:
            found = _WORD.findall(description.casefold())
            words += len(found)
            self._names.append(name)
            self._folded.append(name.casefold())
            self._described.append(frozenset(found))
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
        ordered = self._ordered(request, parts)
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
        request = read_request(query)
        parts = self._parts((*request.required, *request.words))
        return [(self._names[at], score) for at, score in self._ordered(request, parts)]

    def _selected(self, query: str, limit: int, names: Sequence[str]) -> Ranking:
        at = {name: position for position, name in reversed(list(enumerate(self._names)))}
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

    def _ordered(
        self, request: Request, parts: Mapping[str, Mapping[int, float]]
    ) -> list[tuple[int, float]]:
        """Return the hits and their points: most points first, then in catalog order."""
        scored: dict[int, float] = {}
        if request.required:
            needed = [one.casefold() for one in request.required]
            scored = {
                at: 0.0
                for at, name in enumerate(self._folded)
                if all(one in name for one in needed)
            }
        for word in _ranking_words(request):
            for at, points in parts[word].items():
                if at in scored or not request.required:
                    scored[at] = scored.get(at, 0.0) + points
        return sorted(scored.items(), key=lambda one: (-one[1], one[0]))

    def _parts(self, words: Iterable[str]) -> dict[str, dict[int, float]]:
        return {word: dict(self._points(word.casefold())) for word in words}

    def _points(self, word: str) -> Iterator[tuple[int, float]]:
        for at, (name, described) in enumerate(zip(self._folded, self._described, strict=True)):
            points = IN_NAME * (word in name) + IN_DESCRIPTION * (word in described)
            if points:
                yield at, points


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
