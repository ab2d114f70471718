"""One labelled query put to one host: where the right tools rank, ties, and what is missed."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, Final, NamedTuple

from toolsearch_cli.analysis.evaluation.metrics import extremes, gains_of, measured
from toolsearch_cli.analysis.evaluation.misses import (
    Miss,
    Searched,
    hit_names,
    late,
    miss_of,
    rank_of,
)

if TYPE_CHECKING:
    from collections.abc import Sequence

    from toolsearch_cli.analysis.evaluation.labels import Labels, Target
    from toolsearch_cli.analysis.evaluation.query_sets import LabelledQuery
    from toolsearch_cli.analysis.evaluation.reachable import Reach, Visible
    from toolsearch_cli.catalog.model import Catalog
    from toolsearch_cli.hosts.facts import Fidelity
    from toolsearch_cli.hosts.protocol import Host
    from toolsearch_cli.hosts.scenario import Scenario
    from toolsearch_cli.search.ranking import Hit, Ranked, Ranking

DEEPEST_RANK: Final = 1_000
"""How far behind the limit a tool is looked for."""

_NOTHING: Final = measured((), (1.0,), 0)


@dataclass(frozen=True, slots=True)
class Session:
    """One host, one catalog, one scenario: who is asked."""

    host: Host
    catalog: Catalog
    scenario: Scenario
    limit: object
    """As the model sends it."""
    labels: Labels
    visible: Visible
    searches: bool
    """Whether the host has a search that is simulated."""


class How(NamedTuple):
    """How a search came about."""

    limit: int
    """As the host takes it."""
    ranks: Ranked
    fidelity: Fidelity
    remarks: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Answer:
    """What became of one query."""

    query: LabelledQuery
    targets: tuple[Target, ...]
    ranks: tuple[int | None, ...]
    """Of each target within the limit, from 1."""
    reaches: tuple[Reach, ...]
    """Of each target."""
    how: How | None
    """`None` where nothing was searched."""
    hits: int
    values: tuple[float, ...]
    """In the order of `METRICS`."""
    worst: tuple[float, ...]
    """The same with ties broken against the right tools; for each metric its worst."""
    best: tuple[float, ...]

    @property
    def reachable(self) -> float:
        """The share of the targets that the model gets to."""
        return sum(one != "none" for one in self.reaches) / len(self.reaches)

    @property
    def keeps_max_rank(self) -> float | None:
        """1.0 where the best target ranks well enough for its query, else 0.0; `None`: any does."""
        if self.query.max_rank is None:
            return None
        best = min((rank for rank in self.ranks if rank is not None), default=None)
        return float(best is not None and best <= self.query.max_rank)


def answer(session: Session, query: LabelledQuery) -> tuple[Answer, tuple[Miss, ...]]:
    """Ask one query, alone in its call, and hold the hits against what it should find."""
    targets = session.labels.targets(query)
    searched = _searched(session, query.text, targets) if session.searches else None
    ranks = [None if searched is None else rank_of(searched.ranking, one) for one in targets]
    values = _values(searched, targets)
    found = Answer(
        query=query,
        targets=targets,
        ranks=tuple(ranks),
        reaches=tuple(
            session.visible.reach(target, found=rank is not None)
            for target, rank in zip(targets, ranks, strict=True)
        ),
        how=None if searched is None else _how(searched),
        hits=0 if searched is None else len(searched.ranking.hits),
        values=values[0],
        worst=values[1],
        best=values[2],
    )
    missed = [
        miss_of(query, target, searched)
        for target, rank in zip(targets, ranks, strict=True)
        if rank is None
    ]
    return found, (*missed, *_late(found, searched))


def _how(searched: Searched) -> How:
    ranking = searched.ranking
    return How(ranking.limit, ranking.ranks, searched.fidelity, searched.remarks)


def _late(found: Answer, searched: Searched | None) -> tuple[Miss, ...]:
    """Return the best target where even that ranks worse than its query wants."""
    ranked = [(rank, at) for at, rank in enumerate(found.ranks) if rank is not None]
    if found.keeps_max_rank != 0.0 or not ranked or searched is None:
        return ()
    rank, at = min(ranked)
    return (late(found.query, found.targets[at], rank, searched),)


def _searched(session: Session, text: str, targets: Sequence[Target]) -> Searched | None:
    host, catalog, scenario = session.host, session.catalog, session.scenario
    found = host.search(catalog, scenario, [text], session.limit)
    if not found.rankings:
        return None
    ranking = found.rankings[0]

    @cache
    def deeper() -> Ranking:
        most = max(min(ranking.found, DEEPEST_RANK), ranking.limit)
        names = frozenset(name for target in targets for name in hit_names(ranking, target))
        return host.ranking(catalog, scenario, text, most, names)

    return Searched(ranking, found.sources, deeper, found.fidelity, found.remarks)


def _values(
    searched: Searched | None, targets: Sequence[Target]
) -> tuple[tuple[float, ...], tuple[float, ...], tuple[float, ...]]:
    """Return the metrics as ranked, at worst and at best."""
    if searched is None:
        return _NOTHING, _NOTHING, _NOTHING
    ranking = searched.ranking
    hits, limit = ranking.hits, len(ranking.hits)
    wanted = [(hit_names(ranking, target), target.grade) for target in targets]
    ideal = sorted((grade for _, grade in wanted), reverse=True)
    values = measured(gains_of([hit.name for hit in hits], wanted), ideal, limit)
    known = _to_the_end_of_ties(searched)
    if known is None:
        return values, values, values
    scores = [hit.score for hit in known]
    worst, best = extremes(gains_of([hit.name for hit in known], wanted), scores, limit)
    return values, measured(worst, ideal, limit), measured(best, ideal, limit)


def _to_the_end_of_ties(searched: Searched) -> Sequence[Hit] | None:
    """Return the hits and what is cut, as far as a tie goes; `None` where nothing is tied."""
    ranking = searched.ranking
    if not ranking.ties:
        return None
    hits = (*ranking.hits, *ranking.cut)
    if ranking.cut and ranking.cut[-1].score == ranking.hits[-1].score:
        return searched.deeper().hits
    return hits
