"""Arion, as the protocol wants it."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, ClassVar

from toolsearch_cli.endpoints.failure import Failure
from toolsearch_cli.errors import SettingsError
from toolsearch_cli.hosts.arion import settings, vectors
from toolsearch_cli.hosts.arion.calling import request_of
from toolsearch_cli.hosts.arion.documents import words_of
from toolsearch_cli.hosts.arion.facts import BRIDGE, FACTS
from toolsearch_cli.hosts.arion.modes import candidates_of
from toolsearch_cli.hosts.arion.remarks import on_candidates, on_limit, on_search, unasked
from toolsearch_cli.hosts.arion.results import result_of
from toolsearch_cli.hosts.arion.settings import MAX_RESULTS, SETTINGS
from toolsearch_cli.hosts.arion.turn import turn_of
from toolsearch_cli.hosts.calls import Dispatch, Reply, found, unknown_tool
from toolsearch_cli.hosts.simple.host import SimpleHost
from toolsearch_cli.search.dialects import ARION
from toolsearch_cli.search.word_index import WordIndex

if TYPE_CHECKING:
    from collections.abc import Sequence

    from toolsearch_cli.catalog.model import Catalog, Json, Source, Tool
    from toolsearch_cli.hosts.calls import Arguments, Outcome
    from toolsearch_cli.hosts.facts import Fidelity, HostFacts
    from toolsearch_cli.hosts.protocol import Endpoints, SearchAnswer
    from toolsearch_cli.hosts.scenario import Scenario
    from toolsearch_cli.hosts.simple.session import Session
    from toolsearch_cli.hosts.simple.settings import Setting, Values
    from toolsearch_cli.hosts.simple.turn import Turn
    from toolsearch_cli.search.engine import Engine
    from toolsearch_cli.search.ranking import Ranking


@dataclass(frozen=True, slots=True)
class ArionHost(SimpleHost):
    """The gateway, with or without leave to ask its embeddings endpoint."""

    name: str = "arion"
    endpoints: Endpoints | None = None

    settings: ClassVar[tuple[Setting, ...]] = SETTINGS
    limit_key: ClassVar[str] = MAX_RESULTS

    @property
    def facts(self) -> HostFacts:
        """What is known of it, in words."""
        return FACTS

    @property
    def bridge_names(self) -> frozenset[str]:
        """Names of the tools of its bridge."""
        return frozenset({BRIDGE})

    def connected(self, endpoints: Endpoints) -> ArionHost:
        """Return the gateway with leave to ask for vectors."""
        return replace(self, endpoints=endpoints)

    def qualified(self, source: Source, tool: Tool) -> str:
        """Return `namespace.name`; the names of plugins and core tools as they are."""
        return f"{source.name}.{tool.name}" if source.kind == "mcp" else tool.name

    def values(self, scenario: Scenario) -> Values:
        """Return the scenario's settings.

        Raises:
            SettingsError: A value is of another type, or the timeout is no duration.
        """
        values = SimpleHost.values(self, scenario)
        timeout = values.get(settings.TIMEOUT)
        if timeout is not None and settings.seconds(str(timeout)) is None:
            raise SettingsError(
                f"{settings.TIMEOUT}: expected a duration, found {str(timeout)[:40]!r}",
                hint="write 5s, 500ms, 1m or a number of seconds",
            )
        return values

    def values_for(self, catalog: Catalog, scenario: Scenario) -> Values:
        """Return the settings with what the catalog's gateways say and the defaults."""
        return settings.settled(self.values(scenario), catalog)

    def turn(self, session: Session, values: Values, context: int | None) -> Turn:
        """Decide what `tools/list` returns."""
        return turn_of(session, values, context)

    def offers(self, turn: Turn, values: Values) -> bool:
        """Say whether the search can be called; the one over HTTP can whatever is listed."""
        return turn.active or values.text(settings.SEARCH_OVER) == settings.HTTP

    def engine(self, session: Session, values: Values) -> Engine:
        """Return BM25 over the candidates, or their vectors where the endpoint can be asked."""
        tools = candidates_of(session, values)
        words = WordIndex([one.name for one in tools], map(words_of, tools), ARION)
        if not vectors.is_configured(values):
            return words
        reached = vectors.reach(values, self.endpoints)
        if isinstance(reached, Failure):
            return words
        from toolsearch_cli.hosts.arion.ranking import VectorRanker

        embedder = reached.endpoints.embedder(reached.settings)
        return VectorRanker(session.catalog, tools, words, embedder, reached.settings.model_id)

    def result(self, session: Session, values: Values, rankings: Sequence[Ranking]) -> Json:
        """Return the definitions that were found."""
        hits = (hit for ranking in rankings for hit in ranking.hits)
        return result_of((session.by_name[hit.name] for hit in hits), values)

    def search(
        self, catalog: Catalog, scenario: Scenario, queries: Sequence[str], limit: object = None
    ) -> SearchAnswer:
        """Answer one search; it never fails for what an embeddings endpoint does."""
        answer = SimpleHost.search(self, catalog, scenario, queries, limit)
        remarks = (*answer.remarks, *on_limit(limit))
        fidelity = answer.fidelity
        if vectors.is_configured(self.values_for(catalog, scenario)) and any(
            ranking.path != "vectors" for ranking in answer.rankings
        ):
            fidelity = "approximate"
        return replace(answer, remarks=remarks, fidelity=fidelity)

    def call(
        self, catalog: Catalog, scenario: Scenario, name: str, arguments: Arguments
    ) -> Outcome:
        """Say what comes of one call; a progressive tool is called by its exact name, as any."""
        session = self.session(catalog, scenario)
        values = self.values_for(catalog, scenario)
        offered = bool(self.turn(session, values, scenario.context).bridge)
        one = session.by_name.get(name)
        if name == BRIDGE and (offered or one is None):
            return replace(self._searched(catalog, scenario, arguments), offered=offered)
        if one is None:
            return unknown_tool(name)
        return Dispatch(name=name, source=one.source, tool=one.tool.name, arguments=arguments)

    def _searched(self, catalog: Catalog, scenario: Scenario, arguments: Arguments) -> Reply:
        request = request_of(arguments)
        if isinstance(request, str):
            return Reply(result={"error": request}, error="bad_arguments")
        asked = request.within(scenario)
        return found(self.search(catalog, asked, [request.query], request.limit))

    def posted(self, catalog: Catalog, scenario: Scenario, body: Json) -> Reply:
        """Answer `POST /mcp/search`: `{"tools": [...]}`, eager and progressive tools alike."""
        request = request_of(body) if isinstance(body, dict) else "expected an object"
        if isinstance(request, str):
            return Reply(result={"error": request}, error="bad_arguments")
        asked = request.within(scenario, settings.HTTP)
        return found(self.search(catalog, asked, [request.query], request.limit))

    def posts(self, catalog: Catalog, scenario: Scenario) -> bool:
        """Say whether it serves `/mcp/search`: a gateway in code mode does not."""
        return not self.values_for(catalog, scenario).flag(settings.CODE_MODE)

    def ranking_fidelity(self, values: Values) -> Fidelity:
        """Return how far a ranking can be trusted."""
        return FACTS.ranking

    def remarks(
        self, session: Session, values: Values, rankings: Sequence[Ranking]
    ) -> tuple[str, ...]:
        """Return why BM25 ranked and no vectors, and what the session makes of the question."""
        return (
            *SimpleHost.remarks(self, session, values, rankings),
            *unasked(values, self.endpoints),
            *on_search(values),
            *on_candidates(session, values),
        )


host = ArionHost
