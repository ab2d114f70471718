"""One session of a simple host: the tools it knows, by qualified name, and who lost a name."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import chain
from operator import attrgetter
from typing import TYPE_CHECKING, NamedTuple

from toolsearch_cli.hosts.disclosure import Collision, Definition, sent_as
from toolsearch_cli.tokens.chars4 import chars

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from toolsearch_cli.catalog.model import Catalog, Json, Source, Tool
    from toolsearch_cli.hosts.disclosure import Wire
    from toolsearch_cli.hosts.scenario import Scope

in_name_order = attrgetter("name")


class Registered(NamedTuple):
    """Every tool that a host knows, whatever the scope."""

    definitions: tuple[Definition, ...]
    """By source, as published."""
    collisions: tuple[Collision, ...]


@dataclass(frozen=True, eq=False)
class Session:
    """What a session may see of a catalog. Compared by identity, so that it can be remembered."""

    catalog: Catalog
    scope: Scope
    everything: Registered

    @cached_property
    def granted(self) -> tuple[int, ...]:
        """Positions of the sources in scope, ascending."""
        return tuple(
            position
            for position, source in enumerate(self.catalog.sources)
            if self.scope.grants(source, position)
        )

    @cached_property
    def published(self) -> tuple[Definition, ...]:
        """Every tool in scope, by source as published."""
        return tuple(chain.from_iterable(self.of_source.values()))

    @cached_property
    def definitions(self) -> tuple[Definition, ...]:
        """Every tool in scope, in name order."""
        return tuple(sorted(self.published, key=in_name_order))

    @cached_property
    def of_source(self) -> Mapping[int, tuple[Definition, ...]]:
        """The tools of each source in scope, as published; empty ones included."""
        found: dict[int, list[Definition]] = {position: [] for position in self.granted}
        for one in self.everything.definitions:
            if one.source in found:
                found[one.source].append(one)
        return {position: tuple(tools) for position, tools in found.items()}

    @cached_property
    def by_name(self) -> Mapping[str, Definition]:
        """Every tool in scope, by qualified name."""
        return {one.name: one for one in self.definitions}

    @cached_property
    def collisions(self) -> tuple[Collision, ...]:
        """Those that a source in scope has to do with."""
        granted = frozenset(self.granted)
        return tuple(
            one
            for one in self.everything.collisions
            if one.source in granted or one.owner in granted
        )

    def source(self, definition: Definition) -> Source:
        """Return the source of a tool."""
        return self.catalog.sources[definition.source]


class Published(NamedTuple):
    """One tool as a host takes it from its source, before names are settled."""

    source: int
    tool: Tool
    name: str
    description: Json
    parameters: Json


def registered(catalog: Catalog, published: Sequence[Published], wire: Wire) -> Registered:
    """Settle who keeps a name: the first that wants it, in the order of sources and tools."""
    sizes = _sizes(catalog)
    around = _around(wire)
    owners: dict[str, Published] = {}
    collisions: list[Collision] = []
    for one in published:
        owner = owners.setdefault(one.name, one)
        if owner is not one:
            collisions.append(_collision(one, owner))
    definitions = tuple(
        _definition(one, catalog.sources[one.source].name, wire, around + _size_of(one, sizes))
        for one in owners.values()
    )
    return Registered(definitions, tuple(collisions))


def _collision(late: Published, owner: Published) -> Collision:
    within = late.source == owner.source
    same = within and late.tool.name == owner.tool.name
    raw = (late.tool.name,) if same else tuple(sorted({late.tool.name, owner.tool.name}))
    return Collision(
        kind="repeated" if within else "owned",
        name=late.name,
        source=late.source,
        owner=owner.source,
        raw_names=raw if within else (late.tool.name,),
        provenance=late.tool.provenance,
    )


def _definition(one: Published, label: str, wire: Wire, size: int) -> Definition:
    return Definition(
        name=one.name,
        source=one.source,
        label=label,
        toolset=label,
        description=one.description,
        parameters=one.parameters,
        chars=size,
        tool=one.tool,
        wire=wire,
    )


def _size_of(one: Published, sizes: Mapping[int, tuple[int, int]]) -> int:
    """Return the characters of a tool's own texts; what is sent as published is counted once."""
    said, schema = sizes[id(one.tool)]
    if one.description is not one.tool.description:
        said = chars(one.description)
    if one.parameters is not one.tool.input_schema:
        schema = chars(one.parameters)
    return chars(one.name) + said + schema


def _around(wire: Wire) -> int:
    """Return the characters of a definition that its name and texts do not bring."""
    return chars(sent_as(wire, "", "", "")) - 3 * len('""')


@lru_cache(maxsize=4)
def _sizes(catalog: Catalog) -> Mapping[int, tuple[int, int]]:
    """Count every description and schema once, for all hosts: by the tool's identity."""
    return {id(tool): _size(tool) for tool in _tools(catalog)}


def _size(tool: Tool) -> tuple[int, int]:
    return chars(tool.description), chars(tool.input_schema)


def _tools(catalog: Catalog) -> Iterator[Tool]:
    return chain.from_iterable(source.tools for source in catalog.sources)
