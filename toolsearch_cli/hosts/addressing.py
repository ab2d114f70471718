"""Typed names: `source/tool`, a qualified name, a bare name where it is unique, globs in all three.

What the catalog holds comes before the host's own tools, and a source that is granted before one
that is not.
"""

from __future__ import annotations

from dataclasses import replace
from difflib import get_close_matches
from fnmatch import fnmatchcase
from typing import TYPE_CHECKING

from toolsearch_cli.errors import UsageError
from toolsearch_cli.hosts.collisions import in_words
from toolsearch_cli.hosts.scenario import EVERYTHING

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from toolsearch_cli.catalog.model import Catalog, Source
    from toolsearch_cli.hosts.disclosure import Collision, Definition
    from toolsearch_cli.hosts.protocol import Host
    from toolsearch_cli.hosts.scenario import Scenario

    Form = Callable[[Definition], Sequence[str]]

_GLOB = frozenset("*?[")
_SUGGESTIONS = 5
_CANDIDATES = 12
"""Tools of one name that an error spells out before it counts the rest."""


def address(catalog: Catalog, definition: Definition) -> str:
    """Return `source/tool`."""
    return f"{catalog.sources[definition.source].name}/{definition.tool.name}"


def known_names(host: Host, catalog: Catalog, scenario: Scenario) -> tuple[str, ...]:
    """Return every name of the tools in scope, in each of the three forms, alphabetically."""
    names: set[str] = set()
    for one in host.definitions(catalog, scenario):
        if _is_granted(catalog, scenario, one):
            names |= {one.name, one.tool.name, address(catalog, one)}
    return tuple(sorted(names, key=str.lower))


def resolve(host: Host, catalog: Catalog, scenario: Scenario, typed: str) -> tuple[str, ...]:
    """Return the qualified names that a typed name means, in the host's order.

    Args:
        host: Who decides the qualified names; each of its spellings is understood.
        catalog: What the host was given.
        scenario: Its naming and its scope.
        typed: One name, or a glob that may mean several.

    Returns:
        One name, also for a tool outside the scope and for a tool of the host itself; several for
        a glob.

    Raises:
        UsageError: Several tools have that name, or none; the hint lists the candidates or the
            nearest names.
    """
    name = typed.strip()
    everything = host.definitions(catalog, scenario)
    granted = [one for one in everything if _is_granted(catalog, scenario, one)]
    outside = [one for one in everything if not _is_granted(catalog, scenario, one)]
    for candidates in (granted, outside):
        found = _exact(host, catalog, candidates, name)
        if len(found) > 1:
            raise _ambiguous(catalog, found, name)
        if found:
            return (found[0].name,)
    if _GLOB.isdisjoint(name):
        return _of_the_host(host, catalog, scenario, name)
    matching = _matching(host, catalog, granted, name)
    if not matching:
        raise _no_match(catalog, _matching(host, catalog, outside, name), name)
    return tuple(one.name for one in matching)


def _is_granted(catalog: Catalog, scenario: Scenario, definition: Definition) -> bool:
    return scenario.scope.grants(catalog.sources[definition.source], definition.source)


def _forms(host: Host, catalog: Catalog) -> Iterator[Form]:
    """Yield the ways to name a tool, the surest first."""
    yield lambda one: (one.name,)
    yield lambda one: _addresses(catalog.sources[one.source], one)
    yield lambda one: (one.tool.name,)
    yield lambda one: host.spellings(catalog, one)


def _addresses(source: Source, definition: Definition) -> Sequence[str]:
    names = (source.name, definition.toolset)
    return tuple(f"{name}/{definition.tool.name}" for name in dict.fromkeys(names))


def _exact(
    host: Host, catalog: Catalog, candidates: Sequence[Definition], name: str
) -> list[Definition]:
    """Return the tools that have exactly this name, in the surest form that any has it."""
    for form in _forms(host, catalog):
        found = [one for one in candidates if name in form(one)]
        if found:
            return found
    return []


def _matching(
    host: Host, catalog: Catalog, candidates: Sequence[Definition], pattern: str
) -> list[Definition]:
    """Return what a glob matches; it is held against `source/tool` only if it has a slash."""
    forms = list(_forms(host, catalog))
    if "/" not in pattern:
        del forms[1]
    return [
        one
        for one in candidates
        if any(fnmatchcase(spelled, pattern) for form in forms for spelled in form(one))
    ]


def _of_the_host(host: Host, catalog: Catalog, scenario: Scenario, name: str) -> tuple[str, ...]:
    if host.describe(catalog, scenario, name).standing != "unknown":
        return (name,)
    for collision in host.disclose(catalog, replace(scenario, scope=EVERYTHING)).collisions:
        if _is_about(catalog, collision, name):
            raise UsageError(
                f"{name}: the host does not have it", hint=in_words(collision, catalog)
            )
    near = _nearest(host, catalog, scenario, name)
    hint = f"did you mean {', '.join(near)}?" if near else "toolsearch query finds tools by words"
    raise UsageError(f"no such tool: {name}", hint=hint)


def _is_about(catalog: Catalog, collision: Collision, name: str) -> bool:
    source = catalog.sources[collision.source].name
    return name == collision.name or any(
        name in (raw, f"{source}/{raw}") for raw in collision.raw_names
    )


def _ambiguous(catalog: Catalog, found: Sequence[Definition], name: str) -> UsageError:
    return UsageError(
        f"{name}: {len(found)} tools have that name",
        hint=f"it is one of {_listed(catalog, found, _CANDIDATES)}",
    )


def _no_match(catalog: Catalog, outside: Sequence[Definition], pattern: str) -> UsageError:
    if outside:
        return UsageError(
            f"{pattern}: every match is outside the session's scope",
            hint=f"outside: {_listed(catalog, outside, _SUGGESTIONS)}",
        )
    return UsageError(f"{pattern}: no tool matches", hint="toolsearch query finds tools by words")


def _listed(catalog: Catalog, definitions: Sequence[Definition], most: int) -> str:
    shown = [f"{one.name} ({address(catalog, one)})" for one in definitions[:most]]
    more = len(definitions) - len(shown)
    return ", ".join(shown) + (f" and {more:,} more" if more else "")


def _nearest(host: Host, catalog: Catalog, scenario: Scenario, name: str) -> list[str]:
    """Return the names that look most like `name`, granted sources only."""
    known: dict[str, str] = {}
    for one in host.definitions(catalog, scenario):
        if _is_granted(catalog, scenario, one):
            known.setdefault(_alike(catalog, one, name).lower(), one.name)
    wanted = name.lower()
    close = get_close_matches(wanted, known, n=_SUGGESTIONS)
    holding = [spelled for spelled in known if wanted and wanted in spelled]
    names = dict.fromkeys(known[spelled] for spelled in (*close, *holding))
    return list(names)[:_SUGGESTIONS]


def _alike(catalog: Catalog, definition: Definition, name: str) -> str:
    """Return the form of a tool's name that `name` was probably meant to be."""
    if "/" in name:
        return address(catalog, definition)
    return definition.name if name.startswith("mcp_") else definition.tool.name
