"""One labelled query put to one host: where the right tools rank, ties, and what is missed."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cache
from typing import TYPE_CHECKING, Final, NamedTuple

from toolsearch_cli.analysis.evaluation.metrics import extremes, gains_of, measured
from toolsearch_cli.analysis.evaluation.misses import (
    WINNERS,
    Miss,
    Searched,
    hit_names,
    late,
    miss_of,
    rank_of,
)
from toolsearch_cli.search.ranking import NEXT_BEST

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from toolsearch_cli.analysis.evaluation.labels import Labels, Target
    from toolsearch_cli.analysis.evaluation.query_sets import LabelledQuery
    from toolsearch_cli.analysis.evaluation.reachable import Reach, Visible
    from toolsearch_cli.catalog.model import Catalog
    from toolsearch_cli.hosts.facts import Fidelity
    from toolsearch_cli.hosts.protocol import Host, Ranker
    from toolsearch_cli.hosts.scenario import Scenario
    from toolsearch_cli.search.ranking import Hit, Ranked, Ranking

DEEPEST_RANK: Final = 1_000
"""How far behind the limit a tool is looked for."""

_NOTHING: Final = measured((), (1.0,), 0)


@dataclass(frozen=True, slots=True)
class Session:
    """Who is asked: one host in one scenario."""

    labels: Labels
    visible: Visible
    first: FirstAnswer | None
    """`None`: the host has no search that is simulated, or answers no query."""


class FirstAnswer(NamedTuple):
    """What the first call of a search shows of all others."""

    ranker: Ranker
    """Answers all others."""
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
    searched = _searched(session, query.text, targets)
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


def _late(found: Answer, searched: Searched | None) -> tuple[Miss, ...]:
    """Return the best target where even that ranks worse than its query wants."""
    ranked = [(rank, at) for at, rank in enumerate(found.ranks) if rank is not None]
    if found.keeps_max_rank != 0.0 or not ranked or searched is None:
        return ()
    rank, at = min(ranked)
    return (late(found.query, found.targets[at], rank, searched),)


def first_answer(
    host: Host,
    catalog: Catalog,
    scenario: Scenario,
    queries: Iterable[LabelledQuery],
    limit: object,
) -> FirstAnswer | None:
    """Call the search once, as the model would, to see what the host makes of the limit."""
    for query in queries if host.searches(scenario) else ():
        found = host.search(catalog, scenario, [query.text], limit)
        if found.rankings:
            first = found.rankings[0]
            return FirstAnswer(
                host.ranker(catalog, scenario),
                first.limit,
                first.ranks,
                found.fidelity,
                found.remarks,
            )
    return None


def _searched(session: Session, text: str, targets: Sequence[Target]) -> Searched | None:
    """Rank as the host does, with only those hits explained that somebody asks about."""
    if session.first is None:
        return None
    rank, limit = session.first.ranker, session.first.limit
    found = rank(text, limit + NEXT_BEST)
    hits = found.hits[:limit]
    ranking = replace(found, limit=limit, hits=hits, cut=found.hits[limit:])

    @cache
    def deeper() -> Ranking:
        most = max(min(found.found, DEEPEST_RANK), limit)
        names = {name for target in targets for name in hit_names(ranking, target)}
        names.update(hit.name for hit in hits[:WINNERS])
        return rank(text, most, names)

    return Searched(ranking, session.labels.sources, deeper)


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
