"""What the globs of ignores name in a catalog: sources and tools, by every name that they have."""

from __future__ import annotations

from dataclasses import replace
from fnmatch import fnmatchcase
from typing import TYPE_CHECKING

from toolsearch_cli.checks.addresses import address_of
from toolsearch_cli.checks.findings import Place
from toolsearch_cli.checks.policy import names_place
from toolsearch_cli.errors import UsageError, nearest

if TYPE_CHECKING:
    from collections.abc import Sequence

    from toolsearch_cli.checks.context import Context
    from toolsearch_cli.checks.policy import Ignore, Policy

_WILD = "*?["
_HINT = "write source/tool, source, or a tool's name; * is any text"


def settled(policy: Policy, contexts: Sequence[Context]) -> Policy:
    """Return the policy, each ignore with the tools that its globs name otherwise than by address.

    Raises:
        UsageError: A glob names no tool and no source: it would hide nothing, in silence. Or it is
            a name that several tools have.
    """
    if not any(one.tools for one in policy.ignore):
        return policy
    places = [
        Place(source=source.name, kind=source.kind, tool=tool)
        for source in contexts[0].catalog.sources
        for tool in (None, *(one.name for one in source.tools))
    ]
    names = _names(contexts)
    return replace(policy, ignore=tuple(_settled(one, places, names) for one in policy.ignore))


def _names(contexts: Sequence[Context]) -> list[tuple[str, str]]:
    """Return every bare and qualified name of a tool with its address."""
    sources = contexts[0].catalog.sources
    bare = [
        (tool.name, address_of(source.name, tool.name, source.kind))
        for source in sources
        for tool in source.tools
    ]
    qualified = [
        (one.name, address_of(sources[one.source].name, one.tool.name, sources[one.source].kind))
        for context in contexts
        for one in context.shown.definitions
    ]
    return [*bare, *qualified]


def _settled(ignore: Ignore, places: Sequence[Place], names: Sequence[tuple[str, str]]) -> Ignore:
    also: set[str] = set()
    for glob in ignore.tools:
        if glob == "catalog" or any(names_place(glob, place) for place in places):
            continue
        found = sorted({address for name, address in names if fnmatchcase(name, glob)})
        if not found:
            raise UsageError(f"{ignore.place}: {glob}: no such tool", hint=_nearest(glob, places))
        if len(found) > 1 and not any(sign in glob for sign in _WILD):
            raise UsageError(
                f"{ignore.place}: {glob}: several tools have this name",
                hint=f"write {' or '.join(found)}",
            )
        also.update(found)
    return replace(ignore, also=frozenset(also)) if also else ignore


def _nearest(glob: str, places: Sequence[Place]) -> str:
    """Return the address that was probably meant."""
    slash = "/" in glob
    known = [one.address for one in places if slash == (one.tool is not None)]
    tool = glob.partition("/")[2]
    if slash and any(sign in tool for sign in _WILD):
        known = [f"{one.source}/{tool}" for one in places if one.tool is None]
    near = nearest(glob, known)
    return near if near.startswith("did you mean") else _HINT
