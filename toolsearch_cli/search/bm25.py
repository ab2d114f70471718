"""BM25: the one engine. Its parameters say whose BM25 it is."""

from __future__ import annotations

import math
from array import array
from bisect import bisect_left
from dataclasses import dataclass
from heapq import nlargest
from typing import TYPE_CHECKING, Literal, TypeAlias

from toolsearch_cli.search.ranking import QueryTerm, TermScore

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from toolsearch_cli.search.postings import Postings

Idf: TypeAlias = Literal["plus", "floored"]
"""`plus`: ln(1 + (N - df + 0.5) / (df + 0.5)), never negative; `floored`: without the 1 +, and
1e-6 where that is not positive (SQLite's FTS5)."""

_FLOOR = 1e-6


@dataclass(frozen=True, slots=True, kw_only=True)
class Parameters:
    """Whose BM25 it is.

    With tf, length L and mean length A, one term's part of a score is
    idf * tf * (k1 + 1) / (tf + k1 * (1 - b + b * L / A)).
    """

    k1: float = 1.5
    b: float = 0.75
    idf: Idf = "plus"
    idf_first: bool = True
    """idf * (tf * (k1 + 1) / ...), else (idf * tf * (k1 + 1)) / ...: equal but for the last bit,
    which decides between documents whose scores are equal on paper."""
    least_mean: float = 0.0
    """The mean length is taken to be at least this."""


def inverse_document_frequency(documents: int, having: int, variant: Idf) -> float:
    """Return the idf of a term that `having` of `documents` hold (0 for an unknown term)."""
    odds = (documents - having + 0.5) / (having + 0.5)
    if variant == "plus":
        return math.log(1 + odds)
    return max(math.log(odds), _FLOOR)


@dataclass(frozen=True, slots=True)
class _Term:
    """One term's part of every score: parallel arrays, documents ascending."""

    idf: float
    documents: array[int]
    counts: array[int]
    parts: array[float]


class Bm25:
    """Scores over postings. Only documents that hold a query term are ever looked at.

    A term is worked out when it is first asked for and then kept.
    """

    __slots__ = ("_norms", "_terms", "parameters", "postings")

    def __init__(self, postings: Postings, parameters: Parameters) -> None:
        self.postings = postings
        self.parameters = parameters
        self._terms: dict[str, _Term] = {}
        k1, b = parameters.k1, parameters.b
        # Without any word the mean is 0, and no document is ever scored.
        mean = max(postings.mean_length, parameters.least_mean) or 1.0
        self._norms = array("d", [k1 * (1 - b + b * length / mean) for length in postings.lengths])

    def _term(self, term: str) -> _Term:
        known = self._terms.get(term)
        if known is not None:
            return known
        posting = self.postings.posting(term)
        documents, counts = posting.documents, posting.counts
        idf = inverse_document_frequency(len(self.postings), len(documents), self.parameters.idf)
        norms, more = self._norms, self.parameters.k1 + 1
        pairs = zip(documents, counts, strict=True)
        if self.parameters.idf_first:
            parts = [idf * (count * more / (count + norms[document])) for document, count in pairs]
        else:
            parts = [idf * count * more / (count + norms[document]) for document, count in pairs]
        made = self._terms[term] = _Term(idf, documents, counts, array("d", parts))
        return made

    def query_terms(self, words: Sequence[str], terms: Sequence[str]) -> tuple[QueryTerm, ...]:
        """Return what the index knows of each query word and its term, in query order."""
        return tuple(
            QueryTerm(word, term, len(known.documents), known.idf)
            for word, term in zip(words, terms, strict=True)
            for known in (self._term(term),)
        )

    def documents(self, term: str) -> array[int]:
        """Return the numbers of the documents that hold `term`, ascending."""
        return self._term(term).documents

    def scores(self, terms: Iterable[str]) -> dict[int, float]:
        """Return the score of every document that holds a term, by document number.

        Parts are added in the order of `terms`, and a repeated term adds its part again.
        """
        scores: dict[int, float] = {}
        for term in terms:
            known = self._term(term)
            pairs = zip(known.documents, known.parts, strict=True)
            if not scores:
                scores = dict(pairs)
                continue
            before = scores.get
            for document, part in pairs:
                scores[document] = before(document, 0.0) + part
        return scores

    def explain(self, document: int, terms: Iterable[str]) -> tuple[TermScore, ...]:
        """Return the parts whose sum, in order, is the document's score."""
        found = []
        for term in terms:
            known = self._term(term)
            at = bisect_left(known.documents, document)
            if at < len(known.documents) and known.documents[at] == document:
                df = len(known.documents)
                found.append(TermScore(term, known.counts[at], df, known.idf, known.parts[at]))
        return tuple(found)


def best(scores: Mapping[int, float], limit: int) -> list[tuple[int, float]]:
    """Return the `limit` best (document, score), ties in catalog order."""
    if limit < len(scores):
        least = nlargest(limit, scores.values())[-1]
        scores = {document: score for document, score in scores.items() if score >= least}
    ordered = sorted(scores.items(), key=lambda item: (-item[1], item[0]))
    return ordered[:limit]
