"""What an evaluation must reach: floors, and what it was before. Ties are told apart from merit."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final, NamedTuple

from toolsearch_cli.analysis.evaluation.metrics import METRICS
from toolsearch_cli.analysis.evaluation.significance import paired
from toolsearch_cli.analysis.evaluation.summary import LESS_IS_BETTER, REACHABLE
from toolsearch_cli.errors import UsageError

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from toolsearch_cli.analysis.evaluation.answering import Answer
    from toolsearch_cli.analysis.evaluation.running import Evaluation
    from toolsearch_cli.analysis.evaluation.summary import Figure

HELD: Final[tuple[str, ...]] = (*METRICS, REACHABLE)
"""What a baseline says of each query."""
MAX_DROP: Final = 0.01
"""What each measure may lose since a baseline, unless another amount is given."""
_ROUNDING: Final = 1e-9


class Floor(NamedTuple):
    """One limit of one measure, over all queries."""

    metric: str
    share: float
    """From 0 to 1."""
    least: bool = True
    """Whether it is the least allowed; else the most."""

    def __str__(self) -> str:
        """Return `recall@5 at least 0.8`."""
        return f"{self.metric} {'at least' if self.least else 'at most'} {self.share:g}"

    def holds(self, value: float) -> bool:
        """Say whether a value keeps to it."""
        return value >= self.share - _ROUNDING if self.least else value <= self.share + _ROUNDING


class Verdict(NamedTuple):
    """One limit held against one evaluation."""

    host: str
    context: int | None
    metric: str
    limit: str
    """In words."""
    found: float | None
    """`None`: it was not measured."""
    holds: bool
    by_ties: bool = False
    """Whether another order of equal scores would decide otherwise."""
    before: float | None = None
    """With a baseline: over the same queries."""
    p: float | None = None
    """With a baseline: how often chance alone gives such a difference."""

    @property
    def measured(self) -> bool:
        """Whether there was anything to hold it against."""
        return self.found is not None


def judged(evaluations: Iterable[Evaluation], floors: Sequence[Floor]) -> tuple[Verdict, ...]:
    """Hold every floor against every evaluation."""
    return tuple(_verdict(one, floor) for one in evaluations for floor in floors)


def _verdict(one: Evaluation, floor: Floor) -> Verdict:
    figure = one.figure(floor.metric)
    return Verdict(
        host=one.scenario.host,
        context=one.scenario.context,
        metric=floor.metric,
        limit=str(floor),
        found=None if figure is None else figure.value,
        holds=figure is not None and floor.holds(figure.value),
        by_ties=figure is not None and _is_by_ties(figure, floor),
    )


def _is_by_ties(figure: Figure, floor: Floor) -> bool:
    return floor.holds(figure.worst) != floor.holds(figure.best)


@dataclass(frozen=True, slots=True)
class Past:
    """What one host found before."""

    host: str
    context: int | None
    values: Mapping[tuple[str, int], Mapping[str, float]]
    """Each measure of each query, by its text and how often that stood before it."""


@dataclass(frozen=True, slots=True)
class PastRun:
    """An earlier evaluation."""

    name: str
    """As errors call it."""
    entries: tuple[Past, ...]

    def of(self, one: Evaluation) -> Past | None:
        """Return what the same host found in the same context; else in the only one there is."""
        same = [past for past in self.entries if past.host == one.scenario.host]
        exact = [past for past in same if past.context == one.scenario.context]
        return next(iter(exact or (same if len(same) == 1 else ())), None)


def held_to(
    evaluations: Iterable[Evaluation], past: PastRun, drops: Mapping[str, float], seed: int
) -> tuple[Verdict, ...]:
    """Hold every measure to what it was over the queries that are in both.

    Args:
        evaluations: Of now; those that the past does not know are left out.
        past: What was found then.
        drops: What a measure may lose, by its name; `MAX_DROP` for others.
        seed: Of the test of significance.
    """
    found: list[Verdict] = []
    for one in evaluations:
        before = past.of(one)
        if before is not None:
            found += _held(one, before, drops, seed)
    return tuple(found)


@dataclass(frozen=True, slots=True)
class Limits:
    """All that an evaluation is held to."""

    floors: tuple[Floor, ...] = ()
    past: PastRun | None = None
    drops: Mapping[str, float] = field(default_factory=dict)
    """What a measure may lose since the past, by its name."""

    def verdicts(self, evaluations: Sequence[Evaluation], seed: int) -> tuple[Verdict, ...]:
        """Hold evaluations to the floors, then to the past.

        Raises:
            UsageError: The past has no query and host in common with them.
        """
        found = judged(evaluations, self.floors)
        if self.past is None:
            return found
        held = held_to(evaluations, self.past, self.drops, seed)
        if not held:
            raise UsageError(
                f"nothing was compared: {self.past.name} has no query and host of these",
                hint=f"hosts: {', '.join(dict.fromkeys(one.host for one in self.past.entries))}",
            )
        return (*found, *held)


def numbered(answers: Iterable[Answer]) -> Iterator[tuple[tuple[str, int], Answer]]:
    """Yield each answer with its query's text and how often that stood before it."""
    seen: Counter[str] = Counter()
    for one in answers:
        yield (one.query.text, seen[one.query.text]), one
        seen[one.query.text] += 1


def values_of(answer: Answer) -> dict[str, float]:
    """Return every measure of one answer by its name."""
    return {**dict(zip(METRICS, answer.values, strict=True)), REACHABLE: answer.reachable}


def _held(
    one: Evaluation, before: Past, drops: Mapping[str, float], seed: int
) -> Iterator[Verdict]:
    shared = [
        (before.values[key], values_of(answer))
        for key, answer in numbered(one.answers)
        if key in before.values
    ]
    for metric in HELD if one.searched else (REACHABLE,):
        pairs = [(then[metric], now[metric]) for then, now in shared if metric in then]
        if pairs:
            yield _compared(one, metric, pairs, drops.get(metric, MAX_DROP), seed)


def _compared(
    one: Evaluation, metric: str, pairs: Sequence[tuple[float, float]], allowed: float, seed: int
) -> Verdict:
    then, now = zip(*pairs, strict=True)
    outcome = paired(then, now, seed)
    loss = outcome.difference if metric in LESS_IS_BETTER else -outcome.difference
    return Verdict(
        host=one.scenario.host,
        context=one.scenario.context,
        metric=metric,
        limit=f"{metric} may {'gain' if metric in LESS_IS_BETTER else 'lose'} {allowed:g}",
        found=sum(now) / len(now),
        holds=loss <= allowed + _ROUNDING,
        before=sum(then) / len(then),
        p=outcome.p,
    )
