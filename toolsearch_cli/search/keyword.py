"""A count of query words: one point for each that is somewhere in a tool's text."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from collections.abc import Set as AbstractSet
from itertools import chain
from typing import TYPE_CHECKING, TypeAlias

from toolsearch_cli.search.ranking import NEXT_BEST, Hit, QueryTerm, Ranking, TermScore

if TYPE_CHECKING:
    from collections.abc import Iterable

Holders: TypeAlias = Mapping[str, AbstractSet[int]]
"""The documents that hold each term."""


class KeywordIndex:
    """Tools as LiteLLM searches them without an embedding model.

    A word counts wherever its letters stand, also inside another word: `a` is almost everywhere.
    """

    def __init__(self, documents: Iterable[tuple[str, str]]) -> None:
        """Index `documents`, each a name and a description, in catalog order."""
        self._names: list[str] = []
        self._texts: list[str] = []
        for name, description in documents:
            self._names.append(name)
            self._texts.append("\n".join(filter(None, (name, description))).lower())
        words = sum(len(text.split()) for text in self._texts)
        self._mean_length = words / max(len(self._texts), 1)

    def search(self, query: str, limit: int) -> Ranking:
        """Return the best tools for one query; `limit` is at least 1 and already clamped.

        Scores are whole numbers, 1 for each word of the query that was found; a repeated word
        counts again, and equal scores stay in catalog order. There is no idf: it stands as 1.
        """
        terms = query.lower().split()
        holders = self._holders(terms)
        ordered = _ordered(terms, holders)
        asked = tuple(
            QueryTerm(word, term, len(holders[term]), 1.0)
            for word, term in zip(query.split(), terms, strict=True)
        )
        hits = tuple(
            Hit(self._names[at], at, score, _explained(at, terms, holders) if rank < limit else ())
            for rank, (at, score) in enumerate(ordered[: limit + NEXT_BEST])
        )
        return Ranking(
            query=query,
            limit=limit,
            path="keyword" if ordered else "none" if terms else "no-token",
            hits=hits[:limit],
            found=len(ordered),
            terms=asked,
            documents=len(self._texts),
            average_length=self._mean_length,
            cut=hits[limit:],
            tie_order="position",
            unread=(),
        )

    def scores(self, query: str) -> list[tuple[str, float]]:
        """Return every tool with a point and its points, best first."""
        terms = query.lower().split()
        ordered = _ordered(terms, self._holders(terms))
        return [(self._names[at], score) for at, score in ordered]

    def _holders(self, terms: Iterable[str]) -> Holders:
        return {
            term: {at for at, text in enumerate(self._texts) if term in text} for term in set(terms)
        }


def _ordered(terms: Iterable[str], holders: Holders) -> list[tuple[int, float]]:
    """Return documents and their points, most points first, then in catalog order."""
    points = Counter(chain.from_iterable(holders[term] for term in terms))
    return sorted(((at, float(count)) for at, count in points.items()), key=_best_first)


def _best_first(scored: tuple[int, float]) -> tuple[float, int]:
    document, score = scored
    return -score, document


def _explained(document: int, terms: Iterable[str], holders: Holders) -> tuple[TermScore, ...]:
    return tuple(
        TermScore(term, 1, len(holders[term]), 1.0, 1.0)
        for term in terms
        if document in holders[term]
    )
