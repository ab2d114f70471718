"""What `tool_search` and `tool_describe` return, release by release; the texts are our own."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from toolsearch_cli.hosts.hermes.naming import BRIDGE_NAMES, MCP_PREFIX

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from toolsearch_cli.catalog.model import Catalog, Json
    from toolsearch_cli.hosts.disclosure import Definition
    from toolsearch_cli.hosts.hermes.assembly import Assembly
    from toolsearch_cli.hosts.hermes.releases import Release
    from toolsearch_cli.hosts.protocol import Standing
    from toolsearch_cli.search.ranking import Ranking

_MAX_REQUIRED = 32
_MAX_REQUIRED_CHARS = 64

NO_QUERY = "query is required"
NO_NAME = "name is required"


@dataclass(frozen=True, slots=True)
class Session:
    """What the bridge can reach, and what else the process knows."""

    catalog: Catalog
    release: Release
    assembly: Assembly
    deferred: Mapping[str, Definition]
    visible: frozenset[str]
    deferrable_elsewhere: frozenset[str]
    """Names that would defer but stand outside this session's scope."""
    visible_elsewhere: frozenset[str]
    """Names that would not, and stand there as well."""
    defer: frozenset[str]
    """Names that defer because the setting says so, whether or not anything has them."""

    def standing(self, name: str) -> Standing:
        """Say where a qualified name stands."""
        if name in BRIDGE_NAMES:
            return "bridge"
        if name in self.deferred:
            return "deferred"
        if name in self.visible:
            return "eager"
        if name in self.deferrable_elsewhere or name in self.visible_elsewhere:
            return "out-of-scope"
        return "core" if name in self.release.core_names else "unknown"

    def would_defer(self, name: str) -> bool:
        """Say whether the host takes a name for a deferred tool that this session has not."""
        return name in self.deferrable_elsewhere or (
            name in self.defer and name not in self.deferred
        )

    def goes_out_directly(self, name: str) -> bool:
        """Say whether the host knows a name, in this session or not, as one that never defers."""
        if name in BRIDGE_NAMES or name in self.deferred or self.would_defer(name):
            return False
        known = (self.visible, self.visible_elsewhere, self.release.core_names)
        return any(name in names for names in known)


def search_result(session: Session, rankings: Sequence[Ranking]) -> Json:
    """Return what `tool_search` gives for answered queries; none answered is the host's error."""
    if not rankings:
        return {"error": NO_QUERY}
    if session.release.search.several_queries:
        return _several(session, rankings)
    ranking = rankings[0]
    result: dict[str, Json] = {
        "query": ranking.query,
        "total_available": ranking.documents,
        "matches": [
            {"name": hit.name, **_match(session, session.deferred[hit.name])}
            for hit in ranking.hits
        ],
    }
    if not ranking.hits and session.release.names_sources:
        result.update(_instead(session))
    return result


def _several(session: Session, rankings: Sequence[Ranking]) -> Json:
    results: list[Json] = []
    tools: dict[str, Json] = {}
    for ranking in rankings:
        one: dict[str, Json] = {
            "query": ranking.query,
            "matches": [hit.name for hit in ranking.hits],
        }
        if not ranking.hits:
            one.update(_instead(session))
        results.append(one)
        for hit in ranking.hits:
            definition = session.deferred[hit.name]
            tools[hit.name] = {**_match(session, definition), "required": _required(definition)}
    return {
        "queries": [ranking.query for ranking in rankings],
        "total_available": rankings[0].documents,
        "results": results,
        "tools": tools,
    }


def _match(session: Session, definition: Definition) -> dict[str, Json]:
    description = definition.description
    limit = session.release.match_description_chars
    if isinstance(description, str) and len(description) > limit:
        description = description[:limit] + ("…" if session.release.match_ellipsis else "")
    kind = "mcp" if definition.toolset.startswith(MCP_PREFIX) else "plugin"
    return {
        "source": kind if definition.toolset else "other",
        "source_name": definition.toolset,
        "description": description,
    }


def _required(definition: Definition) -> list[Json]:
    parameters = definition.parameters
    required = parameters.get("required") if isinstance(parameters, dict) else None
    if not isinstance(required, list):
        return []
    names = [name[:_MAX_REQUIRED_CHARS] for name in required if isinstance(name, str)]
    return list(names[:_MAX_REQUIRED])


def _instead(session: Session) -> dict[str, Json]:
    """Return what an empty result adds: the sources that could be searched instead."""
    counts: dict[str, int] = {}
    for definition in session.assembly.deferred:
        counts[definition.label] = counts.get(definition.label, 0) + 1
    sources: list[Json] = [{"name": label, "tool_count": counts[label]} for label in sorted(counts)]
    return {
        "available_sources": sources,
        "hint": "Nothing matched. Try other words, or the name of a source above.",
    }


def describe_result(session: Session, names: Iterable[str]) -> Json:
    """Return what `tool_describe` gives for the names the model sent."""
    wanted = list(dict.fromkeys(stripped for name in names if (stripped := name.strip())))
    if not wanted:
        return {"error": NO_NAME}
    if session.release.describe_many:
        return _described_many(session, wanted[: session.release.max_describe])
    name = wanted[0]
    if name in session.deferred:
        return {"name": name, **_described(session.deferred[name])}
    if session.would_defer(name):
        return {"error": f"{name} is not currently available in this session"}
    return {"error": _not_deferrable(name)}


def _described_many(session: Session, names: Sequence[str]) -> Json:
    tools: dict[str, Json] = {}
    errors: dict[str, Json] = {}
    not_found: list[Json] = []
    for name in names:
        if name in session.deferred:
            tools[name] = _described(session.deferred[name])
        elif not session.goes_out_directly(name):
            not_found.append(name)
        elif session.release.says_loaded:
            errors[name] = f"{name} is never deferred: call it directly"
        else:
            errors[name] = _not_deferrable(name)
    result: dict[str, Json] = {"tools": tools}
    if not_found:
        result["not_found"] = not_found
        result["hint"] = "Use the full name as tool_search or the listing gives it."
    if errors:
        result["errors"] = errors
    return result


def _not_deferrable(name: str) -> str:
    return f"{name} is not a deferrable tool; call it directly or search"


def _described(definition: Definition) -> dict[str, Json]:
    return {"description": definition.description, "parameters": definition.parameters}
