"""Calls of a host's search tool: which queries go into one call, and what each call answers."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, Literal, NamedTuple, TypeAlias, get_args

if TYPE_CHECKING:
    from collections.abc import Sequence

    from toolsearch_cli.catalog.model import Catalog
    from toolsearch_cli.hosts.protocol import Host, SearchAnswer
    from toolsearch_cli.hosts.scenario import Scenario

Ranker: TypeAlias = Literal["host", "okapi"]
"""The host's own search, or rank_bm25's BM25Okapi over the same words, which is no host."""

RANKERS: tuple[Ranker, ...] = get_args(Ranker)

_SEVERAL: Final = 2


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class SearchCall:
    """One call: what was asked, and the answer."""

    scenario: Scenario
    queries: tuple[str, ...]
    """As typed."""
    limit: object
    """As the model would send it; `None` when it sends none."""
    ranker: Ranker
    answer: SearchAnswer
    left_out: int
    """Sources outside the scope, which the search cannot find."""
    unites: bool = False
    """Whether the host offers together what several calls find."""
    steps: tuple[str, ...] = ()
    """What the model calls to use a tool that it must search for, the search first."""

    @property
    def warnings(self) -> tuple[str, ...]:
        """What the host does not take as it was sent, in words: a limit, queries too many."""
        host, rankings = self.scenario.host, self.answer.rankings
        told = []
        if self.limit is not None and rankings and rankings[0].limit != self.limit:
            told.append(f"limit {self.limit}: {host} takes it as {rankings[0].limit}")
        asked = sum(bool(one.strip()) for one in self.queries)
        if asked > len(rankings):
            told.append(f"{host} answers {len(rankings):,} of {asked:,} queries in one call")
        return tuple(told)


def search_call(
    host: Host,
    catalog: Catalog,
    scenario: Scenario,
    queries: Sequence[str],
    limit: object,
    ranker: Ranker,
) -> SearchCall:
    """Send queries in one call, as the model would."""
    search = host.okapi if ranker == "okapi" else host.search
    return SearchCall(
        scenario=scenario,
        queries=tuple(queries),
        limit=limit,
        ranker=ranker,
        answer=search(catalog, scenario, queries, limit),
        left_out=sum(
            not scenario.scope.grants(source, position)
            for position, source in enumerate(catalog.sources)
        ),
        unites=host.facts.unites,
        steps=host.facts.found_steps,
    )


class Offered(NamedTuple):
    """One tool of those that several calls find together."""

    name: str
    source: str | None
    queries: tuple[int, ...]
    """Which queries find it, counted from 1."""


def union(calls: Sequence[SearchCall]) -> tuple[Offered, ...]:
    """Return what the calls find together, each tool once, where it is found first.

    Empty for a single call, and for a host whose searches each stand alone.
    """
    if len(calls) < _SEVERAL or not all(call.unites for call in calls):
        return ()
    found: dict[str, list[int]] = {}
    sources: dict[str, str | None] = {}
    for number, call in enumerate(calls, start=1):
        for hit in (hit for ranking in call.answer.rankings for hit in ranking.hits):
            found.setdefault(hit.name, []).append(number)
            sources[hit.name] = call.answer.sources.get(hit.name)
    return tuple(Offered(name, sources[name], tuple(numbers)) for name, numbers in found.items())


def calls_needed(host: Host, queries: Sequence[str]) -> tuple[tuple[str, ...], ...]:
    """Return the queries of each call: all in one where the host takes several, else one each."""
    if host.max_queries > 1:
        return (tuple(queries),) if queries else ()
    return tuple((query,) for query in queries)
