"""What Codex shows of the servers whose tools are deferred, and the tools it sends instead."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from toolsearch_cli.hosts.codex.documents import trimmed
from toolsearch_cli.hosts.codex.facts import BRIDGE, DEFAULT_LIMIT, EXEC, LONGEST_LINE
from toolsearch_cli.hosts.disclosure import NO_LISTING, Block, Listing
from toolsearch_cli.tokens.chars4 import estimate

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from toolsearch_cli.catalog.model import Json

_HEADER: Final = "<tools>\nDeferred tool namespaces:"
_END: Final = "\n</tools>"
_DOTS: Final = "..."


class Space(NamedTuple):
    """One namespace with deferred tools."""

    name: str
    server: str
    instructions: str
    position: int
    """Of the first source that has it."""


class Lines(NamedTuple):
    """The block of namespaces, and what each source takes in it, by position."""

    listing: Listing
    tokens: Mapping[int, int]


def lines_of(spaces: Iterable[Space]) -> Lines:
    """Return one line a namespace, by name."""
    ordered = sorted(spaces)
    if not ordered:
        return Lines(NO_LISTING, {})
    lines = [line(one.name, one.instructions) for one in ordered]
    tokens = {
        one.position: estimate(len(text) + 1) for one, text in zip(ordered, lines, strict=True)
    }
    lines[-1] += _END
    blocks = tuple(
        Block(one.server, "summary", text) for one, text in zip(ordered, lines, strict=True)
    )
    return Lines(Listing("groups", _HEADER, blocks), tokens)


def line(namespace: str, instructions: str) -> str:
    """Return `- namespace: first line of the instructions`, cut; the name alone without any."""
    first = trimmed(trimmed(instructions).partition("\n")[0])
    if len(first) > LONGEST_LINE:
        first = first[: LONGEST_LINE - len(_DOTS)] + _DOTS
    return f"- {namespace}: {first}" if first else f"- {namespace}"


def search_tool() -> dict[str, Json]:
    """Return `tool_search`, described in our own words."""
    return {
        "type": "tool_search",
        "execution": "client",
        "description": "Find tools whose schemas are not loaded, by words of their names, "
        "descriptions, servers and parameters. What is found can be called from then on.",
        "parameters": {
            "type": "object",
            "properties": {
                "query": {"type": "string", "description": "What the tool should do."},
                "limit": {
                    "type": "number",
                    "description": f"Most tools to return; {DEFAULT_LIMIT} unless given.",
                },
            },
            "required": ["query"],
            "additionalProperties": False,
        },
    }


def exec_tool() -> dict[str, Json]:
    """Return `exec` of code mode, described in our own words."""
    return {
        "type": "custom",
        "name": EXEC,
        "description": "Run JavaScript. Every tool is a function of the object tools; the array "
        "ALL_TOOLS holds the name and description of each, to filter as you like.",
    }


NAMES: Final = frozenset({BRIDGE, EXEC})
