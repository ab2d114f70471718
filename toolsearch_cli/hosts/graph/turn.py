"""What a draft of graph's is offered, and what it must search for."""

from __future__ import annotations

from typing import TYPE_CHECKING

from toolsearch_cli.hosts.disclosure import Refusal
from toolsearch_cli.hosts.graph import settings
from toolsearch_cli.hosts.graph.candidates import standings_of
from toolsearch_cli.hosts.graph.facts import BRIDGE, MOST_CHOICE
from toolsearch_cli.hosts.graph.notes import notes_on
from toolsearch_cli.hosts.simple.turn import Turn

if TYPE_CHECKING:
    from toolsearch_cli.catalog.model import Json
    from toolsearch_cli.hosts.simple.session import Session
    from toolsearch_cli.hosts.simple.settings import Values


def turn_of(session: Session, values: Values) -> Turn:
    """Decide what is offered; nothing but names decides."""
    standings = standings_of(session, values)
    sent = (*standings.own, *standings.always)
    held = tuple(sorted(standings.searched, key=lambda one: one.name))
    found = f"{len(held):,} found only by {BRIDGE}" if held else "none to search for"
    return Turn(
        standing=f"{len(sent):,} always loaded, {found}",
        eager=sent,
        deferred=held,
        bridge=(search_tool(values),) if held else (),
        refusals=tuple(
            Refusal(
                "dropped",
                one.source,
                one.tool.name,
                one.name,
                "a built-in planning plan: a drafted plan never calls it, so it is neither searched"
                " nor offered",
            )
            for one in standings.planning
        ),
        notes=tuple(notes_on(session, values, standings)),
    )


def search_tool(values: Values) -> dict[str, Json]:
    """Return `plan__search_tools` as an agent is given it, described in our own words."""
    return {
        "name": BRIDGE,
        "description": "Find the tools that one step of a task needs, the likeliest first; none "
        "where no tool fits.",
        "inputSchema": {
            "type": "object",
            "required": ["query"],
            "properties": {
                "query": {"type": "string", "description": "What the tools should do."},
                settings.LEAST: _input(
                    "number", "Least probability of a tool.", values.get(settings.LEAST)
                ),
                settings.LIMIT: _input("integer", "Most tools.", values.get(settings.LIMIT)),
                settings.MODEL: _input(
                    "string", "Role of the decision model.", values.get(settings.MODEL)
                ),
                settings.CHUNK: _input(
                    "integer",
                    f"Most tools in one choice, {MOST_CHOICE} at most.",
                    values.get(settings.CHUNK),
                ),
                settings.SCHEMAS: _input(
                    "boolean", "Whether to return schemas.", values.get(settings.SCHEMAS)
                ),
            },
        },
    }


def _input(kind: str, description: str, default: object) -> dict[str, Json]:
    value = default if isinstance(default, str | int | float) else None
    return {"type": kind, "description": description, "default": value}
