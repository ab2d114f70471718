"""What a host is to the rest of the program: one protocol, pure functions over values."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal, Protocol, TypeAlias

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Mapping, Sequence

    from toolsearch_cli.catalog.model import Catalog, Json
    from toolsearch_cli.endpoints.deciding import Decider, DeciderSettings
    from toolsearch_cli.endpoints.embedding import Embedder, EmbeddingSettings
    from toolsearch_cli.endpoints.failure import Failure
    from toolsearch_cli.hosts.disclosure import (
        Collision,
        Definition,
        Disclosure,
        Form,
        Listing,
        Refusal,
    )
    from toolsearch_cli.hosts.facts import Fidelity, HostFacts
    from toolsearch_cli.hosts.ladder import Detached, Gate, Rung
    from toolsearch_cli.hosts.scenario import Scenario, SettingNote, SettingSpec
    from toolsearch_cli.search.ranking import Hit, Ranking

Standing: TypeAlias = Literal[
    "deferred", "eager", "dropped", "bridge", "core", "out-of-scope", "unknown"
]
"""Where a name stands in a session: behind the bridge, sent with its schema, kept from the model, a
tool of the bridge, a built-in tool of the host that the catalog does not hold, of a source that is
not granted, or nowhere."""


class Ranker(Protocol):
    """Ranks as a host's search does, as far behind its limit as one asks."""

    def __call__(self, query: str, most: int, names: Collection[str] = ()) -> Ranking:
        """Return the ranking of one query up to `most` hits.

        Only the hits called one of `names` need come with the parts of their scores.
        """


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class SearchAnswer:
    """What one call of the host's search tool gives."""

    result: Json
    """The host's own JSON."""
    rankings: tuple[Ranking, ...]
    """One for each query that was answered, in order."""
    sources: Mapping[str, str]
    """The source of each tool that the rankings name, by its qualified name."""
    offered: bool
    """Whether the model has the search tool in this scenario; if not, this is a what-if."""
    fidelity: Fidelity = "verified"
    """How far the ranking can be trusted."""
    remarks: tuple[str, ...] = ()
    """What to know of this answer, a line each: why a fallback ranked, which words were dropped."""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Description:
    """What one call of the host's describe tool gives for one name."""

    name: str
    """The qualified name that was understood; as typed when it is unknown."""
    standing: Standing
    result: Json
    """The host's own JSON, errors included."""
    definition: Definition | None
    """`None` when no tool of the catalog has that name."""
    own: Hit | None
    """What the tool itself scores for its own words; `None` unless it is deferred."""
    rivals: tuple[Hit, ...]
    """The other tools that those words find, best first."""
    sources: Mapping[str, str]
    """The source of the tool and of each rival, by qualified name."""
    collisions: tuple[Collision, ...]
    """The other tools that want its name."""
    offered: bool
    """Whether the model has the describe tool in this scenario; if not, this is a what-if."""
    bridged: bool = True
    """Whether a bridge is in use: without one nothing is said of it."""
    refusal: Refusal | None = None
    """Why the host gives it to nobody, or under another name; `None` for most."""


def _unknown_cluster(cluster: str) -> str | Failure:
    from toolsearch_cli.endpoints.address import cluster_url

    return cluster_url(cluster, {}, {})


@dataclass(frozen=True, slots=True)
class Endpoints:
    """How a host that asks other services reaches them: makers, called with its settings."""

    embedder: Callable[[EmbeddingSettings], Embedder]
    decider: Callable[[DeciderSettings], Decider]
    cluster: Callable[[str], str | Failure] = _unknown_cluster
    """The base URL of a gateway's cluster, by its name; or why there is none."""


class Host(Protocol):
    """A simulated agent or gateway. Stateless: same catalog and scenario, same bytes."""

    @property
    def name(self) -> str:
        """`hermes`, `hermes@0.22`, ..."""

    @property
    def facts(self) -> HostFacts:
        """What is known of it, in words."""

    def connected(self, endpoints: Endpoints) -> Host:
        """Return the host with leave to ask endpoints in a search; without it, it asks none."""

    @property
    def config_place(self) -> tuple[str, ...]:
        """The keys under which its own YAML config file has these settings; empty without one."""

    def search_plan(self) -> str | None:
        """Return its search as the plan file that one may change; `None`: it is no plan."""

    def setting_specs(self) -> tuple[SettingSpec, ...]:
        """List its settings, with defaults and ranges."""

    def settings_used(self, scenario: Scenario) -> dict[str, object]:
        """Return each setting as the host works with it."""

    def setting_notes(self, scenario: Scenario) -> tuple[SettingNote, ...]:
        """Return what the host does not take as it was written."""

    def disclose(self, catalog: Catalog, scenario: Scenario) -> Disclosure:
        """Simulate the start of a turn."""

    def listing_in_form(self, catalog: Catalog, scenario: Scenario, form: Form) -> Listing:
        """Return the listing with every source in `form`, whatever the budget.

        Raises:
            UsageError: The host has no listing, or would fail while it builds it.
        """

    def ladder(self, catalog: Catalog, scenario: Scenario) -> tuple[Rung, ...]:
        """Return every shape the listing can take in this scenario, from budget 0 up.

        Empty where nothing is listed at any budget.
        """

    def budgets(self, scenario: Scenario, contexts: Iterable[int]) -> tuple[int, ...]:
        """Return the most tokens a listing may take in each context, the rest as it is."""

    def gate(self, catalog: Catalog, scenario: Scenario) -> Gate | None:
        """Return where the size of the schemas decides on the bridge.

        `None` where it does not: the host has no such gate, or nothing is deferrable, or the
        bridge is switched on or off.
        """

    def detached(self, catalog: Catalog, scenario: Scenario) -> tuple[Detached, ...]:
        """Return what the turn would be without each source in turn, by position."""

    def definitions(self, catalog: Catalog, scenario: Scenario) -> tuple[Definition, ...]:
        """Return every tool of the catalog as the host knows it, whatever the scope."""

    def short_description(self, definition: Definition) -> str | None:
        """Return what a full listing says of a tool; `None` where it cannot list it at all."""

    def spellings(self, catalog: Catalog, definition: Definition) -> tuple[str, ...]:
        """Return every spelling of a tool's qualified name that people know it by."""

    def searches(self, scenario: Scenario) -> bool:
        """Say whether it has a search that is simulated, under the scenario's settings."""

    def search(
        self, catalog: Catalog, scenario: Scenario, queries: Sequence[str], limit: object = None
    ) -> SearchAnswer:
        """Answer one call of the search tool; `limit` is whatever the model sent.

        Raises:
            UsageError: It has no search that is simulated.
        """

    def ranker(self, catalog: Catalog, scenario: Scenario) -> Ranker:
        """Return what ranks for a session, whatever limit the host allows: made once, asked often.

        Raises:
            UsageError: It has no search that is simulated.
        """

    def okapi(
        self, catalog: Catalog, scenario: Scenario, queries: Sequence[str], limit: object = None
    ) -> SearchAnswer:
        """Return what rank_bm25's BM25Okapi would find: a what-if, whose `result` is null.

        Raises:
            UsageError: The host's search has no words to rank.
        """

    def finds(
        self, catalog: Catalog, scenario: Scenario, wanted: Sequence[tuple[str, str]]
    ) -> tuple[bool, ...]:
        """Say of pairs of a query and a qualified name whether the query finds the tool.

        Each query alone in its call, at the host's default limit; ranked no further than needed.
        """

    def sees_words(self, text: str) -> bool:
        """Say whether the search sees any word in a text."""

    def listed_line(self, description: str) -> str | None:
        """Return what a full listing says of a description; `None` without a listing."""

    @property
    def name_limit(self) -> int | None:
        """Longest qualified name; longer ones are cut. `None`: any length."""

    @property
    def core_names(self) -> frozenset[str]:
        """Names of the host's own tools."""

    @property
    def bridge_names(self) -> frozenset[str]:
        """Names of the tools of its bridge."""

    def describe(self, catalog: Catalog, scenario: Scenario, name: str) -> Description:
        """Answer one call of the describe tool for one name."""

    def describe_call(self, catalog: Catalog, scenario: Scenario, names: Sequence[str]) -> Json:
        """Answer one call of the describe tool with the names that the model sent."""

    @property
    def max_queries(self) -> int:
        """How many queries one call takes; 1 where the host takes a single query."""
