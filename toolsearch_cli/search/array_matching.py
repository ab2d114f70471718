"""What `matching` does, on numpy's arrays: the same documents, scores and order, to the last bit.

Importing numpy takes as long as hundreds of searches in a small catalog: `Bm25` weighs that.
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

_COMMON_SHARE = 64
"""A term that one document in so many holds has them as bits too, which are counted faster."""

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
    bits: int
    """A bit a document of the index, for a common term; 0 for others."""

    def __len__(self) -> int:
        return len(self.documents)

    def part(self, document: int) -> float | None:
        """Return the term's part of one document's score; `None` where it is not in it."""
        import numpy as np

        # Of another width, it would have all of them copied to that width first.
        at = int(self.documents.searchsorted(np.int32(document)))
        if at == len(self.documents) or self.documents[at] != document:
            return None
        return float(self.parts[at])

    def parts_of(self, documents: Documents) -> Floats:
        """Return the term's part of each score, 0.0 without it; some document must hold it."""
        import numpy as np

        at = self.documents.searchsorted(documents)
        np.minimum(at, len(self.documents) - 1, out=at)
        return np.where(self.documents[at] == documents, self.parts[at], self.parts.dtype.type(0))


class ArrayMatching:
    """Finds the best of a number of documents.

    May be used from several threads: what a search adds up in is nobody else's.
    """

    __slots__ = ("_documents", "_single", "_sums", "_unions")

    def __init__(self, documents: int, *, single: bool) -> None:
        """Search so many documents; `single`: parts are 32-bit floats and are added as such."""
        self._documents = documents
        self._single = single
        self._sums: list[NDArray[np.float64]] = []
        self._unions: list[NDArray[np.bool_]] = []

    def column(self, idf: float, documents: Documents, parts: Floats) -> ArrayColumn:
        """Make the column of a term."""
        import numpy as np

        bits = 0
        if len(documents) * _COMMON_SHARE > self._documents:
            held = np.zeros(self._documents, np.bool_)
            held[documents] = True
            bits = int.from_bytes(np.packbits(held).tobytes())
        most = float(parts.max()) if len(parts) else 0.0
        return ArrayColumn(idf, documents, parts, most, bits)

    def matches(
        self,
        columns: Sequence[ArrayColumn],
        limit: int,
        admitted: Documents | None = None,
        pinned: Collection[int] = (),
    ) -> Matches:
        """Return the best documents; the arguments are those of `matching.matches`."""
        columns = [column for column in columns if len(column)]
        contenders = self._contenders(columns, limit, admitted, least=0.0)
        totals = self._totals(columns, contenders)
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
    ) -> bool:
        """Say whether `matches` would return a document, adding up only those that reach it."""
        import numpy as np

        columns = [column for column in columns if len(column)]
        if not (_is_held(columns, document) if admitted is None else document in admitted):
            return False
        own = self._totals(columns, np.array([document], np.int32))[0]
        contenders = self._contenders(columns, limit, admitted, least=float(own))
        totals = self._totals(columns, contenders)
        before = (totals > own) | ((totals == own) & (contenders < document))
        return int(np.count_nonzero(before)) < limit

    def _contenders(
        self,
        columns: Sequence[ArrayColumn],
        limit: int,
        admitted: Documents | None,
        *,
        least: float,
    ) -> Documents:
        """Return documents among which the `limit` best are that score at least `least`.

        The columns with the largest parts go first (see `matching`).
        """
        import numpy as np

        slack = slack_of(columns, single=self._single)
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
        documents, reached = _reaching(order[:opened], sums, least - rest - slack)
        sums.fill(0.0)
        self._sums.append(sums)
        return _closed(order[opened:], limit, documents, reached, slack, least)

    def _totals(self, columns: Sequence[ArrayColumn], documents: Documents) -> Floats:
        """Add the parts in query order, as `matching` does; 0.0 for an absent one adds nothing."""
        import numpy as np

        totals: Floats = np.zeros(len(documents))
        if self._single:
            totals = totals.astype(np.float32)
        for column in columns:
            np.add(totals, column.parts_of(documents), out=totals)
        return totals

    def _united(self, columns: Sequence[ArrayColumn]) -> int:
        """Return how many documents hold any of the terms."""
        import numpy as np

        held = self._unions.pop() if self._unions else np.zeros(self._documents, np.bool_)
        for column in columns:
            if not column.bits:
                held[column.documents] = True
        union = int.from_bytes(np.packbits(held).tobytes())
        held[:] = False
        self._unions.append(held)
        for column in columns:
            union |= column.bits
        return union.bit_count()


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

    full = sorted((column for column in opened if len(column) >= limit), key=len)
    pools = [column for column in full if len(column) <= _POOL] or full[:1]
    return max(
        (float(np.partition(sums[pool.documents], -limit)[-limit]) for pool in pools), default=0.0
    )


def _reaching(
    opened: Sequence[ArrayColumn], sums: NDArray[np.float64], enough: float
) -> tuple[Documents, NDArray[np.float64]]:
    """Return the documents with `enough`, each once, and what they have; changes `sums`."""
    import numpy as np

    documents, reached = [np.zeros(0, np.int32)], [np.zeros(0)]
    for column in opened:
        of_column = sums[column.documents]
        kept = of_column >= enough
        documents.append(column.documents[kept])
        reached.append(of_column[kept])
        sums[documents[-1]] = -np.inf
    return np.concatenate(documents), np.concatenate(reached)


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


def _ordered(documents: Documents, totals: Floats, pinned: Collection[int]) -> tuple[Scored, ...]:
    """Return documents and scores: pinned ones first, then score descending, then number."""
    import numpy as np

    order = np.lexsort((documents, -totals))
    scored = zip(documents[order].tolist(), totals[order].tolist(), strict=True)
    first = [(document, math.inf) for document in sorted(set(pinned))]
    return (*first, *(one for one in scored if one[0] not in pinned))


def _is_held(columns: Sequence[ArrayColumn], document: int) -> bool:
    return any(column.part(document) is not None for column in columns)
