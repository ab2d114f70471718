"""Columns that are worked out when they are first asked for, and kept while there is room."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, Generic, Protocol, TypeVar

if TYPE_CHECKING:
    from array import array

    from toolsearch_cli.search.formula import Parameters
    from toolsearch_cli.search.postings import Postings

_LEFT: Final = 0.75
"""The share of them that is left when there is no more room."""


class _Sized(Protocol):
    def __len__(self) -> int: ...


Kept = TypeVar("Kept", bound=_Sized)


class RememberedColumns(Generic[Kept]):
    """The columns of one index; `_made` works one out, empty for an unknown term."""

    __slots__ = ("_columns", "_empty", "_kept", "_most", "_norms", "_parameters", "_postings")

    def __init__(
        self,
        postings: Postings,
        parameters: Parameters,
        norms: array[float],
        room: tuple[int, int],
    ) -> None:
        """Take an index over.

        Args:
            postings: Its words.
            parameters: Whose BM25 it is.
            norms: What each document's length adds below the line.
            room: The most parts that are remembered, and what a column takes beside its parts.
        """
        self._postings = postings
        self._parameters = parameters
        self._norms = norms
        self._most, self._empty = room
        self._columns: dict[str, Kept] = {}
        self._kept = 0

    def column(self, term: str) -> Kept:
        """Return the column of a term, empty for an unknown one."""
        known = self._columns.get(term)
        if known is None:
            known = self._made(term)
            if len(known):  # else nothing was worked out, and queries can hold any word
                self._keep(term, known)
        return known

    def _made(self, term: str) -> Kept:
        raise NotImplementedError

    def _keep(self, term: str, column: Kept) -> None:
        self._columns[term] = column
        self._kept += len(column) + self._empty
        if self._kept > self._most:
            self._forget()

    def _forget(self) -> None:
        """Make room for a while: the columns that were made first go."""
        for term in list(self._columns)[:-1]:  # a copy: another thread may add to it
            oldest = self._columns.pop(term, None)
            if oldest is not None:
                self._kept -= len(oldest) + self._empty
            if self._kept <= self._most * _LEFT:
                break
