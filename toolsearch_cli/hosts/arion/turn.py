"""What `tools/list` of an Arion gateway returns, and what to know of it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from toolsearch_cli.hosts.arion import settings
from toolsearch_cli.hosts.arion.facts import BRIDGE, MOST_NAMES
from toolsearch_cli.hosts.arion.listing import named, search_tool
from toolsearch_cli.hosts.arion.modes import modes_of
from toolsearch_cli.hosts.arion.notes import notes_on
from toolsearch_cli.hosts.simple.turn import Turn

if TYPE_CHECKING:
    from toolsearch_cli.hosts.arion.modes import Modes
    from toolsearch_cli.hosts.simple.session import Session
    from toolsearch_cli.hosts.simple.settings import Values

_EMPTY: Final = "tools/list is empty: no tool is permitted"


def turn_of(session: Session, values: Values, context: int | None) -> Turn:
    """Decide what is listed: it depends on nothing but the tools that the caller may use."""
    modes = modes_of(session, values)
    notes = tuple(notes_on(session, values, modes, context))
    if values.flag(settings.CODE_MODE):
        searched = tuple(sorted((*modes.eager, *modes.progressive), key=lambda one: one.name))
        return Turn(
            standing=f"code mode: scripts search {len(searched):,} tools; no {BRIDGE}",
            eager=modes.own,
            deferred=searched,
            notes=notes,
            fidelity="approximate",
        )
    sent = tuple(sorted((*modes.own, *modes.eager), key=lambda one: one.name))
    if not modes.progressive:
        return Turn(standing=_standing(len(sent), modes), eager=sent, notes=notes)
    known = named(session, modes.progressive)
    return Turn(
        standing=_standing(len(sent), modes),
        eager=sent,
        deferred=modes.progressive,
        bridge=(search_tool(known.listing, values),),
        listing=known.listing,
        named=known.names,
        listed_tokens=known.tokens,
        notes=notes,
    )


def _standing(sent: int, modes: Modes) -> str:
    held = len(modes.progressive)
    if not held:
        return f"tools/list: {sent:,} eager, none progressive: no {BRIDGE}" if sent else _EMPTY
    told = f"{MOST_NAMES} of {held:,}" if held > MOST_NAMES else f"all {held:,}"
    search = f"{BRIDGE}, which names {told} progressive"
    return f"tools/list: {sent:,} eager and {search}" if sent else f"tools/list: only {search}"
