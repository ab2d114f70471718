"""Labels of a query file as tools of a catalog: what each means under a host, where it stands.

A label is a qualified name, `source/tool`, a bare name where it is unique, or a glob over these,
which means every tool that it matches.
"""

from __future__ import annotations

from dataclasses import dataclass
from fnmatch import fnmatchcase
from typing import TYPE_CHECKING, Final, Literal, NamedTuple, TypeAlias

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from toolsearch_cli.analysis.evaluation.query_sets import LabelledQuery
    from toolsearch_cli.catalog.model import Catalog
    from toolsearch_cli.hosts.disclosure import Definition, Disclosure
    from toolsearch_cli.hosts.protocol import Host
    from toolsearch_cli.hosts.scenario import Scenario

LabelStanding: TypeAlias = Literal[
    "deferred", "eager", "out-of-scope", "dropped", "ambiguous", "unknown"
]
"""Held back and searched; sent with its schema; of a source that is not granted; published but not
usable under this host; what several tools are called; what no tool is called."""

_GLOB: Final = frozenset("*?[")
_Place: TypeAlias = tuple[int, str]
"""The position of a source and the bare name of one of its tools."""
_Names: TypeAlias = "dict[str, dict[_Place, None]]"


class Target(NamedTuple):
    """One tool that a query should find."""

    label: str
    """As the file names it."""
    grade: float
    standing: LabelStanding
    name: str | None = None
    """The qualified name; `None` where the host has no such tool."""
    source: str = ""
    tool: str = ""
    candidates: tuple[str, ...] = ()
    """`source/tool` of each tool that an ambiguous label could mean."""

    @property
    def address(self) -> str:
        """`source/tool`; the label where it is no tool."""
        return f"{self.source}/{self.tool}" if self.tool else self.label


@dataclass(frozen=True, slots=True, eq=False)
class Labels:
    """What labels mean in one session."""

    catalog: Catalog
    by_name: tuple[_Names, ...]
    """What each spelling names, the surest form first: those that are granted, then all others."""
    definitions: Mapping[_Place, Definition]
    standings: Mapping[str, LabelStanding]
    """Of each qualified name in scope."""
    granted: frozenset[int]

    def targets(self, query: LabelledQuery) -> tuple[Target, ...]:
        """Return what a query should find, each tool once and with its highest grade."""
        found: dict[str, Target] = {}
        for label, grade in sorted(query.expected, key=lambda one: -one.grade):
            for target in self._meant(label, grade):
                found.setdefault(target.address, target)
        return tuple(found.values())

    def _meant(self, label: str, grade: float) -> list[Target]:
        places = self._exact(label)
        if not places and not _GLOB.isdisjoint(label):
            return [self._target(label, grade, place) for place in self._matching(label)] or [
                Target(label, grade, "unknown")
            ]
        if len(places) > 1:
            named = tuple(self._address(place) for place in places)
            return [Target(label, grade, "ambiguous", candidates=named)]
        if not places:
            return [Target(label, grade, "unknown")]
        return [self._target(label, grade, places[0])]

    def _exact(self, label: str) -> Sequence[_Place]:
        return next((tuple(names[label]) for names in self.by_name if label in names), ())

    def _matching(self, pattern: str) -> Sequence[_Place]:
        """Return the tools in scope that a glob matches in any form of their names."""
        found: dict[_Place, None] = {}
        for names in self.by_name:
            for spelled, places in names.items():
                if ("/" in spelled) == ("/" in pattern) and fnmatchcase(spelled, pattern):
                    found |= dict.fromkeys(one for one in places if one[0] in self.granted)
        return tuple(found)

    def _address(self, place: _Place) -> str:
        return f"{self.catalog.sources[place[0]].name}/{place[1]}"

    def _target(self, label: str, grade: float, place: _Place) -> Target:
        definition = self.definitions.get(place)
        name = None if definition is None else definition.name
        standing: LabelStanding = "dropped"
        if place[0] not in self.granted:
            standing = "out-of-scope"
        elif name is not None:
            standing = self.standings.get(name, "dropped")
        source = self.catalog.sources[place[0]].name
        return Target(label, grade, standing, name, source, place[1])


def labels_of(host: Host, catalog: Catalog, scenario: Scenario, shown: Disclosure) -> Labels:
    """Return what labels mean in the session that `shown` opens."""
    definitions = host.definitions(catalog, scenario)
    granted = frozenset(
        position
        for position, source in enumerate(catalog.sources)
        if scenario.scope.grants(source, position)
    )
    published = [
        (position, tool.name)
        for position, source in enumerate(catalog.sources)
        for tool in source.tools
    ]
    spelled: list[list[tuple[str, _Place]]] = [
        [(one.name, _place(one)) for one in definitions],
        [(f"{catalog.sources[place[0]].name}/{place[1]}", place) for place in published]
        + [(f"{one.toolset}/{one.tool.name}", _place(one)) for one in definitions],
        [(place[1], place) for place in published],
        [(name, _place(one)) for one in definitions for name in host.spellings(catalog, one)],
    ]
    return Labels(
        catalog=catalog,
        by_name=(
            *(_names(pair for pair in form if pair[1][0] in granted) for form in spelled),
            *(_names(pair for pair in form if pair[1][0] not in granted) for form in spelled),
        ),
        definitions={_place(one): one for one in definitions},
        standings=_standings(shown),
        granted=granted,
    )


def _place(definition: Definition) -> _Place:
    return definition.source, definition.tool.name


def _names(spelled: Iterable[tuple[str, _Place]]) -> _Names:
    names: _Names = {}
    for name, place in spelled:
        names.setdefault(name, {})[place] = None
    return names


def _standings(shown: Disclosure) -> dict[str, LabelStanding]:
    """Return where each tool in scope stands; while the bridge is off, as if it were on."""
    standings: dict[str, LabelStanding] = dict.fromkeys((one.name for one in shown.eager), "eager")
    standings |= dict.fromkeys((one.name for one in shown.deferred), "deferred")
    standings |= dict.fromkeys(
        (one.name for one in shown.refusals if one.unreachable and one.name in standings), "dropped"
    )
    return standings
