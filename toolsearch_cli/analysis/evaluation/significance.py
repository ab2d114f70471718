"""How sure a mean is, and whether two differ by more than chance. Seeded: same seed, same answer.

Queries with equal outcomes are drawn together, so that plain Python is fast enough.
"""

from __future__ import annotations

from collections import Counter
from itertools import islice
from operator import mul
from random import Random
from typing import TYPE_CHECKING, Final, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

RESAMPLES: Final = 1_000
FLIPS: Final = 10_000
SEED: Final = 2025
_CONFIDENCE: Final = 0.95
_ROUNDING: Final = 1e-12
_NUMBERS: Final = 1 << 16
_AGAIN: Final = -1


class Interval(NamedTuple):
    """Where a mean lies with 95 % confidence."""

    low: float
    high: float


class Paired(NamedTuple):
    """Two means over the same queries."""

    difference: float
    """The second less the first."""
    p: float
    """How often chance alone gives a difference as large, either way."""
    better: int
    """Queries on which the second is better."""
    worse: int


def intervals(
    outcomes: Sequence[tuple[float, ...]], seed: int, resamples: int = RESAMPLES
) -> tuple[Interval, ...]:
    """Return the 95 % percentile bootstrap interval of each column's mean.

    Args:
        outcomes: One row a query, each with the same number of columns; at least one row.
        seed: Of the draws.
        resamples: How many samples are drawn, each as large as `outcomes`.
    """
    numbers = {outcome: at for at, outcome in enumerate(dict.fromkeys(outcomes))}
    columns = tuple(zip(*numbers, strict=True))
    size = len(outcomes)
    means: list[list[float]] = [[] for _ in columns]
    draws = _resampled([numbers[outcome] for outcome in outcomes], Random(seed))
    for drawn in islice(draws, resamples):
        times = [drawn[at] for at in range(len(numbers))]
        for found, column in zip(means, columns, strict=True):
            found.append(sum(map(mul, column, times)) / size)
    return tuple(_middle(sorted(found)) for found in means)


def _resampled(population: Sequence[int], random: Random) -> Iterator[Counter[int]]:
    """Yield how often each member is drawn, with replacement, as many as there are, for ever.

    A draw is two random bytes and a look into a table, a fifth of the time of `random.choices`.
    Numbers behind the last whole round of the table are drawn again, so that all are as likely.
    """
    size = len(population)
    rounds = _NUMBERS // size
    if not rounds:
        while True:
            yield Counter(random.choices(population, k=size))
    table = [*population] * rounds
    table += [_AGAIN] * (_NUMBERS - len(table))
    while True:
        drawn: Counter[int] = Counter()
        missing = size
        while missing:
            numbers = memoryview(random.randbytes(2 * missing)).cast("H")
            drawn.update(map(table.__getitem__, numbers))
            missing = drawn.pop(_AGAIN, 0)
        yield drawn


def _middle(ordered: Sequence[float]) -> Interval:
    cut = round((1 - _CONFIDENCE) / 2 * len(ordered))
    return Interval(ordered[cut], ordered[-1 - cut])


def paired(
    first: Sequence[float], second: Sequence[float], seed: int, flips: int = FLIPS
) -> Paired:
    """Test by randomisation whether two outcomes of the same queries differ.

    Under chance each query's two outcomes could as well be swapped: `flips` random swaps show how
    large differences come about. `p` counts the observed one among them, so it is never 0.

    Raises:
        ValueError: Not as many outcomes in both, or none.
    """
    differences = [b - a for a, b in zip(first, second, strict=True)]
    if not differences:
        raise ValueError("no query in common")
    random = Random(seed)
    sizes = Counter(round(abs(one), 12) for one in differences if abs(one) > _ROUNDING)
    total = sum(differences)
    reached = sum(
        abs(sum(size * _signs(random, count) for size, count in sizes.items()))
        >= abs(total) - _ROUNDING * len(differences)
        for _ in range(flips)
    )
    return Paired(
        difference=total / len(differences),
        p=(reached + 1) / (flips + 1),
        better=sum(one > _ROUNDING for one in differences),
        worse=sum(one < -_ROUNDING for one in differences),
    )


def _signs(random: Random, count: int) -> int:
    """Return the sum of `count` random signs."""
    return 2 * random.getrandbits(count).bit_count() - count
