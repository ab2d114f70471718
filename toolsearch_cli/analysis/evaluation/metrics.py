"""Measures of one ranking: as trec_eval has them, with gains as they are graded.

`gains` are the grades of what was found, best rank first, 0 for what is no right answer; `ideal`
are the grades of all right answers, the highest first, at least one and all above 0.
"""

from __future__ import annotations

from math import log2
from typing import TYPE_CHECKING, Final, Literal, TypeAlias, get_args

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator, Sequence

Metric: TypeAlias = Literal[
    "recall@1",
    "recall@3",
    "recall@5",
    "recall@10",
    "hit@1",
    "hit@3",
    "hit@5",
    "hit@10",
    "mrr",
    "ndcg@10",
    "no-result",
]
"""What is measured of each ranking, as a share from 0 to 1. Of all but `no-result` more is better:
recall@K is the share of the right tools among the first K hits, hit@K says whether any is."""

METRICS: Final[tuple[Metric, ...]] = get_args(Metric)
DEPTHS: Final = (1, 3, 5, 10)
DEEPEST: Final = 10


def recall(gains: Sequence[float], ideal: Sequence[float], depth: int) -> float:
    """Return the share of all right answers that is among the first `depth`."""
    return sum(gain > 0 for gain in gains[:depth]) / len(ideal)


def hit(gains: Sequence[float], depth: int) -> float:
    """Return 1.0 if any right answer is among the first `depth`, else 0.0."""
    return float(any(gain > 0 for gain in gains[:depth]))


def reciprocal_rank(gains: Sequence[float]) -> float:
    """Return 1 / the rank of the first right answer; 0.0 without one."""
    return next((1 / rank for rank, gain in enumerate(gains, start=1) if gain > 0), 0.0)


def ndcg(gains: Sequence[float], ideal: Sequence[float], depth: int) -> float:
    """Return the discounted gain of the first `depth` as a share of the best there could be."""
    return _discounted(gains[:depth]) / _discounted(ideal[:depth])


def _discounted(gains: Sequence[float]) -> float:
    return sum(gain / log2(rank + 1) for rank, gain in enumerate(gains, start=1) if gain)


def gains_of(names: Iterable[str], wanted: Sequence[tuple[Collection[str], float]]) -> list[float]:
    """Return the grade of each hit; what answers a question that is answered already gains 0.

    Args:
        names: Of the hits, best first.
        wanted: For each right answer the names that count as it, and its grade.
    """
    unmet = list(wanted)
    gains = []
    for name in names:
        at = next((at for at, (known, _) in enumerate(unmet) if name in known), None)
        gains.append(0.0 if at is None else unmet.pop(at)[1])
    return gains


def measured(gains: Sequence[float], ideal: Sequence[float], hits: int) -> tuple[float, ...]:
    """Return every metric of one ranking, in the order of `METRICS`.

    Args:
        gains: Of the hits, best first.
        ideal: Of the right answers.
        hits: How many hits there were, right or wrong.
    """
    return (
        *(recall(gains, ideal, depth) for depth in DEPTHS),
        *(hit(gains, depth) for depth in DEPTHS),
        reciprocal_rank(gains),
        ndcg(gains, ideal, DEEPEST),
        float(not hits),
    )


def extremes(
    gains: Sequence[float], scores: Sequence[float], limit: int
) -> tuple[list[float], list[float]]:
    """Return the gains of the first `limit` hits if ties were broken worst, and best.

    Args:
        gains: Of the hits and of what the limit cuts, best first, to the end of the last tie.
        scores: Of the same; equal neighbours are tied.
        limit: Hits that count.
    """
    worst: list[float] = []
    best: list[float] = []
    for first, last in _ties(scores):
        tied = sorted(gains[first:last])
        worst += tied
        best += reversed(tied)
    return worst[:limit], best[:limit]


def _ties(scores: Sequence[float]) -> Iterator[tuple[int, int]]:
    first = 0
    for at in range(1, len(scores) + 1):
        if at == len(scores) or scores[at] != scores[first]:
            yield first, at
            first = at
