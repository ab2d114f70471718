"""One labelled query put to one host: where the right tools rank, ties, and what is missed."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, Final

from toolsearch_cli.analysis.evaluation.metrics import extremes, measured
from toolsearch_cli.analysis.evaluation.misses import Miss, Searched, late, miss_of

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from toolsearch_cli.analysis.evaluation.labels import Labels, Target
    from toolsearch_cli.analysis.evaluation.query_sets import LabelledQuery
    from toolsearch_cli.analysis.evaluation.reachable import Reach, Visible
    from toolsearch_cli.catalog.model import Catalog
    from toolsearch_cli.hosts.protocol import Host
    from toolsearch_cli.hosts.scenario import Scenario
    from toolsearch_cli.search.ranking import Hit, Ranking

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


@dataclass(frozen=True, slots=True, kw_only=True)
class Answer:
    """What became of one query."""

    query: LabelledQuery
    targets: tuple[Target, ...]
    ranks: tuple[int | None, ...]
    """Of each target within the limit, from 1."""
    reaches: tuple[Reach, ...]
    """Of each target."""
    limit: int | None
    """As the host takes it; `None` where nothing was searched."""
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
    searched = _searched(session, query.text) if session.searches else None
    keys = [_key(target, searched) for target in targets]
    ranks = [_rank(searched, key) for key in keys]
    values = _values(searched, _grades(targets, keys))
    found = Answer(
        query=query,
        targets=targets,
        ranks=tuple(ranks),
        reaches=tuple(
            session.visible.reach(target, found=rank is not None)
            for target, rank in zip(targets, ranks, strict=True)
        ),
        limit=None if searched is None else searched.ranking.limit,
        hits=0 if searched is None else len(searched.ranking.hits),
        values=values[0],
        worst=values[1],
        best=values[2],
    )
    missed = [
        miss_of(query, target, key, searched)
        for target, key, rank in zip(targets, keys, ranks, strict=True)
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


def _searched(session: Session, text: str) -> Searched | None:
    host, catalog, scenario = session.host, session.catalog, session.scenario
    found = host.search(catalog, scenario, [text], session.limit)
    if not found.rankings:
        return None
    ranking = found.rankings[0]

    @cache
    def deeper() -> Ranking:
        most = max(min(ranking.found, DEEPEST_RANK), ranking.limit)
        return host.ranking(catalog, scenario, text, most)

    return Searched(ranking, found.sources, deeper)


def _key(target: Target, searched: Searched | None) -> str:
    """Return what a hit on a target is called; a label that is no tool is never found."""
    if target.name is None:
        return f"\0{target.label}"
    if searched is not None and searched.ranking.ranks == "server":
        return target.source
    return target.name


def _rank(searched: Searched | None, key: str) -> int | None:
    hits = () if searched is None else searched.ranking.hits
    return next((rank for rank, hit in enumerate(hits, start=1) if hit.name == key), None)


def _grades(targets: Sequence[Target], keys: Sequence[str]) -> dict[str, float]:
    """Return the grade of each right answer; where servers are ranked, several tools are one."""
    grades: dict[str, float] = {}
    for target, key in zip(targets, keys, strict=True):
        grades[key] = max(target.grade, grades.get(key, 0.0))
    return grades


def _values(
    searched: Searched | None, grades: Mapping[str, float]
) -> tuple[tuple[float, ...], tuple[float, ...], tuple[float, ...]]:
    """Return the metrics as ranked, at worst and at best."""
    if searched is None:
        return _NOTHING, _NOTHING, _NOTHING
    hits, limit = searched.ranking.hits, len(searched.ranking.hits)
    ideal = sorted(grades.values(), reverse=True)
    gains = [grades.get(hit.name, 0.0) for hit in hits]
    values = measured(gains, ideal, limit)
    known = _to_the_end_of_ties(searched)
    if known is None:
        return values, values, values
    all_gains = [grades.get(hit.name, 0.0) for hit in known]
    worst, best = extremes(all_gains, [hit.score for hit in known], limit)
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
