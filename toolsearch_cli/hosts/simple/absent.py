"""The protocol's answers of a host that has no listing, no budget and no describe tool."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import TYPE_CHECKING

from toolsearch_cli.errors import UsageError

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from toolsearch_cli.catalog.model import Catalog, Json
    from toolsearch_cli.hosts.disclosure import Definition, Form, Listing
    from toolsearch_cli.hosts.ladder import Gate, Rung
    from toolsearch_cli.hosts.protocol import SearchAnswer
    from toolsearch_cli.hosts.scenario import Scenario


class WithoutListing(ABC):
    """What there is nothing to say of. A host that has one of these answers for itself."""

    __slots__ = ()

    @property
    @abstractmethod
    def name(self) -> str:
        """What `--host` calls it."""

    @property
    def config_place(self) -> tuple[str, ...]:
        """Return none: it has no config file of its own that is read here."""
        return ()

    def search_plan(self) -> str | None:
        """Return none: its search is no plan."""
        return None

    @property
    def max_queries(self) -> int:
        """How many queries one call takes."""
        return 1

    @property
    def name_limit(self) -> int | None:
        """Longest qualified name; longer ones are cut."""
        return None

    @property
    def core_names(self) -> frozenset[str]:
        """Names of the host's own tools: none is simulated."""
        return frozenset()

    @property
    def bridge_names(self) -> frozenset[str]:
        """Names of the tools of its bridge."""
        return frozenset()

    def listing_in_form(self, catalog: Catalog, scenario: Scenario, form: Form) -> Listing:
        """Refuse: the host has one form only."""
        raise UsageError(
            f"{self.name} lists a catalog in one way only", hint="leave --form out, or take hermes"
        )

    def ladder(self, catalog: Catalog, scenario: Scenario) -> tuple[Rung, ...]:
        """Return none: no budget shapes a listing."""
        return ()

    def budgets(self, scenario: Scenario, contexts: Iterable[int]) -> tuple[int, ...]:
        """Return 0 for each context: there is no budget."""
        return tuple(0 for _ in contexts)

    def gate(self, catalog: Catalog, scenario: Scenario) -> Gate | None:
        """Return none, unless a host has a gate."""
        return None

    def short_description(self, definition: Definition) -> str | None:
        """Return none: nothing is listed with its description."""
        return None

    def spellings(self, catalog: Catalog, definition: Definition) -> tuple[str, ...]:
        """Return the one spelling of its qualified name."""
        return (definition.name,)

    def okapi(
        self, catalog: Catalog, scenario: Scenario, queries: Sequence[str], limit: object = None
    ) -> SearchAnswer:
        """Refuse: the what-if is over the words that hermes indexes."""
        raise UsageError(
            f"--ranker okapi: not over the words of {self.name}", hint="take --host hermes"
        )

    def sees_words(self, text: str) -> bool:
        """Say whether the search sees any word in a text."""
        return any(character.isalnum() for character in text)

    def listed_line(self, description: str) -> str | None:
        """Return none: no listing holds descriptions."""
        return None

    def describe_call(self, catalog: Catalog, scenario: Scenario, names: Sequence[str]) -> Json:
        """Return nothing: a search gives the schemas already."""
        return None
