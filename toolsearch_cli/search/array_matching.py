"""What `matching` does, on numpy's arrays: the same documents, scores and order, to the last bit.

Importing numpy costs as much as hundreds of searches in a small catalog, so `Bm25` comes here only
when a large one is asked often.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from operator import attrgetter
from typing import TYPE_CHECKING, TypeAlias

from toolsearch_cli.search.matching import Matches, slack_of

if TYPE_CHECKING:
    from array import array
    from collections.abc import Collection, Mapping, Sequence

    import numpy as np
    from numpy.typing import NDArray

    from toolsearch_cli.search.matching import Admission, Scored

    Documents: TypeAlias = NDArray[np.int32]
    Floats: TypeAlias = NDArray[np.float64] | NDArray[np.float32]
    Bits: TypeAlias = NDArray[np.uint8]

_COMMON_SHARE = 64
"""A term that one document in so many holds has its documents as bits too, which add up faster."""

_POOL = 8_192
"""Columns of no more documents are searched for a better bound."""

_FEW = 256
"""So many contenders are added up at once."""


@dataclass(frozen=True, slots=True, eq=False)
class ArrayColumn:
    """One term's part of the score of every document that holds it."""

    idf: float
    documents: Documents
    """Ascending."""
    parts: Floats
    """One a document: 64 bits, or 32 where the host adds in 32."""
    most: float
    """The largest part; 0.0 without any."""
    bits: Bits | None
    """A bit a document of the index, for a common term."""

    def __len__(self) -> int:
        return len(self.documents)

    def part(self, document: int) -> float | None:
        """Return the term's part of one document's score; `None` where it is not in it."""
        at = int(self.documents.searchsorted(document))
        if at == len(self.documents) or self.documents[at] != document:
            return None
        return float(self.parts[at])

    def parts_of(self, documents: Documents) -> Floats:
        """Return the term's part of the score of each of some documents, 0.0 without it."""
        import numpy as np

        if not len(self.documents):
            return np.zeros(len(documents), self.parts.dtype)
        at = self.documents.searchsorted(documents)
        np.minimum(at, len(self.documents) - 1, out=at)
        return np.where(self.documents[at] == documents, self.parts[at], self.parts.dtype.type(0))


class ArrayMatching:
    """Finds the best of a number of documents.

    May be used from several threads: what a search adds up in is nobody else's.
    """

    __slots__ = ("_documents", "_sums", "_unions")

    def __init__(self, documents: int) -> None:
        self._documents = documents
        self._sums: list[NDArray[np.float64]] = []
        self._unions: list[NDArray[np.bool_]] = []

    def column(self, idf: float, documents: Documents, parts: Floats) -> ArrayColumn:
        """Make the column of a term."""
        import numpy as np

        bits = None
        if len(documents) * _COMMON_SHARE > self._documents:
            held = np.zeros(self._documents, np.bool_)
            held[documents] = True
            bits = np.packbits(held)
        most = float(parts.max()) if len(parts) else 0.0
        return ArrayColumn(idf, documents, parts, most, bits)

    def matches(
        self,
        columns: Sequence[ArrayColumn],
        limit: int,
        admitted: Documents | None = None,
        pinned: Collection[int] = (),
        *,
        single: bool = False,
    ) -> Matches:
        """Return the best documents; the arguments are those of `matching.matches`."""
        columns = [column for column in columns if len(column)]
        contenders = self._contenders(
            columns, limit, admitted, slack_of(columns, single=single), least=0.0
        )
        totals = _totals(columns, contenders, single=single)
        best = _ordered(contenders, totals, pinned)[:limit]
        scored = self._united(columns)
        pins = set(pinned)
        if admitted is not None and pins:
            pins.difference_update(admitted.tolist())
        unscored = sum(not _is_held(columns, pin) for pin in pins)
        found = scored + unscored if admitted is None else len(admitted) + len(pins)
        return Matches(best, found, scored + unscored - found)

    def is_among_best(
        self,
        columns: Sequence[ArrayColumn],
        document: int,
        limit: int,
        admitted: Documents | None = None,
        *,
        single: bool = False,
    ) -> bool:
        """Say whether `matches` would return a document, adding up only those that reach it."""
        import numpy as np

        columns = [column for column in columns if len(column)]
        if not (_is_held(columns, document) if admitted is None else document in admitted):
            return False
        own = _totals(columns, np.array([document], np.int32), single=single)[0]
        slack = slack_of(columns, single=single)
        contenders = self._contenders(columns, limit, admitted, slack, least=float(own))
        totals = _totals(columns, contenders, single=single)
        before = (totals > own) | ((totals == own) & (contenders < document))
        return int(np.count_nonzero(before)) < limit

    def _contenders(
        self,
        columns: Sequence[ArrayColumn],
        limit: int,
        admitted: Documents | None,
        slack: float,
        *,
        least: float,
    ) -> Documents:
        """Return documents among which the `limit` best are that score at least `least`.

        In ascending order. The columns with the largest parts go first (see `matching`).
        """
        import numpy as np

        order = sorted(columns, key=attrgetter("most"), reverse=True)
        if admitted is not None:
            return _closed(order, limit, admitted, np.zeros(len(admitted)), slack, least)
        sums = self._sums.pop() if self._sums else np.zeros(self._documents)
        rest = math.fsum(column.most for column in order)
        opened = 0
        for column in order:
            if least > rest + slack:
                break
            np.add.at(sums, column.documents, column.parts)
            opened += 1
            rest -= column.most
            if rest < _done(order[:opened]):
                least = max(least, _bound(order[:opened], sums, limit))
        enough = least - rest - slack
        parts = [one.documents[sums[one.documents] >= enough] for one in order[:opened]]
        documents = np.unique(np.concatenate(parts)) if parts else np.zeros(0, np.int32)
        reached = sums[documents]
        sums.fill(0.0)
        self._sums.append(sums)
        return _closed(order[opened:], limit, documents, reached, slack, least)

    def _united(self, columns: Sequence[ArrayColumn]) -> int:
        """Return how many documents hold any of the terms."""
        import numpy as np

        union = self._unions.pop() if self._unions else np.zeros(self._documents, np.bool_)
        common = []
        for column in columns:
            if column.bits is None:
                union[column.documents] = True
            else:
                common.append(column.bits)
        bits = np.packbits(union)
        union[:] = False
        self._unions.append(union)
        for one in common:
            np.bitwise_or(bits, one, out=bits)
        return int.from_bytes(bits.tobytes()).bit_count()


def admitted(columns: Mapping[str, ArrayColumn], admission: Admission) -> Documents:
    """Return the documents that hold the gate term and enough of the terms in `columns`."""
    import numpy as np

    gated = columns[admission.gate].documents
    if admission.floor is None:
        return gated
    held = np.zeros(len(gated), np.int32)
    for column in columns.values():
        held += np.isin(gated, column.documents, assume_unique=True)
    return gated[held >= admission.floor]


def found_in(places: Sequence[array[int]], norms: array[float]) -> tuple[Documents, Floats, Floats]:
    """Return the documents that hold a term, ascending, how often each does, and their norms.

    Args:
        places: For each word of the term a document number an occurrence, ascending.
        norms: Of every document, of the type in which is calculated.
    """
    import numpy as np

    of_all: Floats = np.frombuffer(norms, norms.typecode)
    if not places:
        return np.zeros(0, np.int32), of_all[:0], of_all[:0]
    every = np.concatenate([np.frombuffer(one, np.uint32) for one in places])
    if len(places) > 1:
        every.sort(kind="stable")
    first = np.flatnonzero(np.diff(every, prepend=every[:1] + 1))
    counts = np.diff(first, append=len(every)).astype(norms.typecode)
    documents = every[first]
    return documents.astype(np.int32), counts, of_all[documents]


def _done(columns: Sequence[ArrayColumn]) -> float:
    return sum(column.most for column in columns)


def _bound(opened: Sequence[ArrayColumn], sums: NDArray[np.float64], limit: int) -> float:
    """Return a score that at least `limit` documents have already; 0.0 where none is known."""
    import numpy as np

    full = [column for column in opened if len(column) >= limit]
    pools = [column for column in full if len(column) <= _POOL]
    if full and not pools:
        pools = [min(full, key=len)]
    return max(
        (float(np.partition(sums[pool.documents], -limit)[-limit]) for pool in pools), default=0.0
    )


def _closed(
    columns: Sequence[ArrayColumn],
    limit: int,
    documents: Documents,
    sums: NDArray[np.float64],
    slack: float,
    least: float,
) -> Documents:
    """Leave out documents as `columns`, the largest parts first, show that they cannot win."""
    import numpy as np

    rest = _done(columns)
    for column in columns:
        if len(documents) <= max(limit, _FEW):
            break
        sums = sums + column.parts_of(documents)
        rest -= column.most
        least = max(least, float(np.partition(sums, -limit)[-limit]))
        kept = sums >= least - rest - slack
        documents, sums = documents[kept], sums[kept]
    return documents


def _totals(columns: Sequence[ArrayColumn], documents: Documents, *, single: bool) -> Floats:
    """Add the parts in query order, as `matching` does; absent ones add 0.0, which is nothing."""
    import numpy as np

    totals: Floats = np.zeros(len(documents))
    if single:
        totals = totals.astype(np.float32)
    for column in columns:
        np.add(totals, column.parts_of(documents), out=totals)
    return totals


def _ordered(documents: Documents, totals: Floats, pinned: Collection[int]) -> tuple[Scored, ...]:
    """Return documents and scores: pinned ones first, then score descending, then number."""
    import numpy as np

    order = np.lexsort((documents, -totals))
    scored = zip(documents[order].tolist(), totals[order].tolist(), strict=True)
    if not pinned:
        return tuple(scored)
    first = [(document, math.inf) for document in sorted(set(pinned))]
    return (*first, *((document, score) for document, score in scored if document not in pinned))


def _is_held(columns: Sequence[ArrayColumn], document: int) -> bool:
    return any(column.part(document) is not None for column in columns)
