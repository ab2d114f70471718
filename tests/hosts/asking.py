"""What the tests of single hosts ask: a catalog in, a disclosure or an answer out."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tests.catalog.inputs import loaded
from tests.search.small_catalog import answers
from toolsearch_cli.hosts.registry import host_named
from toolsearch_cli.hosts.scenario import Scenario, Scope

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from toolsearch_cli.catalog.model import Catalog
    from toolsearch_cli.hosts.disclosure import Disclosure
    from toolsearch_cli.hosts.protocol import SearchAnswer


def published(*servers: dict[str, Any]) -> Catalog:
    """Return servers as a catalog, through the real loader."""
    return loaded({"servers": list(servers)}).catalog


def server(name: str, *tools: dict[str, Any], **more: Any) -> dict[str, Any]:
    return {"name": name, "tools": list(tools), **more}


def tool(name: str, description: str | None = None, **more: Any) -> dict[str, Any]:
    return {"name": name, "description": description, "inputSchema": {"type": "object"}, **more}


def small() -> Catalog:
    """Return the catalog of the recorded answers: 30 tools of 6 servers."""
    return published(*answers("catalog_small")["servers"])


def scenario(host: str, scope: Scope | None = None, **settings: Any) -> Scenario:
    return Scenario(host=host, config=settings, scope=scope or Scope())


def shown(host: str, catalog: Catalog, **settings: Any) -> Disclosure:
    return host_named(host).disclose(catalog, scenario(host, **settings))


def asked(
    host: str, catalog: Catalog, query: str, limit: object = None, **settings: Any
) -> SearchAnswer:
    return host_named(host).search(catalog, scenario(host, **settings), [query], limit)


def names(answer: SearchAnswer) -> list[str]:
    (ranking,) = answer.rankings
    return [hit.name for hit in ranking.hits]


def array_names(disclosure: Disclosure) -> list[str]:
    return [str(one.get("name") or one["type"]) for one in disclosure.array]


def codes(disclosure: Disclosure) -> set[str]:
    return {note.code for note in disclosure.notes}


def found_of(host: str, catalog: Catalog, queries: Iterable[str], wanted: Sequence[str]) -> Any:
    """Return for each query which of the wanted names `finds` says it finds."""
    pairs = [(query, name) for query in queries for name in wanted]
    return dict(zip(pairs, host_named(host).finds(catalog, scenario(host), pairs), strict=True))
