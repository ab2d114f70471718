"""Columns in arrays: a tenth of the room of dictionaries, and quick where a term is common."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from toolsearch_cli.search.array_matching import ArrayMatching, admitted, found_in
from toolsearch_cli.search.formula import inverse_document_frequency
from toolsearch_cli.search.remembered_columns import RememberedColumns
from toolsearch_cli.search.single import rounded, single_idf

if TYPE_CHECKING:
    from array import array
    from collections.abc import Collection, Sequence

    from toolsearch_cli.search.array_matching import ArrayColumn, Floats
    from toolsearch_cli.search.formula import Parameters
    from toolsearch_cli.search.matching import Admission, Matches
    from toolsearch_cli.search.postings import Postings

MOST_KEPT: Final = 8_000_000
"""Parts that are remembered, at 12 bytes each."""

_EMPTY: Final = 50
"""What a column takes beside its parts, in parts."""


class ArrayColumns(RememberedColumns["ArrayColumn"]):
    """The columns of one index."""

    __slots__ = ("_matching",)

    def __init__(self, postings: Postings, parameters: Parameters, norms: array[float]) -> None:
        """Take an index over; `norms` are what each document's length adds below the line."""
        super().__init__(postings, parameters, norms, (MOST_KEPT, _EMPTY))
        self._matching = ArrayMatching(len(postings), single=parameters.single)

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
        return self._matching.matches(columns, limit, may, pinned)

    def is_among_best(
        self, terms: Sequence[str], document: int, limit: int, admission: Admission | None
    ) -> bool:
        """Say whether `matches` would return a document."""
        columns = [self.column(term) for term in terms]
        may = None
        if admission is not None:
            may = admitted(dict(zip(terms, columns, strict=True)), admission)
        return self._matching.is_among_best(columns, document, limit, may)

    def _made(self, term: str) -> ArrayColumn:
        found, counts, norms = found_in(self._postings.occurrences(term), self._norms)
        documents = len(self._postings)
        if self._parameters.single:
            idf = single_idf(documents, len(found))
        else:
            idf = inverse_document_frequency(documents, len(found), self._parameters.idf)
        return self._matching.column(idf, found, _parts(counts, norms, idf, self._parameters))


def _parts(tf: Floats, norms: Floats, idf: float, parameters: Parameters) -> Floats:
    """Return one term's part of each score, in the order of steps that the parameters give.

    Numbers that are 32 bits wide already leave arrays of 32 bits at that, step by step.
    """
    below = tf + norms
    more = rounded(rounded(parameters.k1) + 1) if parameters.single else parameters.k1 + 1
    if parameters.idf_first:
        return idf * (tf * more / below)
    if parameters.gain_first or parameters.single:
        return idf * (tf * more) / below
    return idf * tf * more / below
