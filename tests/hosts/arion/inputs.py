"""How these tests write gateways down, and what they ask of Arion."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from tests.catalog.inputs import loaded
from tests.search.small_catalog import answers
from toolsearch_cli.catalog.loading import LoadOptions
from toolsearch_cli.catalog.model import Catalog
from toolsearch_cli.hosts.arion.host import ArionHost
from toolsearch_cli.hosts.scenario import Scenario, Scope

if TYPE_CHECKING:
    from toolsearch_cli.hosts.disclosure import Disclosure
    from toolsearch_cli.hosts.protocol import SearchAnswer

FORECAST = {
    "namespace": "weather",
    "name": "get_forecast",
    "description": "Get forecast, temperature and sky conditions for a city.",
}
"""The tool of the document's examples."""

EMBEDDINGS = {"cluster": "embeddings", "model_id": "text-embedding-model", "dimensions": 3}

HOST = ArionHost()

_GATEWAY = LoadOptions(input_format="arion")


def gateway(*tools: dict[str, Any], **more: Any) -> Catalog:
    """Return the catalog of one gateway's config."""
    return loaded({"tools": list(tools), **more}, _GATEWAY).catalog


def entry(name: str, mode: str = "PROGRESSIVE", **more: Any) -> dict[str, Any]:
    """Return a tool of a gateway: `namespace.name`, in a mode."""
    namespace, _, own = name.partition(".")
    return {"namespace": namespace, "name": own, "disclosure_mode": mode, **more}


def beside(config: dict[str, Any], *servers: dict[str, Any]) -> Catalog:
    """Return a gateway's config with snapshots of the servers that it asks."""
    told = loaded({"tools": [entry("own.tool")], **config}, _GATEWAY).catalog
    taken = loaded({"servers": list(servers)}).catalog
    # Two files have two names.
    sources = tuple(
        replace(one, provenance=one.provenance._replace(file="servers.json"))
        for one in taken.sources
    )
    return Catalog((*told.sources, *sources), gateways=told.gateways)


def small() -> Catalog:
    """Return the catalog of the recorded answers: 30 tools of 6 servers, no mode said."""
    return loaded({"servers": answers("catalog_small")["servers"]}).catalog


def scenario(context: int | None = None, scope: Scope | None = None, **settings: Any) -> Scenario:
    """Return a scenario; `embeddings_path` stands for `embeddings.path`."""
    config = {key.replace("embeddings_", "embeddings."): value for key, value in settings.items()}
    return Scenario(host="arion", context=context, config=config, scope=scope or Scope())


def shown(catalog: Catalog, context: int | None = None, **settings: Any) -> Disclosure:
    return HOST.disclose(catalog, scenario(context, **settings))


def listed(catalog: Catalog, **settings: Any) -> list[str]:
    """Return the names in `tools/list`."""
    return [str(one["name"]) for one in shown(catalog, **settings).array]


def asked(catalog: Catalog, query: str, limit: object = None, **settings: Any) -> SearchAnswer:
    return HOST.search(catalog, scenario(**settings), [query], limit)


def names(answer: SearchAnswer) -> list[str]:
    (ranking,) = answer.rankings
    return [hit.name for hit in ranking.hits]
