"""One labelled query put to one host: where the right tools rank, ties, and what is missed."""

from __future__ import annotations

from collections import Counter
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


class Order(NamedTuple):
    """What one order of equal scores gives."""

    values: tuple[float, ...]
    """In the order of `METRICS`."""
    reachable: float
    rank: int | None
    """Of the best target within the limit, from 1."""


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
    as_ranked: Order
    worst: Order
    """With ties broken against the right tools; for each measure its worst."""
    best: Order

    @property
    def values(self) -> tuple[float, ...]:
        """The metrics of the ranking as it is, in the order of `METRICS`."""
        return self.as_ranked.values

    @property
    def reachable(self) -> float:
        """The share of the targets that the model gets to."""
        return self.as_ranked.reachable

    @property
    def keeps_max_rank(self) -> float | None:
        """1.0 where the best target ranks well enough for its query, else 0.0; `None`: any does."""
        return self.keeps(self.as_ranked.rank)

    def keeps(self, rank: int | None) -> float | None:
        """Say the same of any rank of the best target."""
        if self.query.max_rank is None:
            return None
        return float(rank is not None and rank <= self.query.max_rank)


def answer(session: Session, query: LabelledQuery) -> tuple[Answer, tuple[Miss, ...]]:
    """Ask one query, alone in its call, and hold the hits against what it should find."""
    targets = session.labels.targets(query)
    searched = _searched(session, query.text, targets)
    ranks = [None if searched is None else rank_of(searched.ranking, one) for one in targets]
    reaches = tuple(
        session.visible.reach(target, found=rank is not None)
        for target, rank in zip(targets, ranks, strict=True)
    )
    as_ranked = Order(
        values=_NOTHING if searched is None else _values(searched.ranking, targets),
        reachable=sum(one != "none" for one in reaches) / len(reaches),
        rank=min((rank for rank in ranks if rank is not None), default=None),
    )
    worst, best = _other_orders(session, searched, targets) or (as_ranked, as_ranked)
    found = Answer(
        query=query,
        targets=targets,
        ranks=tuple(ranks),
        reaches=reaches,
        hits=0 if searched is None else len(searched.ranking.hits),
        as_ranked=as_ranked,
        worst=worst,
        best=best,
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


def _values(ranking: Ranking, targets: Sequence[Target]) -> tuple[float, ...]:
    """Return the metrics of a ranking as it is."""
    wanted = _wanted(ranking, targets)
    gains = gains_of([hit.name for hit in ranking.hits], wanted)
    return measured(gains, _ideal(wanted), len(ranking.hits))


def _other_orders(
    session: Session, searched: Searched | None, targets: Sequence[Target]
) -> tuple[Order, Order] | None:
    """Return the worst and the best that ties allow; `None` where nothing is tied."""
    known = None if searched is None else _to_the_end_of_ties(searched)
    if searched is None or known is None:
        return None
    ranking = searched.ranking
    limit = len(ranking.hits)
    names, scores = [hit.name for hit in known], [hit.score for hit in known]
    wanted = _wanted(ranking, targets)
    ideal = _ideal(wanted)
    hidden = [one for one in targets if session.visible.reach(one, found=False) == "none"]
    counts = Counter(hit_names(ranking, one) for one in hidden if session.visible.searches)
    orders = zip(
        extremes(gains_of(names, wanted), scores, limit),
        extremes(gains_of(names, tuple(counts.items())), scores, limit),
        strict=True,
    )
    worst, best = (
        Order(
            values=measured(gains, ideal, limit),
            reachable=(len(targets) - len(hidden) + sum(reached)) / len(targets),
            rank=next((at for at, gain in enumerate(gains, start=1) if gain), None),
        )
        for gains, reached in orders
    )
    return worst, best


def _wanted(ranking: Ranking, targets: Sequence[Target]) -> list[tuple[frozenset[str], float]]:
    """Return for each right answer the names of its hits, and its grade.

    Where servers are ranked, the tools of one server are one right answer, as good as the best of
    them; a label that is no tool is one for itself.
    """
    if ranking.ranks == "tool":
        return [(target.names, target.grade) for target in targets]
    answers: dict[tuple[frozenset[str], str], float] = {}
    for target in targets:
        key = (target.sources, "" if target.sources else target.address)
        answers[key] = max(answers.get(key, 0.0), target.grade)
    return [(sources, grade) for (sources, _), grade in answers.items()]


def _ideal(wanted: Sequence[tuple[frozenset[str], float]]) -> list[float]:
    return sorted((grade for _, grade in wanted), reverse=True)


def _to_the_end_of_ties(searched: Searched) -> Sequence[Hit] | None:
    """Return the hits and what is cut, as far as a tie goes; `None` where nothing is tied."""
    ranking = searched.ranking
    if not ranking.ties:
        return None
    hits = (*ranking.hits, *ranking.cut)
    if ranking.cut and ranking.cut[-1].score == ranking.hits[-1].score:
        return searched.deeper().hits
    return hits
