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
    from collections.abc import Set as AbstractSet

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
    """Tools by name and description; equals keep the order in which they are given."""

    def __init__(self, documents: Iterable[tuple[str, str]]) -> None:
        """Index `documents`, each a name and a description, in name order."""
        self._names: list[str] = []
        self._described: dict[str, set[int]] = {}
        words = 0
        for at, (name, description) in enumerate(documents):
            found = _WORD.findall(description.casefold())
            words += len(found)
            self._names.append(name)
            for word in frozenset(found):
                self._described.setdefault(word, set()).add(at)
        # No word has a line break in it, so that a word in here is within one name.
        self._folded = "\n".join(name.replace("\n", " ").casefold() for name in self._names)
        starts = accumulate(len(one) + 1 for one in self._folded.split("\n"))
        self._starts = [0, *starts]
        self._named: dict[str, frozenset[int]] = {}
        self._bits: dict[str, tuple[int, int]] = {}
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
        parts = {word: self._sums((word,)) for word in (*request.required, *request.words)}
        ordered = self._ordered(request)
        hits = tuple(
            Hit(self._names[at], at, score, _explained(at, _ranking_words(request), parts))
            for at, score in ordered[:limit]
        )
        asked = (*request.required, *request.words)
        return Ranking(
            query=query,
            limit=limit,
            path="points" if ordered else "none" if asked else "no-token",
            hits=hits,
            found=len(ordered),
            terms=tuple(QueryTerm(one, one.casefold(), len(parts[one]), 1.0) for one in asked),
            documents=len(self._names),
            average_length=self._mean_length,
            cut=tuple(
                Hit(self._names[at], at, score) for at, score in ordered[limit : limit + NEXT_BEST]
            ),
            tie_order="name",
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
        eligible = (1 << len(self._names)) - 1
        for word in request.required:
            eligible &= self._masks(word)[0]
        if place is None or not eligible >> place & 1:
            return False
        planes = [0, 0]
        for word in _ranking_words(request):
            in_names, in_texts = self._masks(word)
            _add(planes, 1, in_names)
            _add(planes, 0, in_texts)
        own = sum((plane >> place & 1) << at for at, plane in enumerate(planes))
        if not own and not request.required:
            return False
        return _better(planes, place, own, eligible) < limit

    def _masks(self, word: str) -> tuple[int, int]:
        """Return the tools that have a word in their names and in their texts, a bit each."""
        known = self._bits.get(word)
        if known is None:
            size = len(self._names)
            known = (_mask(self._in_names(word), size), _mask(self._in_texts(word), size))
            self._bits[word] = known
        return known

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
            tie_order="name",
            unread=(),
        )

    def _ordered(self, request: Request) -> list[tuple[int, float]]:
        """Return the hits and their points: most points first, then in the order given."""
        return sorted(self._scored(request).items(), key=lambda one: (-one[1], one[0]))

    def _scored(self, request: Request) -> dict[int, float]:
        """Return the hits and their points, in no order."""
        scored = self._sums(_ranking_words(request))
        if not request.required:
            return scored
        needed = map(self._in_names, request.required)
        return {at: scored.get(at, 0.0) for at in frozenset.intersection(*needed)}

    def _sums(self, words: Iterable[str]) -> dict[int, float]:
        scored: defaultdict[int, float] = defaultdict(float)
        for word in words:
            for at in self._in_names(word):
                scored[at] += IN_NAME
            for at in self._in_texts(word):
                scored[at] += IN_DESCRIPTION
        return scored

    def _in_texts(self, word: str) -> AbstractSet[int]:
        """Return the tools whose descriptions have a word."""
        return self._described.get(word.casefold(), frozenset())

    def _in_names(self, word: str) -> frozenset[int]:
        """Return the tools that have a word anywhere in their names."""
        known = self._named.get(word)
        if known is None:
            known = self._named[word] = frozenset(self._searched(word.casefold()))
        return known

    def _searched(self, word: str) -> Iterator[int]:
        at = self._folded.find(word)
        while at >= 0:
            place = bisect_right(self._starts, at) - 1
            yield place
            at = self._folded.find(word, self._starts[place + 1])


def _mask(places: Iterable[int], size: int) -> int:
    octets = bytearray(size // 8 + 1)
    for at in places:
        octets[at >> 3] |= 1 << (at & 7)
    return int.from_bytes(octets, "little")


def _add(planes: list[int], at: int, mask: int) -> None:
    """Give every tool of a mask 2 ** `at` points more; `planes` are the sums, a bit a plane."""
    while mask:
        if at == len(planes):
            planes.append(0)
        planes[at], mask = planes[at] ^ mask, planes[at] & mask
        at += 1


def _better(planes: Sequence[int], place: int, own: int, eligible: int) -> int:
    """Return how many tools come before the one at `place`: more points, or as many and earlier."""
    more, equal = 0, eligible
    for at in reversed(range(len(planes))):
        if own >> at & 1:
            equal &= planes[at]
        else:
            more |= equal & planes[at]
            equal &= ~planes[at]
    return more.bit_count() + (equal & ((1 << place) - 1)).bit_count()


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
