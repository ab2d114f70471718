"""What each source brings into a session, measured once for every scenario of a catalog."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING

from toolsearch_cli.catalog.collector import collector_paused
from toolsearch_cli.hosts.hermes.listing import Entry, Group
from toolsearch_cli.hosts.hermes.naming import BRIDGE_NAMES, label, toolset
from toolsearch_cli.hosts.hermes.registration import registry
from toolsearch_cli.hosts.hermes.releases import Release, release_named
from toolsearch_cli.hosts.hermes.short import short_description

if TYPE_CHECKING:
    from collections.abc import Sequence

    from toolsearch_cli.catalog.model import Catalog
    from toolsearch_cli.hosts.disclosure import Definition
    from toolsearch_cli.hosts.hermes.settings import Naming


@dataclass(frozen=True, slots=True, eq=False)
class Holding:
    """One source's registered tools, parted as the host parts them. Sizes are code points."""

    position: int
    label: str
    definitions: tuple[Definition, ...]
    """In name order, tools with a bridge's name included."""
    visible: tuple[Definition, ...]
    """Never deferred."""
    deferred: tuple[Definition, ...]
    chars: int
    visible_chars: int
    deferred_chars: int
    group: Group | None
    """The group that its deferred tools form alone; `None` where it lists nothing."""
    listing_error: tuple[str, str] | None
    """The name of the first tool that the host cannot list, and why."""


@lru_cache(maxsize=16)
def holdings(
    catalog: Catalog, release_name: str, naming: Naming, defer: frozenset[str]
) -> tuple[Holding, ...]:
    """Return what each source of the catalog brings, by position."""
    release = release_named(release_name)
    own: list[list[Definition]] = [[] for _ in catalog.sources]
    for definition in registry(catalog, release_name, naming)[0]:
        own[definition.source].append(definition)
    with collector_paused():
        return tuple(
            _holding(position, label(toolset(source)), own[position], release, defer)
            for position, source in enumerate(catalog.sources)
        )


def _holding(
    position: int,
    heading: str,
    definitions: list[Definition],
    release: Release,
    defer: frozenset[str],
) -> Holding:
    visible: list[Definition] = []
    deferred: list[Definition] = []
    for definition in definitions:
        if definition.name not in BRIDGE_NAMES:
            (deferred if _defers(definition, release, defer) else visible).append(definition)
    group, error = _listed(heading, deferred, release)
    return Holding(
        position=position,
        label=heading,
        definitions=tuple(definitions),
        visible=tuple(visible),
        deferred=tuple(deferred),
        chars=sum(one.chars for one in definitions),
        visible_chars=sum(one.chars for one in visible),
        deferred_chars=sum(one.chars for one in deferred),
        group=group,
        listing_error=error,
    )


def _defers(definition: Definition, release: Release, defer: frozenset[str]) -> bool:
    if definition.name in defer:
        return True
    if definition.name in release.core_names:
        return False
    return definition.toolset not in release.direct_toolsets


def _listed(
    heading: str, deferred: list[Definition], release: Release
) -> tuple[Group | None, tuple[str, str] | None]:
    if not release.listing or not deferred:
        return None, None
    entries = []
    for definition in deferred:
        description = definition.description
        if not isinstance(description, str):
            kind = type(description).__name__
            reason = f"the description of {definition.name} is no text ({kind})"
            return None, (definition.name, reason)
        entries.append(Entry(definition.name, short_description(description, release.sentence)))
    return Group.of(heading, entries), None


def listing_error(parts: Sequence[Holding]) -> str | None:
    """Return what the host fails on when it lists these sources: the first by name."""
    errors = [holding.listing_error for holding in parts if holding.listing_error]
    return min(errors)[1] if errors else None


def merged(parts: Sequence[Holding]) -> tuple[Group, ...]:
    """Return the groups of a listing, by label: sources that share a label share a group.

    None where the host fails to list one of them.
    """
    if listing_error(parts):
        return ()
    found: dict[str, list[Group]] = {}
    for holding in parts:
        if holding.group is not None:
            found.setdefault(holding.label, []).append(holding.group)
    return tuple(
        groups[0]
        if len(groups) == 1
        else Group.of(heading, [entry for group in groups for entry in group.entries])
        for heading, groups in sorted(found.items())
    )
