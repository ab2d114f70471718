"""Figures over many answers: means with their confidence and their ties, by kind and tag."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple, TypeAlias

from toolsearch_cli.analysis.evaluation.metrics import METRICS
from toolsearch_cli.analysis.evaluation.significance import intervals

if TYPE_CHECKING:
    from collections.abc import Sequence

    from toolsearch_cli.analysis.evaluation.answering import Answer
    from toolsearch_cli.analysis.evaluation.query_sets import LabelledQuery

REACHABLE: Final = "reachable"
"""The share of the right tools that the model gets to: by schema, by name or by a search."""
MAX_RANK: Final = "max-rank"
"""The share of the queries with a `max_rank` that keep it."""
NO_RESULT: Final = "no-result"
FIGURES: Final[tuple[str, ...]] = (*METRICS, REACHABLE, MAX_RANK)
LESS_IS_BETTER: Final = frozenset({NO_RESULT})
EVERYTHING: Final = "all"


class Figure(NamedTuple):
    """The mean of one measure, as a share from 0 to 1."""

    metric: str
    value: float
    low: float
    """Of the 95 % bootstrap interval."""
    high: float
    worst: float
    """Where every tie is broken against the right tools; always the lowest of all orders."""
    best: float

    @property
    def tied(self) -> bool:
        """Whether the order of ties changes it."""
        return self.best - self.worst > _ROUNDING


_ROUNDING: Final = 1e-9
_Rows: TypeAlias = "Sequence[tuple[float, ...]]"
"""One row an answer."""


class Group(NamedTuple):
    """The figures of some of the queries."""

    name: str
    """`all`, `kind=WORD` or `tag=WORD`."""
    queries: int
    figures: tuple[Figure, ...]
    """Without a search only `reachable`; `max-rank` only where a query has one."""

    def figure(self, metric: str) -> Figure | None:
        """Return the figure of one measure; `None` where it was not measured."""
        return next((one for one in self.figures if one.metric == metric), None)


def groups_of(
    answers: Sequence[Answer], seed: int, resamples: int, *, searched: bool
) -> tuple[Group, ...]:
    """Return the figures of all answers, then of each kind and tag, in alphabetical order."""
    members: dict[str, list[Answer]] = {}
    for one in answers:
        for name in group_names(one.query):
            members.setdefault(name, []).append(one)
    names = [EVERYTHING, *sorted(name for name in members if name != EVERYTHING)]
    known: dict[tuple[int, ...], tuple[Figure, ...]] = {}
    groups = []
    for name in names:
        same = tuple(map(id, members[name]))
        if same not in known:  # a tag that all queries have says nothing new
            known[same] = (
                *_figures(members[name], seed, resamples, searched=searched),
                *_max_rank(members[name], seed, resamples),
            )
        groups.append(Group(name, len(members[name]), known[same]))
    return tuple(groups)


def group_names(query: LabelledQuery) -> tuple[str, ...]:
    """Return the groups that a query counts in, `EVERYTHING` first."""
    kinds = (f"kind={query.kind}",) if query.kind else ()
    return (EVERYTHING, *kinds, *(f"tag={tag}" for tag in query.tags))


def _figures(
    answers: Sequence[Answer], seed: int, resamples: int, *, searched: bool
) -> tuple[Figure, ...]:
    if not searched:
        shown = [(one.reachable,) for one in answers]
        return _banded((REACHABLE,), shown, shown, shown, (seed, resamples))
    return _banded(
        (*METRICS, REACHABLE),
        [(*one.values, one.reachable) for one in answers],
        [(*one.worst.values, one.worst.reachable) for one in answers],
        [(*one.best.values, one.best.reachable) for one in answers],
        (seed, resamples),
    )


def _max_rank(answers: Sequence[Answer], seed: int, resamples: int) -> tuple[Figure, ...]:
    asked = [one for one in answers if one.query.max_rank is not None]
    if not asked:
        return ()
    return _banded(
        (MAX_RANK,),
        [(one.keeps_max_rank or 0.0,) for one in asked],
        [(one.keeps(one.worst.rank) or 0.0,) for one in asked],
        [(one.keeps(one.best.rank) or 0.0,) for one in asked],
        (seed, resamples),
    )


def _banded(
    metrics: Sequence[str], found: _Rows, worst: _Rows, best: _Rows, draws: tuple[int, int]
) -> tuple[Figure, ...]:
    """Return a figure for each column: its mean, its interval, and what other orders give."""
    sure = intervals(found, *draws)
    columns = zip(metrics, _means(found), sure, _means(worst), _means(best), strict=True)
    return tuple(
        Figure(metric, value, *interval, low, high)
        for metric, value, interval, low, high in columns
    )


def _means(rows: _Rows) -> list[float]:
    return [sum(column) / len(rows) for column in zip(*rows, strict=True)]
