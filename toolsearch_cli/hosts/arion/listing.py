"""The text that stays: the names of progressive tools in the description of `tool_search`."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from toolsearch_cli.hosts.arion import settings
from toolsearch_cli.hosts.arion.facts import BRIDGE, MOST_NAMES
from toolsearch_cli.hosts.disclosure import Block, Listing
from toolsearch_cli.hosts.simple.turn import OUR_LAYOUT
from toolsearch_cli.tokens.chars4 import estimate

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from toolsearch_cli.catalog.model import Json
    from toolsearch_cli.hosts.disclosure import Definition
    from toolsearch_cli.hosts.simple.session import Session
    from toolsearch_cli.hosts.simple.settings import Values


class Named(NamedTuple):
    """The progressive tools that are named, and the text that names them."""

    names: frozenset[str]
    listing: Listing
    tokens: Mapping[int, int]
    """What each source takes in it, by position; the host's estimate."""


def named(session: Session, progressive: Sequence[Definition]) -> Named:
    """Name the first of the progressive tools, which come in name order; count the others.

    One line a source, in the order of its first name.
    """
    first = progressive[:MOST_NAMES]
    lines: dict[int, list[str]] = {}
    for one in first:
        lines.setdefault(one.source, []).append(one.name)
    blocks = {
        position: Block(session.catalog.sources[position].name, "names", ", ".join(names))
        for position, names in lines.items()
    }
    more = len(progressive) - len(first)
    header = f"Tools ({more:,} more are found by searching):" if more else "Tools:"
    return Named(
        frozenset(one.name for one in first),
        Listing("names", header, tuple(blocks.values()), OUR_LAYOUT),
        {position: estimate(len(block.text) + 1) for position, block in blocks.items()},
    )


def search_tool(listing: Listing, values: Values) -> dict[str, Json]:
    """Return `tool_search`, described in our own words, the listing embedded."""
    most = values.whole(settings.MAX_RESULTS)
    return {
        "name": BRIDGE,
        "description": "Find tools that are not loaded: returns the definitions of those that fit "
        f"best. A tool can be called by its exact name.\n\n{listing.text}",
        "inputSchema": {
            "type": "object",
            "properties": {
                "query": {"type": "string", "description": "What the tool should do."},
                "namespace": {"type": "string", "description": "Search in this namespace only."},
                "limit": {
                    "type": "integer",
                    "description": f"Most tools to return; {most} unless given, and never more.",
                },
            },
            "required": ["query"],
        },
    }
