"""Columns in dictionaries: nothing to import, and fast as long as few documents hold a term."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from toolsearch_cli.search.formula import inverse_document_frequency
from toolsearch_cli.search.matching import Column, admitted, is_among_best, matches
from toolsearch_cli.search.remembered_columns import RememberedColumns
from toolsearch_cli.search.single import single_idf, single_parts

if TYPE_CHECKING:
    from array import array
    from collections.abc import Collection, Sequence

    from toolsearch_cli.search.formula import Parameters
    from toolsearch_cli.search.matching import Admission, Matches
    from toolsearch_cli.search.postings import Postings

MOST_KEPT: Final = 1_000_000
"""Parts that are remembered, at about 90 bytes each."""


class DictionaryColumns(RememberedColumns[Column]):
    """The columns of one index."""

    __slots__ = ()

    def __init__(self, postings: Postings, parameters: Parameters, norms: array[float]) -> None:
        """Take an index over; `norms` are what each document's length adds below the line."""
        super().__init__(postings, parameters, norms, (MOST_KEPT, 0))

    def matches(
        self,
        terms: Sequence[str],
        limit: int,
        admission: Admission | None,
        pinned: Collection[int],
    ) -> Matches:
        """Return the best documents for the terms of a query."""
        columns = [self.column(term) for term in terms]
        may = None
        if admission is not None:
            may = admitted(dict(zip(terms, columns, strict=True)), admission)
        return matches(columns, limit, may, pinned, single=self._parameters.single)

    def is_among_best(
        self, terms: Sequence[str], document: int, limit: int, admission: Admission | None
    ) -> bool:
        """Say whether `matches` would return a document."""
        columns = {term: self.column(term) for term in terms}
        return is_among_best(
            columns, terms, document, limit, admission, single=self._parameters.single
        )

    def _made(self, term: str) -> Column:
        counts = self._postings.counts(term)
        parameters, norms = self._parameters, self._norms
        if parameters.single:
            idf = single_idf(len(self._postings), len(counts))
            parts = single_parts(counts, idf, norms, parameters)
            return Column(idf, parts, max(parts.values(), default=0.0))
        idf = inverse_document_frequency(len(self._postings), len(counts), parameters.idf)
        more = parameters.k1 + 1
        if parameters.idf_first:
            parts = {at: idf * (tf * more / (tf + norms[at])) for at, tf in counts.items()}
        elif parameters.gain_first:
            parts = {at: idf * (tf * more) / (tf + norms[at]) for at, tf in counts.items()}
        else:
            parts = {at: idf * tf * more / (tf + norms[at]) for at, tf in counts.items()}
        return Column(idf, parts, max(parts.values(), default=0.0))
