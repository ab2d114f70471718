"""What the model reads at the start: names of deferred tools, instructions of servers."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from toolsearch_cli.hosts.disclosure import Block, Listing
from toolsearch_cli.hosts.simple.turn import OUR_LAYOUT
from toolsearch_cli.tokens.chars4 import estimate

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from toolsearch_cli.catalog.model import Json, Source
    from toolsearch_cli.hosts.disclosure import Definition
    from toolsearch_cli.hosts.simple.session import Session

BRIDGE: Final = "ToolSearch"
_HEADER: Final = "Deferred tools, by name, and what their servers say of themselves:"


class Named(NamedTuple):
    """The text, and what each source takes in it, by position; the host's estimate."""

    listing: Listing
    tokens: Mapping[int, int]


def named(session: Session, deferred: Sequence[Definition], cut: int) -> Named:
    """List the names of the deferred tools, one a line, by source; instructions below them."""
    lines: dict[int, list[str]] = {}
    for one in deferred:
        lines.setdefault(one.source, []).append(one.name)
    blocks = {
        position: _block(session.catalog.sources[position], names, cut)
        for position, names in lines.items()
    }
    return Named(
        Listing("names", _HEADER, tuple(blocks.values()), OUR_LAYOUT),
        {position: estimate(len(block.text) + 1) for position, block in blocks.items()},
    )


def _block(source: Source, names: Sequence[str], cut: int) -> Block:
    said = (source.instructions or "").strip()[:cut]
    parts = (*names, f"## {source.name}", said) if said else names
    return Block(source.name, "names", "\n".join(parts))


def search_tool() -> dict[str, Json]:
    """Return `ToolSearch`, described in our own words."""
    return {
        "name": BRIDGE,
        "description": "Load the schemas of deferred tools, so that they can be called. Query: "
        "select:NAME,NAME for exact names; words to look for; +word where a name must hold it.",
        "input_schema": {
            "type": "object",
            "properties": {
                "query": {"type": "string", "description": "Names to select, or words."},
                "max_results": {"type": "number", "description": "Most tools; 5 unless given."},
            },
            "required": ["query"],
        },
    }
