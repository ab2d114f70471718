"""The bridge of one session: what its three tools answer, and what a call comes to."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import lru_cache
from typing import TYPE_CHECKING

from toolsearch_cli.hosts.calls import Reply, found, unknown_tool
from toolsearch_cli.hosts.hermes.calling import called, described, dispatch, queries_sent
from toolsearch_cli.hosts.hermes.results import Session, describe_result, search_result
from toolsearch_cli.hosts.hermes.search import HermesIndex, search_document
from toolsearch_cli.hosts.protocol import Description, SearchAnswer
from toolsearch_cli.search.further import further

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Mapping, Sequence

    from toolsearch_cli.catalog.model import Catalog, Json
    from toolsearch_cli.hosts.calls import Arguments, Outcome
    from toolsearch_cli.hosts.disclosure import Definition
    from toolsearch_cli.hosts.hermes.assembly import Assembly
    from toolsearch_cli.hosts.hermes.releases import Release
    from toolsearch_cli.hosts.hermes.settings import HermesSettings
    from toolsearch_cli.search.ranking import Hit, Ranking

_RIVALS = 5


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Bridge:
    """One session's view of a catalog, through the bridge's tools."""

    catalog: Catalog
    release: Release
    settings: HermesSettings
    assembly: Assembly
    whole: Assembly
    """The same catalog without a scope: what else the process knows."""
    offered: bool
    """Whether the model has these tools in this scenario; if not, every answer is a what-if."""

    @property
    def _session(self) -> Session:
        return _session(self.catalog, self.release, self.assembly, self.whole, self.settings.defer)

    @property
    def _index(self) -> HermesIndex:
        return _index(self.assembly, self.release)

    def search(self, queries: Sequence[str], limit: object) -> SearchAnswer:
        """Answer one call of `tool_search`; `limit` is whatever the model sent."""
        answer = self._ranked(queries, limit, self._index.search)
        return replace(answer, result=search_result(self._session, answer.rankings))

    def ranking(self, query: str, most: int, names: Collection[str] = ()) -> Ranking:
        """Return the ranking of one query up to `most` hits, of which `names` are explained."""
        return further(self._index, query.strip(), most, names)

    def okapi(self, queries: Sequence[str], limit: object) -> SearchAnswer:
        """Rank with rank_bm25's BM25Okapi over the words that the release indexes."""
        return self._ranked(queries, limit, self._index.okapi)

    def finds(self, wanted: Sequence[tuple[str, str]]) -> tuple[bool, ...]:
        """Say of pairs of a query and a name whether the query finds the tool."""
        index, most = self._index, self.settings.search_limit(None)
        return tuple(index.finds(query.strip(), name, most) for query, name in wanted)

    def scores(self, query: str) -> list[tuple[str, float]]:
        """Return every tool that shares a word with the query and its plain BM25, best first."""
        return self._index.scores(query.strip())

    def describe(self, name: str, definitions: Sequence[Definition]) -> Description:
        """Answer one call of `tool_describe` for one name; `definitions` are all of the process."""
        session = self._session
        own: Hit | None = None
        rivals: tuple[Hit, ...] = ()
        if name in session.deferred:
            own, rivals = self._index.own_hit(name), self._index.rivals(name, _RIVALS)
        return Description(
            name=name,
            standing=session.standing(name),
            result=describe_result(session, [name]),
            definition=next((one for one in definitions if one.name == name), None),
            own=own,
            rivals=rivals,
            sources=self._sources_of(rivals if own is None else (own, *rivals)),
            collisions=tuple(one for one in self.assembly.collisions if one.name == name),
            offered=self.offered,
        )

    def describe_call(self, names: Sequence[str]) -> Json:
        """Answer one call of `tool_describe`; a release that takes one name takes the first."""
        return describe_result(self._session, names)

    def call(self, name: str, arguments: Arguments) -> Outcome:
        """Answer one call of a tool, arguments as the model sent them."""
        match name:
            case "tool_search":
                outcome: Outcome = self._searched(arguments)
            case "tool_describe":
                outcome = described(arguments, self._session)
            case "tool_call":
                outcome = called(arguments, self._session)
            case _:
                sent = self._sent.get(name)
                if sent is None:
                    return unknown_tool(name)
                return dispatch(sent, arguments, self._session)
        return replace(outcome, offered=self.offered)

    def _searched(self, arguments: Arguments) -> Reply:
        queries = queries_sent(arguments, self.release)
        if isinstance(queries, Reply):
            return queries
        return found(self.search(queries, arguments.get("limit")))

    @property
    def _sent(self) -> Mapping[str, Definition]:
        """The tools that go out with their schemas, by name."""
        everything = self.assembly.visible if self.offered else self.assembly.definitions
        return {one.name: one for one in everything}

    def _ranked(
        self, queries: Sequence[str], limit: object, rank: Callable[[str, int], Ranking]
    ) -> SearchAnswer:
        most = self.settings.search_limit(limit)
        asked = [stripped for query in queries if (stripped := query.strip())]
        rankings = tuple(rank(query, most) for query in asked[: self.release.search.max_queries])
        hits = (hit for ranking in rankings for hit in (*ranking.hits, *ranking.cut))
        return SearchAnswer(
            result=None,
            rankings=rankings,
            sources=self._sources_of(hits),
            offered=self.offered,
        )

    def _sources_of(self, hits: Iterable[Hit]) -> Mapping[str, str]:
        deferred = self._session.deferred
        return {hit.name: self.catalog.sources[deferred[hit.name].source].name for hit in hits}


@lru_cache(maxsize=8)
def _session(
    catalog: Catalog,
    release: Release,
    assembly: Assembly,
    whole: Assembly,
    defer: frozenset[str],
) -> Session:
    reachable = {one.name: one for one in assembly.deferred}
    visible = frozenset(one.name for one in assembly.visible)
    return Session(
        catalog=catalog,
        release=release,
        assembly=assembly,
        deferred=reachable,
        visible=visible,
        deferrable_elsewhere=frozenset(one.name for one in whole.deferred) - reachable.keys(),
        visible_elsewhere=frozenset(one.name for one in whole.visible) - visible,
        defer=defer,
    )


@lru_cache(maxsize=8)
def _index(assembly: Assembly, release: Release) -> HermesIndex:
    return HermesIndex(map(search_document, assembly.deferred), release.search)
