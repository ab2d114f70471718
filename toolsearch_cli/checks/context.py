"""Context: what a rule looks at, and how it says what it found."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple

from toolsearch_cli.analysis.rivals import Wording
from toolsearch_cli.checks.findings import Asked, Finding, Place
from toolsearch_cli.hosts.limits import limits_of, limits_under
from toolsearch_cli.hosts.registry import host_named

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from toolsearch_cli.catalog.model import Catalog, Source, Tool
    from toolsearch_cli.checks.findings import Rule
    from toolsearch_cli.hosts.disclosure import Definition, Disclosure
    from toolsearch_cli.hosts.limits import Limits
    from toolsearch_cli.hosts.protocol import Host
    from toolsearch_cli.hosts.scenario import Scenario

MANY = 3
"""Names that a message spells out before it counts the rest."""


class Published(NamedTuple):
    """One tool of a source in scope, whether or not the host takes it."""

    position: int
    source: Source
    tool: Tool


@dataclass(frozen=True, kw_only=True, eq=False)
class Context:
    """One host's view of a catalog, for rules to look at."""

    catalog: Catalog
    scenario: Scenario
    host: Host
    shown: Disclosure
    asked: tuple[Asked, ...]
    """Every scenario that sees the same: all of one host and its settings, at any context."""
    limits: tuple[Limits, ...]
    """Hard limits that count."""

    def sources(self) -> Iterator[tuple[int, Source]]:
        """Yield the sources in scope with their positions."""
        scope = self.scenario.scope
        for position, source in enumerate(self.catalog.sources):
            if scope.grants(source, position):
                yield position, source

    def published(self) -> Iterator[Published]:
        """Yield every tool of the sources in scope, as published."""
        for position, source in self.sources():
            for tool in source.tools:
                yield Published(position, source, tool)

    @property
    def searched(self) -> tuple[Definition, ...]:
        """The deferred tools that a search can find; none where the host has no search."""
        return self.shown.deferred if self.host.searches(self.scenario) else ()

    @cached_property
    def wording(self) -> Wording:
        """The words of the tools that a search can find; read once for all rules that ask."""
        return Wording.of(self.searched)

    def place(self, position: int, tool: Tool | None = None) -> Place:
        """Return the place of a source, or of a tool of it."""
        source = self.catalog.sources[position]
        return Place(
            source=source.name,
            kind=source.kind,
            position=position,
            tool=None if tool is None else tool.name,
            provenance=source.provenance if tool is None else tool.provenance,
        )

    def at_tool(
        self, rule: Rule, one: Published | Definition, message: str, remedy: str = ""
    ) -> Finding:
        """Return a finding about a tool."""
        position = one.position if isinstance(one, Published) else one.source
        return self.found(rule, self.place(position, one.tool), message, remedy)

    def at_source(self, rule: Rule, position: int, message: str, remedy: str = "") -> Finding:
        """Return a finding about a source."""
        return self.found(rule, self.place(position), message, remedy)

    def found(self, rule: Rule, place: Place, message: str, remedy: str = "") -> Finding:
        """Return a finding; what rests on the host says which scenarios it holds in."""
        return Finding(
            rule=rule,
            place=place,
            message=message,
            remedy=remedy,
            scenarios=self.asked if rule.about == "host" else (),
        )


def contexts_of(
    catalog: Catalog, answers: Sequence[tuple[Scenario, Disclosure]], hosts: tuple[str, ...]
) -> tuple[Context, ...]:
    """Return a context for each host and its settings: no rule rests on the size of a context.

    Args:
        catalog: What was disclosed.
        answers: Every scenario with its disclosure.
        hosts: Whose hard limits count; empty: those that hold for each scenario's host.
    """
    alike: dict[str, list[tuple[Scenario, Disclosure]]] = {}
    for scenario, shown in answers:
        alike.setdefault(repr(replace(scenario, context=None)), []).append((scenario, shown))
    return tuple(
        Context(
            catalog=catalog,
            scenario=group[0][0],
            host=host_named(group[0][0].host),
            shown=group[0][1],
            asked=tuple(Asked(shown.host, shown.context) for _, shown in group),
            limits=limits_of(hosts) if hosts else limits_under(group[0][0].host),
        )
        for group in alike.values()
    )


def listed(names: Sequence[str], most: int = MANY) -> str:
    """Return `a, b, c and 4 more`."""
    more = len(names) - most
    return ", ".join(names[:most]) + (f" and {more:,} more" if more > 0 else "")
