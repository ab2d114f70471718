"""BM25: the one engine. Its parameters say whose BM25 it is."""

from __future__ import annotations

from array import array
from typing import TYPE_CHECKING, Final, Protocol

from toolsearch_cli.search.dictionary_columns import DictionaryColumns
from toolsearch_cli.search.ranking import QueryTerm, TermScore
from toolsearch_cli.search.single import single_norms

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Sequence

    from toolsearch_cli.search.formula import Parameters
    from toolsearch_cli.search.matching import Admission, Matches
    from toolsearch_cli.search.postings import Postings

ARRAYS_FROM: Final = 10_000
"""Documents of an index that numpy may be loaded for; smaller ones are as fast without."""

ARRAYS_AFTER: Final = 1_500_000
"""Occurrences of query words after which it is: looking at them in dictionaries takes about as
long as loading it."""


class Column(Protocol):
    """One term's part of the score of every document that holds it."""

    @property
    def idf(self) -> float:
        """Of the term."""

    def __len__(self) -> int:
        """Return how many documents hold the term."""

    def part(self, document: int) -> float | None:
        """Return the term's part of one document's score; `None` where it is not in it."""


class Columns(Protocol):
    """The columns of an index, and what is found with them."""

    def column(self, term: str) -> Column:
        """Return the column of a term, empty for an unknown one."""

    def matches(
        self,
        terms: Sequence[str],
        limit: int,
        admission: Admission | None,
        pinned: Collection[int],
    ) -> Matches:
        """Return the best documents for the terms of a query."""

    def is_among_best(
        self, terms: Sequence[str], document: int, limit: int, admission: Admission | None
    ) -> bool:
        """Say whether `matches` would return a document."""


class Bm25:
    """Scores over postings. Only documents that hold a query term are ever looked at.

    A term's column is worked out when it is first asked for, and kept while there is room: in
    dictionaries, and in arrays once a large index is asked often. That changes no answer.
    """

    __slots__ = ("_looked_at", "columns", "norms", "parameters", "postings")

    def __init__(self, postings: Postings, parameters: Parameters) -> None:
        self.postings = postings
        self.parameters = parameters
        self.norms = _norms(postings, parameters)
        self.columns: Columns = DictionaryColumns(postings, parameters, self.norms)
        self._looked_at: int | None = 0 if len(postings) >= ARRAYS_FROM else None
        """Occurrences of query words so far; `None` where it does not matter (any more)."""

    def column(self, term: str) -> Column:
        """Return the term's part of every score."""
        return self.columns.column(term)

    def query_terms(self, words: Sequence[str], terms: Sequence[str]) -> tuple[QueryTerm, ...]:
        """Return what the index knows of each query word and its term, in query order."""
        columns = self._columns_for(terms)
        return tuple(
            QueryTerm(word, term, len(column), column.idf)
            for word, term in zip(words, terms, strict=True)
            for column in (columns.column(term),)
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
        return self._columns_for(terms).matches(terms, limit, admission, pinned)

    def is_among_best(
        self,
        terms: Sequence[str],
        document: int,
        limit: int,
        admission: Admission | None = None,
    ) -> bool:
        """Say whether `matches` would return a document for the terms of a query."""
        return self._columns_for(terms).is_among_best(terms, document, limit, admission)

    def explain(self, document: int, terms: Iterable[str]) -> tuple[TermScore, ...]:
        """Return the parts whose sum, in order, is the document's score.

        With `single` parameters, each partial sum is rounded to 32 bits as well.
        """
        found = []
        for term in terms:
            count = self.postings.count(term, document)
            if not count:
                continue
            column = self.column(term)
            part = column.part(document)
            if part is not None:
                found.append(TermScore(term, count, len(column), column.idf, part))
        return tuple(found)

    def _columns_for(self, terms: Sequence[str]) -> Columns:
        looked_at = self._looked_at  # once: another thread may be here too
        if looked_at is None:
            return self.columns
        looked_at += sum(map(self.postings.total, terms))
        if looked_at > ARRAYS_AFTER:
            from toolsearch_cli.search.array_columns import ArrayColumns

            self.columns = ArrayColumns(self.postings, self.parameters, self.norms)
            looked_at = None
        self._looked_at = looked_at
        return self.columns


def _norms(postings: Postings, parameters: Parameters) -> array[float]:
    """Return k1 * (1 - b + b * L / A) of each document."""
    k1, b = parameters.k1, parameters.b
    # Where no document has a word the mean is 0, and none is ever scored.
    mean = max(postings.mean_length, parameters.least_mean) or 1.0
    lengths = postings.lengths
    if parameters.single:
        return single_norms(lengths, mean, parameters)
    if parameters.ratio_first:
        return array("d", [k1 * (1 - b + b * (length / mean)) for length in lengths])
    return array("d", [k1 * (1 - b + b * length / mean) for length in lengths])
