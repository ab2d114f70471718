"""From published tools to the registry: names, descriptions, schemas, who keeps a name."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import TYPE_CHECKING

from toolsearch_cli.catalog.collector import collector_paused
from toolsearch_cli.catalog.model import Catalog, Json, Source, Tool
from toolsearch_cli.hosts.disclosure import Collision, Definition, function_chars
from toolsearch_cli.hosts.hermes import naming as names
from toolsearch_cli.hosts.hermes.releases import Release, release_named
from toolsearch_cli.hosts.hermes.schemas import registered, sanitised, stored

if TYPE_CHECKING:
    from collections.abc import Iterator

    from toolsearch_cli.hosts.hermes.settings import Naming

_TAG_CHARACTERS = re.compile("[\U000e0000-\U000e007f]")

Registry = tuple[tuple[Definition, ...], tuple[Collision, ...]]
"""Definitions in name order, and the collisions met on the way."""

_Claim = tuple[str, Tool]
"""A qualified name and the tool that wants it."""


@lru_cache(maxsize=16)
def registry(catalog: Catalog, release_name: str, naming: Naming) -> Registry:
    """Register every source in the order given, as the host does at start.

    Returns:
        The definitions sorted by name (code points), and every collision.
    """
    release = release_named(release_name)
    owners: dict[str, tuple[int, Tool]] = {}
    collisions: list[Collision] = []
    sets = [names.toolset(source) for source in catalog.sources]
    for position, source in enumerate(catalog.sources):
        claims = list(_claims(source, release, naming))
        if source.kind == "mcp" and not release.last_registration_wins:
            claims, found = _unambiguous(position, claims)
            collisions += found
        for name, tool in claims:
            if name in owners:
                contest = _contest(name, position, tool, owners[name][0], sets, release)
                collisions.append(contest)
                if contest.kind == "owned":
                    continue
            owners[name] = (position, tool)
    with collector_paused():
        definitions = tuple(
            _definition(name, catalog.sources[position], position, tool, release)
            for name, (position, tool) in sorted(owners.items())
        )
    return definitions, tuple(sorted(collisions, key=_where))


def held_schema(definition: Definition, catalog: Catalog, release: Release) -> Json:
    """Return the schema that the registry holds for a tool: what its calls are held to.

    Of an MCP tool it was repaired at registration; a plugin's own is kept as it is.
    """
    schema = definition.tool.input_schema
    is_mcp = catalog.sources[definition.source].kind == "mcp"
    return stored(schema, release.schemas) if is_mcp else schema


def _where(collision: Collision) -> tuple[str, ...]:
    place = collision.provenance
    return (collision.name, collision.kind, place.file, place.pointer)


def _name_and_place(tool: Tool) -> tuple[str, str, str]:
    return (tool.name, tool.provenance.file, tool.provenance.pointer)


def _claims(source: Source, release: Release, naming: Naming) -> Iterator[_Claim]:
    if source.kind != "mcp":
        return ((tool.name, tool) for tool in source.tools)
    return (
        (names.qualified(source.name, tool.name, release, naming), tool) for tool in source.tools
    )


def _unambiguous(position: int, claims: list[_Claim]) -> tuple[list[_Claim], list[Collision]]:
    """Keep the first of exact repeats; drop every tool whose name two raw names share."""
    wanted: dict[str, list[Tool]] = {}
    for name, tool in claims:
        wanted.setdefault(name, []).append(tool)
    kept: list[_Claim] = []
    collisions: list[Collision] = []
    for name, tools in wanted.items():
        raw = tuple(sorted({tool.name for tool in tools}))
        if len(raw) == 1:
            kept.append((name, tools[0]))
        if len(tools) > 1:
            collisions.append(
                Collision(
                    kind="repeated" if len(raw) == 1 else "ambiguous",
                    name=name,
                    source=position,
                    owner=position,
                    raw_names=raw,
                    provenance=max(tools, key=_name_and_place).provenance,
                )
            )
    return kept, collisions


def _contest(
    name: str, position: int, tool: Tool, owner: int, sets: list[str], release: Release
) -> Collision:
    """Decide who keeps a name that is taken: its owner, unless both are of one toolset."""
    newcomer, holder = sets[position], sets[owner]
    both_mcp = newcomer.startswith(names.MCP_PREFIX) and holder.startswith(names.MCP_PREFIX)
    overwrites = newcomer == holder or (release.last_registration_wins and both_mcp)
    return Collision(
        kind="overwritten" if overwrites else "owned",
        name=name,
        source=position,
        owner=owner,
        raw_names=(tool.name,),
        provenance=tool.provenance,
    )


def _definition(
    name: str, source: Source, position: int, tool: Tool, release: Release
) -> Definition:
    if source.kind == "mcp":
        description = tool.description or f"MCP tool {tool.name} from {source.name}"
        if release.strips_tag_characters and isinstance(description, str):
            description = _TAG_CHARACTERS.sub("", description)
        parameters: Json = registered(tool.input_schema, release.schemas)
    else:
        description = "" if tool.description is None else tool.description
        parameters = sanitised(tool.input_schema, release.schemas)
    toolset = names.toolset(source)
    return Definition(
        name=name,
        source=position,
        label=names.label(toolset),
        toolset=toolset,
        description=description,
        parameters=parameters,
        chars=function_chars(name, description, parameters),
        tool=tool,
    )
