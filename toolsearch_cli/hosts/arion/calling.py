"""What comes of a call on Arion: a search, or a tool, listed or not, called by its exact name."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, NamedTuple

from toolsearch_cli.hosts.arion import settings

if TYPE_CHECKING:
    from collections.abc import Mapping

    from toolsearch_cli.catalog.model import Json
    from toolsearch_cli.hosts.scenario import Scenario


class SearchRequest(NamedTuple):
    """What `tool_search` and `POST /mcp/search` take."""

    query: str
    namespace: str | None = None
    limit: int | None = None

    def within(self, scenario: Scenario, over: str = "tool_search") -> Scenario:
        """Return the scenario of this search, asked over one of the two ways."""
        told = {settings.SEARCH_OVER: over}
        if self.namespace is not None:
            told[settings.NAMESPACE] = self.namespace
        return replace(scenario, options={**scenario.options, **told})


def request_of(sent: Mapping[str, Json]) -> SearchRequest | str:
    """Read a search; return what is wrong with it where it is none. A null is as good as absent."""
    query, namespace, limit = (sent.get(key) for key in SearchRequest._fields)
    if not isinstance(query, str):
        return "query: a text is required"
    if namespace is not None and not isinstance(namespace, str):
        return "namespace: expected a text"
    if limit is not None and (isinstance(limit, bool) or not isinstance(limit, int)):
        return "limit: expected a whole number"
    return SearchRequest(query, namespace, limit)
