"""BM25: the one engine. Its parameters say whose BM25 it is."""

from __future__ import annotations

import math
from array import array
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal, TypeAlias

from toolsearch_cli.search.matching import (
    Admission,
    Column,
    Matches,
    admitted,
    is_among_best,
    matches,
)
from toolsearch_cli.search.ranking import QueryTerm, TermScore
from toolsearch_cli.search.single import single_idf, single_norms, single_parts

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Sequence

    from toolsearch_cli.search.postings import Postings

Idf: TypeAlias = Literal["plus", "floored"]
"""`plus`: ln(1 + (N - df + 0.5) / (df + 0.5)), never negative; `floored`: without the 1 +, and
1e-6 where that is not positive (SQLite's FTS5)."""

_FLOOR = 1e-6

MOST_KEPT = 1_000_000
"""Parts that an engine remembers, at about 90 bytes each."""


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
    gain_first: bool = False
    """Without `idf_first`: (idf * (tf * (k1 + 1))) / ..., not ((idf * tf) * (k1 + 1)) / ...."""
    ratio_first: bool = False
    """b * (L / A), else (b * L) / A."""
    single: bool = False
    """Every step is rounded to 32 bits, in the orders `ratio_first` and `gain_first`."""
    least_mean: float = 0.0
    """The mean length is taken to be at least this."""


def inverse_document_frequency(documents: int, having: int, variant: Idf) -> float:
    """Return the idf of a term that `having` of `documents` hold (0 for an unknown term)."""
    odds = (documents - having + 0.5) / (having + 0.5)
    if variant == "plus":
        return math.log(1 + odds)
    return max(math.log(odds), _FLOOR)


class Bm25:
    """Scores over postings. Only documents that hold a query term are ever looked at.

    A term's column is worked out when it is first asked for, and kept while there is room.
    """

    __slots__ = ("_columns", "_kept", "_norms", "parameters", "postings")

    def __init__(self, postings: Postings, parameters: Parameters) -> None:
        self.postings = postings
        self.parameters = parameters
        self._columns: dict[str, Column] = {}
        self._kept = 0
        k1, b = parameters.k1, parameters.b
        # Where no document has a word the mean is 0, and none is ever scored.
        mean = max(postings.mean_length, parameters.least_mean) or 1.0
        lengths = postings.lengths
        if parameters.single:
            self._norms = single_norms(lengths, mean, parameters)
        elif parameters.ratio_first:
            self._norms = array("d", [k1 * (1 - b + b * (length / mean)) for length in lengths])
        else:
            self._norms = array("d", [k1 * (1 - b + b * length / mean) for length in lengths])

    def column(self, term: str) -> Column:
        """Return the term's part of every score."""
        known = self._columns.get(term)
        if known is None:
            known = self._made(term)
            self._keep(term, known)
        return known

    def _keep(self, term: str, column: Column) -> None:
        if not column.parts:  # nothing was worked out, and queries can hold any word
            return
        self._kept += len(column.parts)
        if self._kept > MOST_KEPT:
            self._columns.clear()
            self._kept = len(column.parts)
        self._columns[term] = column

    def _made(self, term: str) -> Column:
        counts = self.postings.counts(term)
        parameters, norms = self.parameters, self._norms
        if parameters.single:
            idf = single_idf(len(self.postings), len(counts))
            parts = single_parts(counts, idf, norms, parameters)
            return Column(idf, parts, max(parts.values(), default=0.0))
        idf = inverse_document_frequency(len(self.postings), len(counts), parameters.idf)
        more = parameters.k1 + 1
        if parameters.idf_first:
            parts = {at: idf * (tf * more / (tf + norms[at])) for at, tf in counts.items()}
        elif parameters.gain_first:
            parts = {at: idf * (tf * more) / (tf + norms[at]) for at, tf in counts.items()}
        else:
            parts = {at: idf * tf * more / (tf + norms[at]) for at, tf in counts.items()}
        return Column(idf, parts, max(parts.values(), default=0.0))

    def query_terms(self, words: Sequence[str], terms: Sequence[str]) -> tuple[QueryTerm, ...]:
        """Return what the index knows of each query word and its term, in query order."""
        return tuple(
            QueryTerm(word, term, len(column.parts), column.idf)
            for word, term in zip(words, terms, strict=True)
            for column in (self.column(term),)
        )

    def matches(
        self,
        terms: Sequence[str],
        limit: int,
        admission: Admission | None = None,
        pinned: Collection[int] = (),
    ) -> Matches:
        """Return the best documents for the terms of a query, in query order.

        A repeated term counts again. `pinned` documents come first, admitted or not.
        """
        columns = [self.column(term) for term in terms]
        may = None
        if admission is not None:
            may = admitted(dict(zip(terms, columns, strict=True)), admission)
        return matches(columns, limit, may, pinned, single=self.parameters.single)

    def is_among_best(
        self,
        terms: Sequence[str],
        document: int,
        limit: int,
        admission: Admission | None = None,
    ) -> bool:
        """Say whether `matches` would return a document for the terms of a query."""
        columns = {term: self.column(term) for term in terms}
        return is_among_best(
            columns, terms, document, limit, admission, single=self.parameters.single
        )

    def explain(self, document: int, terms: Iterable[str]) -> tuple[TermScore, ...]:
        """Return the parts whose sum, in order, is the document's score.

        With `single` parameters, each partial sum is rounded to 32 bits as well.
        """
        found = []
        for term in terms:
            column = self.column(term)
            part = column.parts.get(document)
            if part is not None:
                count = self.postings.count(term, document)
                found.append(TermScore(term, count, len(column.parts), column.idf, part))
        return tuple(found)
