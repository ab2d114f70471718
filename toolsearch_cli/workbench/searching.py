"""Searches, what they find, and the tools that names mean."""

from __future__ import annotations

from typing import TYPE_CHECKING

from toolsearch_cli.errors import UsageError
from toolsearch_cli.hosts.registry import host_named
from toolsearch_cli.workbench.looking import require_scope

if TYPE_CHECKING:
    from collections.abc import Sequence

    from toolsearch_cli.analysis.across_hosts import Finder
    from toolsearch_cli.analysis.searching import Ranker, SearchCall
    from toolsearch_cli.catalog.model import Catalog
    from toolsearch_cli.hosts.protocol import Description, Endpoints
    from toolsearch_cli.hosts.questions import QuestionPlan
    from toolsearch_cli.hosts.scenario import Scenario


def findings_across(
    catalog: Catalog, scenarios: Sequence[Scenario], query: str
) -> tuple[Finder, ...]:
    """Say what each host's search finds for a query; once a host, whatever the contexts."""
    from toolsearch_cli.analysis.across_hosts import Finder, finder

    found = []
    for scenario in {one.host: one for one in reversed(scenarios)}.values():
        host = host_named(scenario.host)
        if not host.searches(scenario):
            found.append(Finder(host.name, host.facts.ranking, (), "no search to simulate"))
            continue
        (call,) = search(catalog, scenario, [query])
        found.append(finder(catalog, host, call))
    return tuple(reversed(found))


def search(
    catalog: Catalog,
    scenario: Scenario,
    queries: Sequence[str],
    limit: object = None,
    ranker: Ranker = "host",
    endpoints: Endpoints | None = None,
) -> tuple[SearchCall, ...]:
    """Search for each query, in one call where the host takes several and else in one call each.

    Without `endpoints` nothing outside is asked: a host that would ask falls back, and says so.

    Raises:
        UsageError: A scope names no source of the catalog, or the host has no such ranker.
    """
    from toolsearch_cli.analysis.searching import calls_needed, search_call

    require_scope(catalog, scenario.scope)
    host = host_named(scenario.host)
    if endpoints is not None:
        host = host.connected(endpoints)
    return tuple(
        search_call(host, catalog, scenario, asked, limit, ranker)
        for asked in calls_needed(host, queries)
    )


def questions(
    catalog: Catalog, scenario: Scenario, queries: Sequence[str]
) -> tuple[QuestionPlan, ...]:
    """Return what the host would ask a decision model for each query; nothing is asked.

    Raises:
        UsageError: A scope names no source of the catalog, or the host asks no such model.
    """
    from toolsearch_cli.hosts.questions import Questioning

    require_scope(catalog, scenario.scope)
    host = host_named(scenario.host)
    if not isinstance(host, Questioning):
        raise UsageError(
            f"--dry-run: {scenario.host} asks no decision model, so there is no question to show",
            hint="take --host graph",
        )
    return tuple(host.questions(catalog, scenario, query) for query in queries)


def describe(catalog: Catalog, scenario: Scenario, typed: Sequence[str]) -> tuple[Description, ...]:
    """Describe the tools that typed names mean, in the order typed; a glob means several.

    Raises:
        UsageError: A scope names no source of the catalog; several tools have a name, or none.
    """
    from toolsearch_cli.hosts.addressing import resolve

    require_scope(catalog, scenario.scope)
    host = host_named(scenario.host)
    names = [name for one in typed for name in resolve(host, catalog, scenario, one)]
    return tuple(host.describe(catalog, scenario, name) for name in dict.fromkeys(names))


def known_names(catalog: Catalog, scenario: Scenario) -> tuple[str, ...]:
    """Return every name of the tools in scope that one may type, in alphabetical order."""
    from toolsearch_cli.hosts import addressing

    require_scope(catalog, scenario.scope)
    return addressing.known_names(host_named(scenario.host), catalog, scenario)
