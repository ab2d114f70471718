"""A turn of VS Code Copilot: everything, groups, or names with a search."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from toolsearch_cli.hosts.anthropic.searching import REGEX, search_tool
from toolsearch_cli.hosts.copilot import settings
from toolsearch_cli.hosts.copilot.grouping import ACTIVATE, groups_of, hidden, toolsets_of
from toolsearch_cli.hosts.copilot.slots import LEAST_GROUPED, MATCHED_TOOLS, MOST_TOOLS
from toolsearch_cli.hosts.disclosure import (
    Block,
    Listing,
    Note,
    Refusal,
    function_definition,
)
from toolsearch_cli.hosts.simple.counting import counted, schemas_sent
from toolsearch_cli.hosts.simple.turn import OUR_LAYOUT, Turn
from toolsearch_cli.tokens.chars4 import estimate

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from toolsearch_cli.catalog.model import Json
    from toolsearch_cli.hosts.copilot.grouping import Toolset
    from toolsearch_cli.hosts.disclosure import Definition
    from toolsearch_cli.hosts.simple.session import Session
    from toolsearch_cli.hosts.simple.settings import Values

CLIENT_SEARCH: Final = "tool_search"
_HEADER: Final = "Tools that are deferred, by name:"


def own_tools(session: Session) -> tuple[Definition, ...]:
    """Return the built-in tools that the catalog holds, in name order."""
    return tuple(one for one in session.definitions if session.source(one).kind == "core")


def others(session: Session) -> tuple[Definition, ...]:
    """Return all other tools, in name order."""
    return tuple(one for one in session.definitions if session.source(one).kind != "core")


def turn_of(session: Session, values: Values) -> Turn:
    """Decide what a request holds."""
    if values.text(settings.MODEL) == settings.CLAUDE:
        return _deferring(session, values)
    own = len(own_tools(session)) + values.whole(settings.BUILT_IN)
    tools = own + len(others(session))
    threshold = values.whole(settings.THRESHOLD)
    if not threshold or tools <= threshold or tools < LEAST_GROUPED:
        return _showing_all(session, values, tools)
    return _grouping(session, values, toolsets_of(session, own))


def _showing_all(session: Session, values: Values, tools: int) -> Turn:
    own = own_tools(session)
    theirs = [one for one in session.published if session.source(one).kind != "core"]
    room = MOST_TOOLS - values.whole(settings.BUILT_IN)
    sent = (*own, *theirs)
    reason = f"VS Code refuses a request of {tools:,} tools, it takes {MOST_TOOLS}"
    lost = tuple(
        Refusal("over-cap", one.source, one.tool.name, one.name, reason)
        for one in sent[max(room, 0) :]
    )
    kept = sent[: max(room, 0)]
    return Turn(
        standing=f"all shown: {schemas_sent(len(kept))}",
        eager=kept,
        refusals=lost,
        notes=tuple(_on_built_in(values)),
    )


def _grouping(session: Session, values: Values, toolsets: Sequence[Toolset]) -> Turn:
    lost = hidden(toolsets)
    gone = frozenset(one.name for one in lost)
    whole = frozenset(tool.name for one in toolsets if one.whole for tool in one.tools)
    held = tuple(one for one in others(session) if one.name not in whole and one.name not in gone)
    shown = groups_of(toolsets)
    eager = (*own_tools(session), *(one for one in others(session) if one.name in whole))
    count = len(shown.bridge)
    out = f"; {len(lost):,} tools hidden" if lost else ""
    return Turn(
        standing=f"grouped: {schemas_sent(len(eager))}, {len(held):,} tools behind up to "
        f"{count:,} groups ({ACTIVATE}*){out}",
        eager=eager,
        deferred=held,
        bridge=shown.bridge,
        listing=shown.listing,
        listed_tokens=_tokens(toolsets, shown.listing),
        refusals=lost,
        notes=(*_on_groups(toolsets), *_on_built_in(values)),
        fidelity="approximate" if held else None,
    )


def _tokens(toolsets: Sequence[Toolset], listing: Listing) -> dict[int, int]:
    """Return what the groups of each source take, a toolset's with its first source."""
    blocks = iter(listing.blocks)
    grouped = [one for one in toolsets if one.groups]
    return {one.tools[0].source: estimate(len(next(blocks).text) + 1) for one in grouped}


def _deferring(session: Session, values: Values) -> Turn:
    held = others(session)
    if not held:
        own = own_tools(session)
        return Turn(standing=f"all shown: {schemas_sent(len(own))}", eager=own)
    names: dict[int, list[str]] = {}
    for one in held:
        names.setdefault(one.source, []).append(one.name)
    blocks = {
        at: Block(session.catalog.sources[at].name, "names", "\n".join(lines))
        for at, lines in names.items()
    }
    server = values.text(settings.MODE) == settings.SERVER
    search = search_tool(REGEX) if server else _client_tool()
    eager = own_tools(session)
    sent = f"{schemas_sent(len(eager))}, " if eager else ""
    return Turn(
        standing=f"{sent}{counted(len(held), 'tool')} deferred and named; "
        f"{'a pattern' if server else CLIENT_SEARCH} finds them",
        eager=eager,
        deferred=held,
        bridge=(search,),
        listing=Listing("names", _HEADER, tuple(blocks.values()), OUR_LAYOUT),
        listing_apart=True,
        named=frozenset(one.name for one in held),
        listed_tokens={at: estimate(len(block.text) + 1) for at, block in blocks.items()},
    )


def _client_tool() -> dict[str, Json]:
    parameters: dict[str, Json] = {
        "type": "object",
        "properties": {"query": {"type": "string"}},
        "required": ["query"],
    }
    text = "Find deferred tools by what they do; the closest can be called then."
    return function_definition(CLIENT_SEARCH, text, parameters)


def _on_groups(toolsets: Sequence[Toolset]) -> Iterator[Note]:
    if any(not one.slots for one in toolsets):
        none = [one.label for one in toolsets if not one.slots]
        yield Note(
            "no-slot",
            "warning",
            f"{len(none):,} of {len(toolsets):,} toolsets get no slot, those that come last: the "
            "model sees neither their tools nor a group of them.",
            "Switch off servers that the task does not need.",
        )
    if any(one.groups for one in toolsets):
        yield Note(
            "clusters",
            "info",
            "Which tools share a group is decided by embeddings, and names and summaries by a "
            "model: neither is simulated, and the groups here stand for the most there can be. Up "
            f"to {MATCHED_TOOLS} tools that are near the question are shown besides.",
        )


def _on_built_in(values: Values) -> Iterator[Note]:
    if not values.whole(settings.BUILT_IN):
        yield Note(
            "built-in",
            "info",
            f"VS Code's own tools count towards {MOST_TOOLS} as well, and the catalog holds none "
            "but those of core sources.",
            f"Say how many are on: --set {settings.BUILT_IN}=N.",
        )
