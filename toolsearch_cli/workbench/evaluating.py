"""Labelled queries: what is found of what should be, and what would help."""

from __future__ import annotations

from typing import TYPE_CHECKING

from toolsearch_cli.errors import UsageError
from toolsearch_cli.hosts.registry import host_named
from toolsearch_cli.workbench.looking import require_scope

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from toolsearch_cli.analysis.evaluation.query_sets import LabelledQuery
    from toolsearch_cli.analysis.evaluation.running import Comparison, Evaluation, Options
    from toolsearch_cli.analysis.evaluation.what_if import WhatIf
    from toolsearch_cli.analysis.findability import Findabilities
    from toolsearch_cli.catalog.model import Catalog
    from toolsearch_cli.hosts.protocol import Endpoints
    from toolsearch_cli.hosts.scenario import Scenario


def evaluations(
    catalog: Catalog,
    scenarios: Sequence[Scenario],
    queries: Sequence[LabelledQuery],
    options: Options,
    called: str = "",
    endpoints: Endpoints | None = None,
) -> tuple[Evaluation, ...]:
    """Put every query to the host of each scenario; `called` names the catalog beside another one.

    Without `endpoints` nothing outside is asked.

    Raises:
        UsageError: A scope names no source of the catalog, or no label is a tool of the session.
    """
    from toolsearch_cli.analysis.evaluation.running import evaluate

    found = []
    for scenario in scenarios:
        require_scope(catalog, scenario.scope)
        host = host_named(scenario.host)
        if endpoints is not None:
            host = host.connected(endpoints)
        one = evaluate(host, catalog, scenario, queries, options, called)
        if not any(target.names for answer in one.answers for target in answer.targets):
            raise UsageError(
                f"nothing was measured: {one.name} has none of the tools that the queries expect",
                hint="look at the catalog, the scope and the labels",
            )
        found.append(one)
    return tuple(found)


def compared(
    found: Sequence[Evaluation], before: Sequence[Evaluation], seed: int
) -> tuple[Comparison, ...]:
    """Compare each evaluation with that of another catalog; without one, hosts with the first."""
    from toolsearch_cli.analysis.evaluation.running import comparisons

    if before:
        return comparisons(zip(before, found, strict=True), seed)
    hosts = {one.scenario.host: one for one in reversed(found)}
    first, *others = reversed(hosts.values())
    return comparisons(((first, other) for other in others), seed)


def compared_with_first(
    found: Sequence[Evaluation], seed: int
) -> tuple[tuple[Comparison, ...], ...]:
    """Compare each evaluation with the first, whatever tells them apart; nothing for the first."""
    from toolsearch_cli.analysis.evaluation.running import comparisons

    first, *others = found
    return ((), *(comparisons(((first, other),), seed) for other in others))


def what_if(
    catalog: Catalog,
    found: Evaluation,
    seed: int,
    progress: Callable[[int], None] | None = None,
) -> WhatIf:
    """Ask the queries of an evaluation again, under other rules of ranking than any host's."""
    from toolsearch_cli.analysis.evaluation import what_if as trying

    shown = host_named(found.scenario.host).disclose(catalog, found.scenario)
    return trying.what_if(catalog, shown.definitions, found.answers, seed, progress)


def made_queries(catalog: Catalog, scenario: Scenario) -> tuple[LabelledQuery, ...]:
    """Return a starter set of queries from the words of the tools in scope.

    Raises:
        UsageError: A scope names no source of the catalog.
    """
    from toolsearch_cli.analysis.evaluation import made

    require_scope(catalog, scenario.scope)
    shown = host_named(scenario.host).disclose(catalog, scenario)
    return made.made_queries(catalog, shown.definitions)


def findability(
    catalog: Catalog, scenario: Scenario, progress: Callable[[int], None] | None = None
) -> Findabilities:
    """Say how well the host's search finds each tool by its own words; `progress` counts tools.

    Raises:
        UsageError: A scope names no source of the catalog; the host has no search that is
            simulated, or holds nothing back.
    """
    from toolsearch_cli.analysis.findability import findabilities

    require_scope(catalog, scenario.scope)
    found = findabilities(host_named(scenario.host), catalog, scenario, progress)
    if found is None:
        raise UsageError(
            f"nothing was measured: {scenario.host} has no tools to search here",
            hint="toolsearch hosts lists the hosts with a search",
        )
    return found
