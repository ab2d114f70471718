"""Calls as a model makes them, answered by the host's bridge."""

from __future__ import annotations

from typing import TYPE_CHECKING

from toolsearch_cli.errors import UsageError
from toolsearch_cli.hosts.registry import host_named
from toolsearch_cli.workbench.looking import require_scope

if TYPE_CHECKING:
    from toolsearch_cli.catalog.model import Catalog
    from toolsearch_cli.hosts.calls import Arguments, Bridging, Outcome
    from toolsearch_cli.hosts.protocol import Endpoints
    from toolsearch_cli.hosts.scenario import Scenario


def call(
    catalog: Catalog,
    scenario: Scenario,
    name: str,
    arguments: Arguments,
    endpoints: Endpoints | None = None,
) -> Outcome:
    """Say what comes of one call of a tool, arguments as the model sent them.

    Raises:
        UsageError: A scope names no source of the catalog, or the host's bridge is only shown.
    """
    require_scope(catalog, scenario.scope)
    return bridging(scenario.host, endpoints).call(catalog, scenario, name, arguments)


def bridging(name: str, endpoints: Endpoints | None = None) -> Bridging:
    """Return the host called `name`, if its bridge can be called.

    Raises:
        UsageError: There is no such host, or its bridge is only shown.
    """
    from toolsearch_cli.hosts.calls import Bridging

    host = host_named(name)
    if endpoints is not None:
        host = host.connected(endpoints)
    if not isinstance(host, Bridging):
        raise UsageError(
            f"{name}: what comes of its calls is not simulated",
            hint="take --host hermes, one of its releases, or arion",
        )
    return host
