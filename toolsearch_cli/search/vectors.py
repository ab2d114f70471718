"""Documents as vectors, ranked by the cosine with a query's. One of the two doors to numpy."""

from __future__ import annotations

from typing import TYPE_CHECKING

from toolsearch_cli.search.ranking import NEXT_BEST, Hit, Ranking

if TYPE_CHECKING:
    from collections.abc import Sequence

    import numpy as np
    from numpy.typing import NDArray

    from toolsearch_cli.search.ranking import TieOrder

_ROWS = 2_048
"""How many products of vectors are in memory at once."""


class VectorError(ValueError):
    """Vectors that cannot be compared: of another length, or with a value that is not finite."""


class VectorIndex:
    """Documents whose vectors are known.

    Any scale will do: what is compared is the direction. A vector of zeros has none, so its cosine
    with every other is 0.
    """

    def __init__(
        self,
        names: Sequence[str],
        vectors: Sequence[Sequence[float]],
        *,
        dimensions: int | None = None,
        tie_order: TieOrder = "position",
    ) -> None:
        """Take over one vector a name, in the order that equal scores keep.

        Args:
            names: As many as vectors.
            vectors: All of one length.
            dimensions: What that length must be; `None`: that of the first.
            tie_order: What the order given is by.

        Raises:
            VectorError: There are not as many vectors as names, or one has another length or a
                value that is not finite.
        """
        if len(names) != len(vectors):
            raise VectorError(f"{len(vectors)} vectors for {len(names)} documents")
        self.names = tuple(names)
        self.tie_order = tie_order
        self.dimensions = len(vectors[0]) if dimensions is None and vectors else dimensions
        self._units = _units(vectors, self.dimensions or 0)

    def search(
        self, query: str, limit: int, vector: Sequence[float], *, least: float | None = None
    ) -> Ranking:
        """Return the documents whose direction is nearest to that of `vector`.

        Args:
            query: The text of which `vector` is the embedding.
            limit: At least 1, already clamped.
            vector: As long as those of the documents.
            least: The smallest cosine of a hit; `None`: every document is one.

        Raises:
            VectorError: `vector` has another length or a value that is not finite.
        """
        scores = self._scores(vector)
        order = self._order(scores, least)
        hits = tuple(
            Hit(self.names[at], at, float(scores[at])) for at in order[: limit + NEXT_BEST]
        )
        return Ranking(
            query=query,
            limit=limit,
            path="vectors" if hits else "none",
            hits=hits[:limit],
            found=len(order),
            terms=(),
            documents=len(self.names),
            average_length=0.0,
            cut=hits[limit:],
            tie_order=self.tie_order,
            unread=(),
        )

    def scores(self, vector: Sequence[float]) -> list[tuple[str, float]]:
        """Return every document and its cosine, from -1 to 1, best first.

        Raises:
            VectorError: `vector` has another length or a value that is not finite.
        """
        scores = self._scores(vector)
        return [(self.names[at], float(scores[at])) for at in self._order(scores, None)]

    def _scores(self, vector: Sequence[float]) -> NDArray[np.float64]:
        import numpy as np

        unit = _units([vector], len(vector) if self.dimensions is None else self.dimensions)[0]
        # A matrix product adds up some rows in another order than others, and then equal vectors
        # can have scores that are not equal.
        parts = [
            (self._units[start : start + _ROWS] * unit).sum(axis=1)
            for start in range(0, len(self.names), _ROWS)
        ]
        return np.concatenate(parts) if parts else np.empty(0)

    def _order(self, scores: NDArray[np.float64], least: float | None) -> list[int]:
        import numpy as np

        order: list[int] = np.argsort(-scores, kind="stable").tolist()
        if least is None:
            return order
        return [at for at in order if scores[at] >= least]


def _units(vectors: Sequence[Sequence[float]], dimensions: int) -> NDArray[np.float64]:
    """Return the vectors, one a row, each of length 1 unless all its values are 0."""
    import numpy as np

    units = np.empty((len(vectors), dimensions))
    for at, vector in enumerate(vectors):
        if len(vector) != dimensions:
            raise VectorError(f"vector {at} has {len(vector)} dimensions, not {dimensions}")
        units[at] = vector
    bad = np.flatnonzero(~np.isfinite(units).all(axis=1))
    if bad.size:
        raise VectorError(f"vector {bad[0]} has a value that is not finite")
    if dimensions:
        # Squares of very large and very small values would not be finite, or all be 0.
        largest = np.abs(units).max(axis=1, keepdims=True)
        np.divide(units, largest, out=units, where=largest > 0)
        length = np.sqrt((units * units).sum(axis=1, keepdims=True))
        np.divide(units, length, out=units, where=length > 0)
    return units
