"""Small catalogs to measure, and the questions asked of them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from toolsearch_cli.catalog.model import Catalog, Json, Kind, Provenance, Source, Tool
from toolsearch_cli.checks.gate import Outcome, evaluate
from toolsearch_cli.hosts.registry import host_named
from toolsearch_cli.hosts.scenario import Scenario, Scope
from toolsearch_cli.settings.budgets import parse_budget

if TYPE_CHECKING:
    from toolsearch_cli.checks.budgets import Measure


def tool(name: str, description: Json = "Does it.", schema: Json = None) -> Tool:
    return Tool(
        name=name,
        description=description,
        input_schema=schema,
        provenance=Provenance("tools.json", f"/tools/{name}"),
    )


def source(name: str, *tools: str | Tool, kind: Kind = "mcp", incomplete: bool = False) -> Source:
    return Source(
        name=name,
        kind=kind,
        tools=tuple(one if isinstance(one, Tool) else tool(one) for one in tools),
        provenance=Provenance(f"{name}.json"),
        incomplete=incomplete,
    )


def scenario(
    host: str = "hermes", context: int | None = 200_000, without: str | None = None
) -> Scenario:
    scope = Scope(without=(without,) if without else ())
    return Scenario(host=host, context=context, scope=scope)


def check(
    catalog: tuple[Source, ...],
    *budgets: tuple[Measure, str],
    scenarios: tuple[Scenario, ...] = (scenario(),),
) -> Outcome:
    """Measure budgets, written as on the command line."""
    whole = Catalog(catalog)
    answers = [host_named(one.host).disclose(whole, one) for one in scenarios]
    return evaluate(whole, answers, [parse_budget(*budget) for budget in budgets])


def found(outcome: Outcome) -> list[tuple[str, str, int | None, int | None]]:
    """Return code, place and figures of each finding, in order."""
    return [(one.rule.code, one.place.address, one.found, one.allowed) for one in outcome.findings]


def statuses(outcome: Outcome) -> list[tuple[str, str, str]]:
    """Return flag, place and status of each measurement, in order."""
    return [(str(one.budget), one.place.address, one.status) for one in outcome.measurements]
