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
BASELINE: Final = "baseline"
"""Stands for a measure where an earlier evaluation says nothing of a host."""
_ROUNDING: Final = 1e-9
_ENOUGH: Final = 0.5
"""The share of an earlier evaluation's queries that must be asked again to compare with it."""


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
    limit: int | None = None
    """Hits of a search; `None`: it was not searched, or the file does not say."""
    settings: Mapping[str, object] | None = None
    """Of the host; `None`: the file does not say."""


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


@dataclass(frozen=True, slots=True)
class Limits:
    """All that an evaluation is held to."""

    floors: tuple[Floor, ...] = ()
    past: PastRun | None = None
    drops: Mapping[str, float] = field(default_factory=dict)
    """What a measure may lose since the past, by its name."""

    def verdicts(self, evaluations: Sequence[Evaluation], seed: int) -> tuple[Verdict, ...]:
        """Hold evaluations to the floors, and every measure to what it was before.

        Over the queries that are in both; what the past does not know is not measured.

        Raises:
            UsageError: Most queries of the past are not asked any more.
        """
        held = (one for now in evaluations for one in self._held(now, seed))
        return (*judged(evaluations, self.floors), *held)

    def remarks(self, evaluations: Sequence[Evaluation]) -> tuple[str, ...]:
        """Return what to know of the comparison with the past; what is doubtful starts with `!`."""
        if self.past is None:
            return ()
        pairs = ((one, self.past.of(one)) for one in evaluations)
        said = (
            _compared_with(self.past.name, one, then) for one, then in pairs if then is not None
        )
        return tuple(line for lines in said for line in lines)

    def _held(self, now: Evaluation, seed: int) -> Iterator[Verdict]:
        if self.past is None:
            return
        then = self.past.of(now)
        shared = len(_shared(now, then)) if then is not None else 0
        if then is not None and shared < len(then.values) * _ENOUGH:
            raise UsageError(
                f"{self.past.name}: of its {len(then.values):,} queries {shared:,} are asked here",
                hint="ask them again, or write a new baseline with --json -o FILE",
            )
        verdicts = () if then is None else tuple(_verdicts(now, then, self.drops, seed))
        yield from verdicts or (_unknown(now, self.past.name),)


def _unknown(now: Evaluation, name: str) -> Verdict:
    """Return that a past says nothing of a host: it is no pass."""
    return Verdict(
        host=now.scenario.host,
        context=now.scenario.context,
        metric=BASELINE,
        limit=f"as {name}, which does not hold this host",
        found=None,
        holds=False,
    )


def _compared_with(name: str, now: Evaluation, then: Past) -> Iterator[str]:
    here, shared = now.scenario, len(_shared(now, then))
    mark = "·" if shared == len(then.values) else "!"
    yield (
        f"{mark} {now.name}: {shared:,} of the {len(then.values):,} queries of {name} are asked "
        "here, and compared."
    )
    if then.limit is not None and now.limit is not None and then.limit != now.limit:
        yield f"! {now.name}: {name} was measured with limit {then.limit}, here it is {now.limit}."
    if then.context != here.context:
        yield f"! {now.name}: {name} was measured in another context size."
    known = then.settings or {}
    changed = [key for key, value in now.settings.items() if key in known and known[key] != value]
    if changed:
        yield f"! {now.name}: {name} was measured with another {', '.join(changed)}."


def numbered(answers: Iterable[Answer]) -> Iterator[tuple[tuple[str, int], Answer]]:
    """Yield each answer with its query's text and how often that stood before it."""
    seen: Counter[str] = Counter()
    for one in answers:
        yield (one.query.text, seen[one.query.text]), one
        seen[one.query.text] += 1


def values_of(answer: Answer) -> dict[str, float]:
    """Return every measure of one answer by its name."""
    return {**dict(zip(METRICS, answer.values, strict=True)), REACHABLE: answer.reachable}


def _shared(now: Evaluation, then: Past) -> list[tuple[Mapping[str, float], Mapping[str, float]]]:
    """Return the measures of then and now, of each query that is in both."""
    return [
        (then.values[key], values_of(answer))
        for key, answer in numbered(now.answers)
        if key in then.values
    ]


def _verdicts(
    now: Evaluation, then: Past, drops: Mapping[str, float], seed: int
) -> Iterator[Verdict]:
    shared = _shared(now, then)
    for metric in HELD if now.searched else (REACHABLE,):
        pairs = [(before[metric], here[metric]) for before, here in shared if metric in before]
        if pairs:
            yield _compared(now, metric, pairs, drops.get(metric, MAX_DROP), seed)


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
