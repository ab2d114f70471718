"""What a host makes of a catalog, and the sizes of it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from toolsearch_cli.errors import UsageError, nearest
from toolsearch_cli.hosts.names import HOST_NAMES
from toolsearch_cli.hosts.registry import host_named
from toolsearch_cli.hosts.scenario import Scope

if TYPE_CHECKING:
    from collections.abc import Sequence

    from toolsearch_cli.analysis.across_hosts import Outlook
    from toolsearch_cli.analysis.cost import Prices, Session
    from toolsearch_cli.analysis.cost_ways import HostCost
    from toolsearch_cli.analysis.exact import ExactCounts
    from toolsearch_cli.analysis.sweep import Sweep
    from toolsearch_cli.catalog.model import Catalog, Kind
    from toolsearch_cli.hosts.disclosure import Disclosure, Form, Listing
    from toolsearch_cli.hosts.protocol import Description, Host
    from toolsearch_cli.hosts.scenario import Scenario
    from toolsearch_cli.tokens.bpe import EncodingName


def hosts(names: Sequence[str] = ()) -> tuple[Host, ...]:
    """Return the hosts named, in the order named; all of them without a name.

    Raises:
        UsageError: There is no such host.
    """
    return tuple(host_named(name) for name in (dict.fromkeys(names) or HOST_NAMES))


def disclosures(catalog: Catalog, scenarios: tuple[Scenario, ...]) -> tuple[Disclosure, ...]:
    """Simulate the start of a turn for each scenario.

    Raises:
        UsageError: A scope names no source of the catalog.
    """
    for scenario in scenarios:
        require_scope(catalog, scenario.scope)
    return tuple(host_named(scenario.host).disclose(catalog, scenario) for scenario in scenarios)


def outlooks(catalog: Catalog, scenarios: Sequence[Scenario]) -> tuple[Outlook, ...]:
    """Say what each scenario's host makes of a catalog: seen, reached, lost and paid.

    Raises:
        UsageError: A scope names no source of the catalog.
    """
    from toolsearch_cli.analysis.across_hosts import outlook

    for scenario in scenarios:
        require_scope(catalog, scenario.scope)
    return tuple(outlook(host_named(one.host), catalog, one) for one in scenarios)


def costs(
    catalog: Catalog, scenarios: Sequence[Scenario], session: Session, prices: Prices | None = None
) -> tuple[HostCost, ...]:
    """Say what a session costs under each scenario's host: eager, as it is, without a listing.

    Without prices, in tokens only.

    Raises:
        UsageError: A scope names no source of the catalog.
    """
    from toolsearch_cli.analysis.cost_ways import host_cost, host_ways

    for scenario in scenarios:
        require_scope(catalog, scenario.scope)
    found = (host_ways(host_named(one.host), catalog, one) for one in scenarios)
    return tuple(host_cost(one, session, prices) for one in found)


def exact_counts(
    answers: Sequence[Disclosure], encoding: EncodingName = "o200k_base"
) -> tuple[ExactCounts, ...]:
    """Count with a real vocabulary what each disclosure estimates: the same text, token for token.

    A definition is counted as its compact JSON, alone; sums add up over sources.
    """
    from toolsearch_cli.analysis.exact import counted

    return tuple(counted(shown, encoding) for shown in answers)


def require_scope(catalog: Catalog, scope: Scope) -> None:
    """Refuse patterns that match no source: a typo would silently change every number.

    A server whose tools are unknown may be named too, above all to leave it out.
    """
    named = [(source.name, source.kind) for source in catalog.sources]
    unknown: list[tuple[str, Kind]] = [(server.name, "mcp") for server in catalog.unknown]
    for flag, patterns in (("--only", scope.only), ("--without", scope.without)):
        for pattern in patterns:
            alone = Scope(only=(pattern,))
            if not any(alone.names_server(*one) for one in (*named, *unknown)):
                hint = nearest(pattern, (name for name, _ in named), "sources")
                raise UsageError(f"{flag} {pattern}: no such source", hint=hint)


def listing_in_form(catalog: Catalog, scenario: Scenario, form: Form) -> Listing:
    """Return what the listing would be with every source in `form`, whatever the budget.

    Raises:
        UsageError: A scope names no source of the catalog; the host has no listing, or would fail
            while it builds it.
    """
    require_scope(catalog, scenario.scope)
    return host_named(scenario.host).listing_in_form(catalog, scenario, form)


def sweep(catalog: Catalog, scenario: Scenario, of: Sequence[str] = ()) -> Sweep:
    """Find every budget at which something changes; `of` narrows the sources, by globs.

    Raises:
        UsageError: A scope or `of` names no source.
    """
    from toolsearch_cli.analysis import sweep as sweeping

    require_scope(catalog, scenario.scope)
    found = sweeping.sweep(catalog, scenario)
    return sweeping.narrowed(found, catalog, of) if of else found


def exact_sizes(
    answers: Sequence[Description], encoding: EncodingName = "o200k_base"
) -> tuple[int | None, ...]:
    """Count the definition of each tool with a real vocabulary; `None` where there is none."""
    from toolsearch_cli.analysis.exact import definition_size

    return tuple(
        None if one.definition is None else definition_size(one.definition, encoding)
        for one in answers
    )
