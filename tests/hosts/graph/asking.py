"""Catalogs and questions for the tests of graph."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tests.catalogs import catalog, source, tool
from tests.endpoints.server import NO_PAUSES, decisions
from tests.search.small_catalog import answers
from toolsearch_cli.endpoints.decider import HttpDecider
from toolsearch_cli.endpoints.failure import Failure
from toolsearch_cli.endpoints.json_post import Caller
from toolsearch_cli.hosts.graph.host import GraphHost
from toolsearch_cli.hosts.protocol import Endpoints
from toolsearch_cli.hosts.scenario import Scenario

if TYPE_CHECKING:
    from toolsearch_cli.catalog.model import Catalog
    from toolsearch_cli.endpoints.deciding import Decider, DeciderSettings
    from toolsearch_cli.endpoints.embedding import Embedder, EmbeddingSettings
    from toolsearch_cli.hosts.disclosure import Disclosure
    from toolsearch_cli.hosts.protocol import SearchAnswer


ISSUE = "forge__create_issue"
NO_TOOL = "no_tool"
GOOD = decisions({ISSUE: 0.9, NO_TOOL: 0.05})
"""In a choice without that tool, that none fits is the only answer."""


def small() -> Catalog:
    """Return the shared catalog of six servers."""
    return catalog(
        *(
            source(
                server["name"],
                *({**one, "description": one.get("description")} for one in server["tools"]),
            )
            for server in answers("catalog_small")["servers"]
        )
    )


def numbered(count: int, kind: str = "common") -> Catalog:
    """Return one server with `count` tools `srv__t000`, `srv__t001`, ..."""
    return catalog(source("srv", *(tool(f"t{at:03}", f"{kind} {at}") for at in range(count))))


def scenario(
    config: dict[str, object] | None = None,
    options: dict[str, str] | None = None,
    plan: object = None,
) -> Scenario:
    given = dict(config or {})
    if plan is not None:
        given["plan"] = "mine.yaml"
    files = {} if plan is None else {"plan": plan}
    return Scenario(host="graph", config=given or None, options=options or {}, files=files)


def asked(catalog: Catalog, query: str, limit: object = None, **config: object) -> SearchAnswer:
    """Return what the keyword mode answers under some settings."""
    return GraphHost().search(catalog, scenario(config), [query], limit)


def shown(catalog: Catalog, **config: object) -> Disclosure:
    return GraphHost().disclose(catalog, scenario(config))


def result(answer: SearchAnswer) -> dict[str, Any]:
    assert isinstance(answer.result, dict)
    return answer.result


def names(answer: SearchAnswer) -> list[str]:
    return [one["name"] for one in result(answer)["tools"]]


def _no_embedder(settings: EmbeddingSettings) -> Embedder:
    raise AssertionError("graph asks for no vectors")


def _decider(settings: DeciderSettings) -> Decider:
    return HttpDecider(settings, Caller({}, clock=NO_PAUSES))


def connected(clusters: dict[str, str] | None = None) -> GraphHost:
    """Return graph with leave to ask; `clusters` is what the environment says of roles."""

    def cluster(name: str) -> str | Failure:
        return (clusters or {}).get(name) or Failure("no base URL")

    return GraphHost().connected(Endpoints(_no_embedder, _decider, cluster))


def decided(
    catalog: Catalog,
    query: str,
    url: str,
    limit: object = None,
    *,
    timeout: str = "20",
    **config: object,
) -> SearchAnswer:
    """Return what the decision mode answers, asking the endpoint at `url`."""
    options = {"decider.base_url": url, "decider.timeout": timeout}
    return connected().search(catalog, scenario(config, options), [query], limit)


def scores(answer: SearchAnswer) -> dict[str, float]:
    return {one["name"]: one["score"] for one in result(answer)["tools"]}
