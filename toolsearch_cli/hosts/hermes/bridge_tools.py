"""The three bridge tools as definitions, described in our own words, and what they cost.

The host's own texts are not shipped. Its measured sizes are, so that what the model pays is the
host's figure and the difference to these texts can be said.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from toolsearch_cli.hosts.disclosure import Listing, ListingForm, function_definition
from toolsearch_cli.tokens.chars4 import compact, estimate

if TYPE_CHECKING:
    from toolsearch_cli.catalog.model import Json
    from toolsearch_cli.hosts.hermes.releases import Release

_FRAMING_CHARS: dict[ListingForm, int] = {
    "full": 199,
    "names": 199,
    "mixed": 328,
    "groups": 262,
    "none": 0,
}
"""Measured on the host: what embedding a listing of this form adds around its text."""


def bridge_tokens(release: Release) -> int:
    """Return the host's tokens for its three bridge schemas without a listing."""
    return estimate(release.bridge_overhead_chars)


def framing_tokens(form: ListingForm) -> int:
    """Return the host's tokens for the words around a listing of this form."""
    return estimate(_FRAMING_CHARS[form])


def bridge_definitions(
    release: Release, deferred: int, listing: Listing
) -> tuple[dict[str, Json], ...]:
    """Return `tool_search`, `tool_describe` and `tool_call` as the model would get them."""
    search = (
        f"Search the {deferred} tools that are available but not loaded. "
        "Returns the best matches by name, description and parameter names."
    )
    if listing.text:
        search += (
            " Every tool listed below can be loaded with tool_describe without searching first."
            f"\n\n{listing.text}"
        )
    describe = "Return the full parameter schema of a tool that is not loaded."
    call = "Call a tool that is not loaded, under its own name, with arguments for its schema."
    return (
        function_definition("tool_search", search, _search_parameters(release)),
        function_definition("tool_describe", describe, _describe_parameters(release)),
        function_definition("tool_call", call, _call_parameters(release)),
    )


def tokens_around(bridge: tuple[dict[str, Json], ...], listing: Listing) -> int:
    """Return what our bridge definitions take, less the listing's text as JSON writes it."""
    chars = sum(len(compact(definition)) for definition in bridge)
    quotes = len('""')
    inside = len(compact(listing.text)) - quotes if bridge and listing.text else 0
    return estimate(chars - inside)


def _search_parameters(release: Release) -> dict[str, Json]:
    limit: Json = {"type": "integer", "description": "Most matches to return."}
    if not release.search.several_queries:
        query: Json = {"type": "string", "description": "What the tool should do, in a few words."}
        return _object({"query": query, "limit": limit}, "query")
    queries: Json = {
        "type": "array",
        "items": {"type": "string"},
        "description": "What each tool should do, in a few words; one entry a need.",
    }
    return _object({"queries": queries, "limit": limit}, "queries")


def _describe_parameters(release: Release) -> dict[str, Json]:
    if not release.describe_many:
        name: Json = {"type": "string", "description": "A tool's full name."}
        return _object({"name": name}, "name")
    names: Json = {
        "type": "array",
        "items": {"type": "string"},
        "description": "Full names of the tools.",
    }
    return _object({"names": names}, "names")


def _call_parameters(release: Release) -> dict[str, Json]:
    call: dict[str, Json] = {
        "name": {"type": "string", "description": "The tool's full name."},
        "arguments": {"type": "object", "description": "Arguments for the tool's own schema."},
    }
    if not release.calls.several:
        return _object(call, "name", "arguments")
    calls: Json = {
        "type": "array",
        "items": _object(call, "name", "arguments"),
        "description": "One call; several only for tools that may run side by side.",
    }
    return _object({"calls": calls}, "calls")


def _object(properties: dict[str, Json], *required: str) -> dict[str, Json]:
    return {"type": "object", "properties": properties, "required": list(required)}
