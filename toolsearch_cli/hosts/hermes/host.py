"""Hermes as a host: the protocol's questions, each answered by one release."""

from __future__ import annotations

from dataclasses import asdict, dataclass, replace
from typing import TYPE_CHECKING

from toolsearch_cli.errors import UsageError
from toolsearch_cli.hosts.hermes.assembly import Assembly, assembled, disclosed
from toolsearch_cli.hosts.hermes.listing import rendered, uniform
from toolsearch_cli.hosts.hermes.naming import BRIDGE_NAMES, spellings
from toolsearch_cli.hosts.hermes.notes import notes_on
from toolsearch_cli.hosts.hermes.registration import registry
from toolsearch_cli.hosts.hermes.releases import Release, release_named
from toolsearch_cli.hosts.hermes.settings import HermesSettings, parse, specs
from toolsearch_cli.hosts.hermes.shape import shaped
from toolsearch_cli.hosts.hermes.short import short_description
from toolsearch_cli.hosts.scenario import EVERYTHING, Scenario, SettingNote, SettingSpec
from toolsearch_cli.search.words import has_ascii_word

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from toolsearch_cli.catalog.model import Catalog, Json
    from toolsearch_cli.hosts.calls import Arguments, Outcome
    from toolsearch_cli.hosts.disclosure import Definition, Disclosure, Form, Listing
    from toolsearch_cli.hosts.facts import HostFacts
    from toolsearch_cli.hosts.hermes.bridge import Bridge
    from toolsearch_cli.hosts.ladder import Detached, Gate, Rung
    from toolsearch_cli.hosts.protocol import Description, Endpoints, Ranker, SearchAnswer


@dataclass(frozen=True, slots=True)
class HermesHost:
    """One release of Hermes Agent."""

    release: Release

    @property
    def name(self) -> str:
        """`hermes` or `hermes@RELEASE`."""
        return self.release.name

    @property
    def facts(self) -> HostFacts:
        """What is known of the release, in words."""
        from toolsearch_cli.hosts.hermes.facts import facts_of

        return facts_of(self.release)

    def connected(self, endpoints: Endpoints) -> HermesHost:
        """Return itself: it asks nobody."""
        return self

    @property
    def max_queries(self) -> int:
        """How many queries one call of `tool_search` takes."""
        return self.release.search.max_queries

    @property
    def config_place(self) -> tuple[str, ...]:
        """Where a Hermes config.yaml has these settings."""
        return ("tools", "tool_search")

    def search_plan(self) -> str | None:
        """Return none: its search is no plan."""
        return None

    def setting_specs(self) -> tuple[SettingSpec, ...]:
        """List the release's settings and the one of this simulation."""
        return specs(self.release)

    def settings_used(self, scenario: Scenario) -> dict[str, object]:
        """Return each setting as the host works with it."""
        parsed = asdict(self._settings(scenario))
        if isinstance(parsed["defer"], frozenset):
            parsed["defer"] = ", ".join(sorted(parsed["defer"])) or "none"
        return {spec.key: parsed[spec.key] for spec in self.setting_specs()}

    def setting_notes(self, scenario: Scenario) -> tuple[SettingNote, ...]:
        """Return what the host does not take as it was written."""
        return self._parsed(scenario)[1]

    def disclose(self, catalog: Catalog, scenario: Scenario) -> Disclosure:
        """Simulate the start of a turn."""
        settings = self._settings(scenario)
        disclosure = disclosed(catalog, self.release, settings, scenario.context, scenario.scope)
        assembly = self._assembled(catalog, scenario, settings)
        notes = notes_on(catalog, disclosure, assembly, settings, self.release, scenario.scope)
        return replace(disclosure, notes=notes)

    def listing_in_form(self, catalog: Catalog, scenario: Scenario, form: Form) -> Listing:
        """Return the listing with every source in `form`, whatever the budget."""
        assembly = self._assembly(catalog, scenario)
        if not self.release.listing:
            raise UsageError(f"{self.name} has no listing", hint="hermes and hermes@0.20 on do")
        if assembly.stock.listing_error:
            raise UsageError(f"the host would fail: {assembly.stock.listing_error}")
        return rendered(assembly.groups, uniform(assembly.groups, form))

    def ladder(self, catalog: Catalog, scenario: Scenario) -> tuple[Rung, ...]:
        """Return every shape the listing can take in this scenario, from budget 0 up."""
        settings = self._settings(scenario)
        if not self.release.listing or "off" in (settings.enabled, settings.listing):
            return ()
        from toolsearch_cli.hosts.hermes.climbing import rungs

        assembly = self._assembled(catalog, scenario, settings)
        return rungs(assembly.stock.candidates, settings, scenario.context)

    def budgets(self, scenario: Scenario, contexts: Iterable[int]) -> tuple[int, ...]:
        """Return the most tokens a listing may take in each context, the rest as it is."""
        settings = self._settings(scenario)
        return tuple(settings.budget(context) for context in contexts)

    def gate(self, catalog: Catalog, scenario: Scenario) -> Gate | None:
        """Return where the size of the schemas decides on the bridge; only hermes@0.19 asks."""
        settings = self._settings(scenario)
        if self.release.listing or settings.enabled != "auto":
            return None
        from toolsearch_cli.hosts.hermes.climbing import gate

        assembly = self._assembled(catalog, scenario, settings)
        return gate(assembly.stock.deferred_tokens, settings, scenario.context)

    def detached(self, catalog: Catalog, scenario: Scenario) -> tuple[Detached, ...]:
        """Return what the turn would be without each source in turn, by position."""
        from toolsearch_cli.hosts.hermes.climbing import detached

        settings = self._settings(scenario)
        assembly = self._assembled(catalog, scenario, settings)
        return detached(assembly, self.release, settings, scenario.context)

    def definitions(self, catalog: Catalog, scenario: Scenario) -> tuple[Definition, ...]:
        """Return every tool of the catalog under its qualified name, whatever the scope."""
        return registry(catalog, self.release.name, self._settings(scenario).naming)[0]

    def short_description(self, definition: Definition) -> str | None:
        """Return the first sentence of its description, as a full listing has it."""
        text = definition.description
        if not self.release.listing or not isinstance(text, str):
            return None
        return short_description(text, self.release.sentence)

    def spellings(self, catalog: Catalog, definition: Definition) -> tuple[str, ...]:
        """Return an MCP tool's name with single and double underscores, cut and uncut."""
        source = catalog.sources[definition.source]
        if source.kind != "mcp":
            return (definition.name,)
        return spellings(source.name, definition.tool.name, self.release)

    def searches(self, scenario: Scenario) -> bool:
        """Say yes: every release has a search."""
        return True

    def search(
        self, catalog: Catalog, scenario: Scenario, queries: Sequence[str], limit: object = None
    ) -> SearchAnswer:
        """Answer one call of `tool_search`; blank queries are dropped, as there."""
        return self._bridge(catalog, scenario).search(queries, limit)

    def ranker(self, catalog: Catalog, scenario: Scenario) -> Ranker:
        """Return what ranks for a session, whatever limit the host allows."""
        return self._bridge(catalog, scenario).ranking

    def okapi(
        self, catalog: Catalog, scenario: Scenario, queries: Sequence[str], limit: object = None
    ) -> SearchAnswer:
        """Return what rank_bm25's BM25Okapi finds over the words that the release indexes."""
        return self._bridge(catalog, scenario).okapi(queries, limit)

    def scores(self, catalog: Catalog, scenario: Scenario, query: str) -> list[tuple[str, float]]:
        """Return every tool that shares a word with the query and its plain BM25, best first."""
        return self._bridge(catalog, scenario).scores(query)

    def finds(
        self, catalog: Catalog, scenario: Scenario, wanted: Sequence[tuple[str, str]]
    ) -> tuple[bool, ...]:
        """Say of pairs of a query and a qualified name whether the query finds the tool."""
        return self._bridge(catalog, scenario).finds(wanted)

    def sees_words(self, text: str) -> bool:
        """Say whether a text has an ASCII letter or digit: no other word is indexed."""
        return has_ascii_word(text)

    def listed_line(self, description: str) -> str | None:
        """Return the short description of a full listing; `None` for hermes@0.19."""
        if not self.release.listing:
            return None
        return short_description(description, self.release.sentence)

    @property
    def name_limit(self) -> int | None:
        """Longest qualified name of an MCP tool."""
        return self.release.name_limit

    @property
    def core_names(self) -> frozenset[str]:
        """Names of the release's own tools."""
        return self.release.core_names

    @property
    def bridge_names(self) -> frozenset[str]:
        """`tool_search`, `tool_describe` and `tool_call`."""
        return frozenset(BRIDGE_NAMES)

    def describe(self, catalog: Catalog, scenario: Scenario, name: str) -> Description:
        """Answer one call of `tool_describe` for one name, spelled as the model would."""
        return self._bridge(catalog, scenario).describe(name, self.definitions(catalog, scenario))

    def describe_call(self, catalog: Catalog, scenario: Scenario, names: Sequence[str]) -> Json:
        """Answer one call of `tool_describe`; a release that takes one name takes the first."""
        return self._bridge(catalog, scenario).describe_call(names)

    def call(
        self, catalog: Catalog, scenario: Scenario, name: str, arguments: Arguments
    ) -> Outcome:
        """Say what comes of one call, arguments as the model sent them."""
        return self._bridge(catalog, scenario).call(name, arguments)

    def _bridge(self, catalog: Catalog, scenario: Scenario) -> Bridge:
        from toolsearch_cli.hosts.hermes.bridge import Bridge

        return Bridge(
            catalog=catalog,
            release=self.release,
            settings=self._settings(scenario),
            assembly=self._assembly(catalog, scenario),
            whole=self._assembly(catalog, replace(scenario, scope=EVERYTHING)),
            offered=self._offers_bridge(catalog, scenario),
        )

    def _offers_bridge(self, catalog: Catalog, scenario: Scenario) -> bool:
        brought = self._assembly(catalog, scenario).stock
        return shaped(brought, self.release, self._settings(scenario), scenario.context).active

    def _parsed(self, scenario: Scenario) -> tuple[HermesSettings, tuple[SettingNote, ...]]:
        return parse(scenario.config, self.release, scenario.options.get("naming", "double"))

    def _settings(self, scenario: Scenario) -> HermesSettings:
        return self._parsed(scenario)[0]

    def _assembly(self, catalog: Catalog, scenario: Scenario) -> Assembly:
        return self._assembled(catalog, scenario, self._settings(scenario))

    def _assembled(
        self, catalog: Catalog, scenario: Scenario, settings: HermesSettings
    ) -> Assembly:
        return assembled(
            catalog, self.release.name, settings.naming, settings.defer, scenario.scope
        )


def host(name: str) -> HermesHost:
    """Return the release called `name`.

    Raises:
        UsageError: There is no such release.
    """
    return HermesHost(release_named(name))
