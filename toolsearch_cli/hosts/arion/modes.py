"""Which tools `tools/list` holds and which it leaves out: `EAGER` and `PROGRESSIVE`."""

from __future__ import annotations

from fnmatch import fnmatchcase
from typing import TYPE_CHECKING, NamedTuple

from toolsearch_cli.catalog.gateways import reached
from toolsearch_cli.hosts.addressing import address
from toolsearch_cli.hosts.arion import settings

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from toolsearch_cli.hosts.disclosure import Definition
    from toolsearch_cli.hosts.simple.session import Session
    from toolsearch_cli.hosts.simple.settings import Values


class Modes(NamedTuple):
    """The permitted tools by mode, each in name order."""

    own: tuple[Definition, ...]
    """Of `core` sources: always sent, never searched."""
    eager: tuple[Definition, ...]
    progressive: tuple[Definition, ...]


def modes_of(session: Session, values: Values) -> Modes:
    """Return what is eager and what is progressive.

    A pattern of the setting `eager` comes first, then what the gateway says of a server for all its
    tools, then what a tool's own file says, then `tool_disclosure_mode`.
    """
    of_server = {at: one.deferred for at, one in reached(session.catalog).items()}
    core = {at for at, one in enumerate(session.catalog.sources) if one.kind == "core"}
    patterns = values.names(settings.EAGER)
    silent = values.text(settings.MODE) == "PROGRESSIVE"
    own: list[Definition] = []
    eager: list[Definition] = []
    progressive: list[Definition] = []
    for one in session.definitions:
        said = of_server.get(one.source, one.tool.deferred)
        if one.source in core:
            own.append(one)
        elif patterns and _is_any(session, one, patterns):
            eager.append(one)
        else:
            (progressive if (silent if said is None else said) else eager).append(one)
    return Modes(tuple(own), tuple(eager), tuple(progressive))


def candidates_of(session: Session, values: Values) -> tuple[Definition, ...]:
    """Return the tools that a search ranks, in name order.

    `tool_search` ranks progressive tools, the other two searches every tool that is permitted.
    """
    modes = modes_of(session, values)
    found: Iterable[Definition] = modes.progressive
    if values.flag(settings.CODE_MODE) or values.text(settings.SEARCH_OVER) == settings.HTTP:
        found = sorted((*modes.eager, *modes.progressive), key=lambda one: one.name)
    wanted = values.text(settings.NAMESPACE)
    if wanted:
        found = (one for one in found if namespace_of(session, one) == wanted)
    return tuple(found)


def namespace_of(session: Session, definition: Definition) -> str:
    """Return the namespace of a tool; plugins have none."""
    source = session.source(definition)
    return source.name if source.kind == "mcp" else ""


def _is_any(session: Session, one: Definition, patterns: Sequence[str]) -> bool:
    names = (one.name, one.tool.name)
    addressed = (*names, address(session.catalog, one))
    return any(
        fnmatchcase(spelled, pattern)
        for pattern in patterns
        # A star reaches over a slash, so only a pattern with one is held against source/tool.
        for spelled in (addressed if "/" in pattern else names)
    )
