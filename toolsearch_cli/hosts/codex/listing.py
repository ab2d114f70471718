"""What Codex shows of the servers whose tools are deferred, and the tools it sends instead."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from toolsearch_cli.hosts.codex.budget import DOTS, END, HEADER, fitted, omission, row
from toolsearch_cli.hosts.codex.documents import trimmed
from toolsearch_cli.hosts.codex.facts import BRIDGE, DEFAULT_LIMIT, EXEC, LONGEST_LINE
from toolsearch_cli.hosts.disclosure import NO_LISTING, Block, Listing
from toolsearch_cli.tokens.chars4 import estimate

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from toolsearch_cli.catalog.model import Json


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
    shortened: int = 0
    """Descriptions that the block has no room for, or not for all of it."""
    omitted: int = 0
    """Namespaces that it has no room for."""


def lines_of(spaces: Iterable[Space]) -> Lines:
    """Return one line a namespace, by name, as far as there is room."""
    ordered = sorted(spaces)
    if not ordered:
        return Lines(NO_LISTING, {})
    rows = [(one.name, described(one.instructions)) for one in ordered]
    kept = [
        (space, whole, line)
        for space, whole, line in zip(ordered, rows, fitted(rows), strict=True)
        if line is not None
    ]
    omitted = len(ordered) - len(kept)
    end = f"\n{omission(omitted)}{END}" if omitted else END
    blocks = [Block(space.server, "summary", line) for space, _, line in kept]
    blocks[-1] = blocks[-1]._replace(text=blocks[-1].text + end)
    return Lines(
        Listing("groups", HEADER, tuple(blocks)),
        {space.position: estimate(len(line) + 1) for space, _, line in kept},
        shortened=sum(line != row(*whole) for _, whole, line in kept),
        omitted=omitted,
    )


def described(instructions: str) -> str:
    """Return the first line of a server's instructions, cut."""
    first = trimmed(trimmed(instructions).partition("\n")[0])
    return first if len(first) <= LONGEST_LINE else first[: LONGEST_LINE - len(DOTS)] + DOTS


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
