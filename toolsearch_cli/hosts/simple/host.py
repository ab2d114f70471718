"""A host without a budgeted listing, as the protocol wants it: a subclass says what it decides."""

from __future__ import annotations

from abc import abstractmethod
from dataclasses import replace
from functools import lru_cache, partial
from typing import TYPE_CHECKING, ClassVar

from toolsearch_cli.errors import UsageError
from toolsearch_cli.hosts.ladder import Detached
from toolsearch_cli.hosts.protocol import Description, SearchAnswer
from toolsearch_cli.hosts.scenario import EVERYTHING
from toolsearch_cli.hosts.simple.absent import WithoutListing
from toolsearch_cli.hosts.simple.notes import common_notes
from toolsearch_cli.hosts.simple.session import Published, Session, registered
from toolsearch_cli.hosts.simple.settings import values_of, written
from toolsearch_cli.hosts.simple.turn import disclosure_of
from toolsearch_cli.search.further import further
from toolsearch_cli.search.requests import RequestIndex
from toolsearch_cli.search.word_index import WordIndex

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from toolsearch_cli.catalog.model import Catalog, Json, Source, Tool
    from toolsearch_cli.hosts.disclosure import Definition, Disclosure, Wire
    from toolsearch_cli.hosts.facts import Fidelity, HostFacts
    from toolsearch_cli.hosts.protocol import Endpoints, Ranker, Standing
    from toolsearch_cli.hosts.scenario import Scenario, Scope, SettingNote, SettingSpec
    from toolsearch_cli.hosts.simple.session import Registered
    from toolsearch_cli.hosts.simple.settings import Setting, Values
    from toolsearch_cli.hosts.simple.turn import Turn
    from toolsearch_cli.search.engine import Engine
    from toolsearch_cli.search.ranking import Hit, Ranking

_RIVALS = 5


class SimpleHost(WithoutListing):
    """What a host without tiers shares with the others. A subclass is a frozen dataclass.

    It says its facts and settings, names its tools, decides a turn and, where it has a search,
    makes the engine and the result. Equal hosts are equal keys of the caches here.
    """

    __slots__ = ()

    settings: ClassVar[tuple[Setting, ...]] = ()
    wire: ClassVar[Wire] = "mcp"
    limit_key: ClassVar[str] = "limit"
    """The setting that says how many hits a search gives when the model asks for no number."""

    @property
    @abstractmethod
    def facts(self) -> HostFacts:
        """What is known of it, in words."""

    def connected(self, endpoints: Endpoints) -> SimpleHost:
        """Return itself: it asks nobody. A host that does returns one that knows them."""
        return self

    def under(self, scenario: Scenario) -> SimpleHost:
        """Return itself; a host that registers other texts under some settings, one that does."""
        return self

    @abstractmethod
    def qualified(self, source: Source, tool: Tool) -> str:
        """Return the name that the model sees."""

    @abstractmethod
    def turn(self, session: Session, values: Values, context: int | None) -> Turn:
        """Decide what is sent, held back and shown."""

    def engine(self, session: Session, values: Values) -> Engine | None:
        """Return what a search ranks with; `None` where there is no search."""
        return None

    def result(self, session: Session, values: Values, rankings: Sequence[Ranking]) -> Json:
        """Return the host's own JSON for a search."""
        return [hit.name for ranking in rankings for hit in ranking.hits]

    def limit(self, values: Values, asked: object) -> int:
        """Return how many hits a search gives for the limit the model sent."""
        default = values.whole(self.limit_key)
        if isinstance(asked, bool) or not isinstance(asked, int):
            return default
        return max(1, min(asked, default))

    def ranking_fidelity(self, values: Values) -> Fidelity:
        """Return how far a ranking can be trusted under these settings."""
        return self.facts.ranking

    def sources(self, session: Session, hits: Iterable[Hit]) -> Mapping[str, str]:
        """Return the source of what each hit names: a tool, unless the host ranks other things."""
        return {hit.name: session.source(session.by_name[hit.name]).name for hit in hits}

    def remarks(
        self, session: Session, values: Values, rankings: Sequence[Ranking]
    ) -> tuple[str, ...]:
        """Return what to know of a search's answer, a line each."""
        return tuple(dict.fromkeys(said for one in rankings for said in one.remarks))

    def offers(self, turn: Turn, values: Values) -> bool:
        """Say whether the search can be called in this turn."""
        return turn.active

    def published(self, catalog: Catalog) -> Iterator[Published]:
        """Yield every tool as the host takes it, by source, before names are settled."""
        for position, source in enumerate(catalog.sources):
            for tool in source.tools:
                name = self.qualified(source, tool)
                description = "" if tool.description is None else tool.description
                schema = {} if tool.input_schema is None else tool.input_schema
                yield Published(position, tool, name, description, schema)

    def registry(self, catalog: Catalog) -> Registered:
        """Settle every tool's name; the first that wants one keeps it."""
        return registered(catalog, tuple(self.published(catalog)), self.wire)

    def setting_specs(self) -> tuple[SettingSpec, ...]:
        """List its settings, with defaults and ranges."""
        return tuple(setting.spec for setting in self.settings)

    def settings_used(self, scenario: Scenario) -> dict[str, object]:
        """Return each setting as the host works with it."""
        unset = {setting.key: setting.unset for setting in self.settings}
        return {
            key: unset[key] if value is None else written(value) if _is_list(value) else value
            for key, value in self.values(scenario)
        }

    def setting_notes(self, scenario: Scenario) -> tuple[SettingNote, ...]:
        """Return what the host clamps."""
        return values_of(self.settings, scenario.config, scenario.options)[1]

    def values(self, scenario: Scenario) -> Values:
        """Return the scenario's settings as typed values."""
        return values_of(self.settings, scenario.config, scenario.options)[0]

    def values_for(self, catalog: Catalog, scenario: Scenario) -> Values:
        """Return the settings as they hold for a catalog, whose files may set some too."""
        return self.values(scenario)

    def disclose(self, catalog: Catalog, scenario: Scenario) -> Disclosure:
        """Simulate the start of a turn."""
        session = self.session(catalog, scenario)
        values = self.values_for(catalog, scenario)
        turn = self.turn(session, values, scenario.context)
        return disclosure_of(
            session,
            turn,
            host=self.name,
            context=scenario.context,
            fidelity=self.facts.fidelity,
            notes=(*turn.notes, *common_notes(session, turn, self.settings, values)),
        )

    def detached(self, catalog: Catalog, scenario: Scenario) -> tuple[Detached, ...]:
        """Return what the turn would be without each source in turn, by position."""
        found = []
        scope = scenario.scope
        for position in self.session(catalog, scenario).granted:
            without = replace(scope, detached=scope.detached | {position})
            shown = self.disclose(catalog, replace(scenario, scope=without))
            forms = {row.label: row.form for row in shown.sources if row.form is not None}
            found.append(Detached(position, shown.payment.total, shown.listing.form, forms))
        return tuple(found)

    def definitions(self, catalog: Catalog, scenario: Scenario) -> tuple[Definition, ...]:
        """Return every tool of the catalog as the host knows it, whatever the scope."""
        return self.session(catalog, replace(scenario, scope=EVERYTHING)).definitions

    def searches(self, scenario: Scenario) -> bool:
        """Say whether its ranking is simulated."""
        return self.ranking_fidelity(self.values(scenario)) != "visibility-only"

    def search(
        self, catalog: Catalog, scenario: Scenario, queries: Sequence[str], limit: object = None
    ) -> SearchAnswer:
        """Answer one call of the search tool.

        Raises:
            UsageError: The host has no search.
        """
        values = self.values_for(catalog, scenario)
        session = self.session(catalog, scenario)
        engine = self._engine(session, values)
        most = self.limit(values, limit)
        rankings = tuple(engine.search(query, most) for query in queries[: self.max_queries])
        return SearchAnswer(
            result=self.result(session, values, rankings),
            rankings=rankings,
            sources=self.sources(
                session, (hit for one in rankings for hit in (*one.hits, *one.cut))
            ),
            offered=self.offers(self.turn(session, values, scenario.context), values),
            fidelity=self.ranking_fidelity(values),
            remarks=self.remarks(session, values, rankings),
        )

    def ranker(self, catalog: Catalog, scenario: Scenario) -> Ranker:
        """Return what ranks for a session, whatever limit the host allows."""
        session = self.session(catalog, scenario)
        return partial(further, self._engine(session, self.values_for(catalog, scenario)))

    def finds(
        self, catalog: Catalog, scenario: Scenario, wanted: Sequence[tuple[str, str]]
    ) -> tuple[bool, ...]:
        """Say of pairs of a query and a qualified name whether the query finds the tool."""
        values = self.values_for(catalog, scenario)
        engine = self._engine(self.session(catalog, scenario), values)
        most = self.limit(values, None)
        if isinstance(engine, (WordIndex, RequestIndex)):
            return tuple(engine.finds(query, name, most) for query, name in wanted)
        return tuple(
            any(hit.name == name for hit in engine.search(query, most).hits)
            for query, name in wanted
        )

    def describe(self, catalog: Catalog, scenario: Scenario, name: str) -> Description:
        """Show one tool as a search, or the array, would give it."""
        session = self.session(catalog, scenario)
        values = self.values_for(catalog, scenario)
        turn = self.turn(session, values, scenario.context)
        everything = self.session(catalog, replace(scenario, scope=EVERYTHING)).by_name
        rivals: tuple[Hit, ...] = ()
        own: Hit | None = None
        known = session.by_name.get(name)
        engine = self.engine(session, values) if known is not None else None
        if engine is not None and known is not None:
            hits = engine.search(f"{name} {known.description}", _RIVALS + 1).hits
            own = next((hit for hit in hits if hit.name == name), None)
            rivals = tuple(hit for hit in hits if hit.name != name)[:_RIVALS]
        return Description(
            name=name,
            standing=_standing(self, name, session, turn, everything),
            result=None,
            definition=everything.get(name),
            own=own,
            rivals=rivals,
            sources=self.sources(session, rivals if own is None else (own, *rivals)),
            collisions=tuple(one for one in session.collisions if one.name == name),
            offered=False,
            bridged=turn.active,
            refusal=next((one for one in turn.refusals if one.name == name), None),
        )

    def session(self, catalog: Catalog, scenario: Scenario) -> Session:
        """Return what the scenario's session sees."""
        return session_of(self.under(scenario), catalog, scenario.scope)

    def _engine(self, session: Session, values: Values) -> Engine:
        engine = _engine_of(self, session, values)
        if engine is None:
            raise UsageError(
                f"{self.name} has no search that can be simulated: {self.facts.ranker}",
                hint="toolsearch hosts lists those that have one",
            )
        return engine


def _is_list(value: object) -> bool:
    return isinstance(value, tuple)


@lru_cache(maxsize=32)
def _registry_of(host: SimpleHost, catalog: Catalog) -> Registered:
    return host.registry(catalog)


@lru_cache(maxsize=128)
def session_of(host: SimpleHost, catalog: Catalog, scope: Scope) -> Session:
    """Return what a host's session sees: made once for each catalog and scope."""
    return Session(catalog, scope, _registry_of(host, catalog))


@lru_cache(maxsize=16)
def _engine_of(host: SimpleHost, session: Session, values: Values) -> Engine | None:
    return host.engine(session, values)


def _standing(
    host: SimpleHost,
    name: str,
    session: Session,
    turn: Turn,
    everything: Mapping[str, Definition],
) -> Standing:
    if name in host.bridge_names:
        return "bridge"
    if any(one.name == name and one.unreachable for one in turn.refusals):
        return "dropped"
    if any(one.name == name for one in turn.deferred):
        return "deferred"
    if name in session.by_name:
        return "eager"
    return "out-of-scope" if name in everything else "unknown"
