"""Real tools for rules to look at: as they are, and with one thing changed."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from typing import TYPE_CHECKING, Any

from toolsearch_cli.catalog.loading import load
from toolsearch_cli.catalog.model import Catalog, Kind, Provenance, Source, Tool
from toolsearch_cli.checks.context import Context, contexts_of
from toolsearch_cli.checks.rules import RULES
from toolsearch_cli.hosts.registry import host_named
from toolsearch_cli.hosts.scenario import Scenario

if TYPE_CHECKING:
    from toolsearch_cli.checks.findings import Finding, Rule


def rule(code: str) -> Rule:
    return next(one for one in RULES if one.code == code)


@cache
def sample(name: str) -> Catalog:
    return load([f"sample:{name}"]).catalog


def context(catalog: Catalog, host: str = "hermes", limits: tuple[str, ...] = ()) -> Context:
    """Return what rules see of a catalog at a host."""
    scenario = Scenario(host=host, context=200_000)
    shown = host_named(host).disclose(catalog, scenario)
    (only,) = contexts_of(catalog, [(scenario, shown)], limits)
    return only


@cache
def findings(code: str, name: str, host: str = "hermes") -> tuple[Finding, ...]:
    """Return what one rule says of a whole sample."""
    return found_in(sample(name), code, host)


def found_in(
    catalog: Catalog, code: str, host: str = "hermes", limits: tuple[str, ...] = ()
) -> tuple[Finding, ...]:
    find = rule(code).find
    assert find is not None
    return tuple(find(context(catalog, host, limits)))


def places(found: tuple[Finding, ...]) -> set[str]:
    return {one.place.address for one in found}


def exists(name: str, address: str) -> bool:
    """Say whether a sample has that source, or that tool."""
    source, _, tool = address.partition("/")
    return any(
        one.name == source and (not tool or any(own.name == tool for own in one.tools))
        for one in sample(name).sources
    )


def real(address: str, **changed: Any) -> Tool:
    """Return a tool of the fleet, with some fields changed."""
    source, _, name = address.partition("/")
    for one in sample("fleet").sources:
        for tool in one.tools:
            if (one.name, tool.name) == (source, name):
                return replace(tool, **changed)
    raise KeyError(address)


def catalog(*sources: tuple[str, Kind, tuple[Tool, ...]]) -> Catalog:
    """Return sources, each with a name, a kind and tools, whose places are told apart."""
    made = []
    for position, (name, kind, tools) in enumerate(sources):
        placed = tuple(
            replace(tool, provenance=Provenance(f"{position}.json", f"/tools/{at}"))
            for at, tool in enumerate(tools)
        )
        where = Provenance(f"{position}.json")
        made.append(Source(name=name, kind=kind, tools=placed, provenance=where))
    return Catalog(tuple(made))


def alone(tool: Tool, kind: Kind = "mcp", source: str = "server") -> Catalog:
    """Return a catalog of one tool."""
    return catalog((source, kind, (tool,)))


def fires(tool: Tool, code: str, *, host: str = "hermes", kind: Kind = "mcp") -> bool:
    """Say whether a rule has something to say about a tool that is alone in its catalog."""
    return bool(found_in(alone(tool, kind), code, host))
