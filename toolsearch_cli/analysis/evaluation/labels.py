"""Labels of a query file as tools of a catalog: what each means under a host, where it stands.

A label is a qualified name, `source/tool`, a bare name where it is unique, or a glob over these,
which means every tool that it matches.
"""

from __future__ import annotations

from dataclasses import dataclass
from fnmatch import fnmatchcase
from typing import TYPE_CHECKING, Final, Literal, NamedTuple, TypeAlias

from toolsearch_cli.errors import InputError

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from toolsearch_cli.analysis.evaluation.query_sets import Expected, LabelledQuery
    from toolsearch_cli.catalog.model import Catalog
    from toolsearch_cli.hosts.disclosure import Definition, Disclosure
    from toolsearch_cli.hosts.protocol import Host
    from toolsearch_cli.hosts.scenario import Scenario

LabelStanding: TypeAlias = Literal["deferred", "eager", "out-of-scope", "dropped", "unknown"]
"""Held back and searched; sent with its schema; of a source that is not granted; published but not
usable under this host; what no tool is called."""

_GLOB: Final = frozenset("*?[")
_UNGRADED: Final = 1.0
_SEPARATORS: Final = str.maketrans("", "", "-_. :")
_Key: TypeAlias = tuple[int, str]
"""The position of a source and the bare name of one of its tools."""
_Names: TypeAlias = "dict[str, dict[_Key, None]]"
_FROM_BEST: Final[tuple[LabelStanding, ...]] = ("deferred", "eager", "out-of-scope", "dropped")


class Place(NamedTuple):
    """One published tool."""

    source: str
    tool: str
    standing: LabelStanding
    name: str | None
    """The qualified name, where the session has it."""

    @property
    def address(self) -> str:
        """`source/tool`."""
        return f"{self.source}/{self.tool}"


class Target(NamedTuple):
    """One right answer to a query."""

    label: str
    """As the file names it."""
    grade: float
    standing: LabelStanding
    places: tuple[Place, ...] = ()
    """The tool that is meant; then others that count as well. Empty for an unknown label."""
    candidates: tuple[str, ...] = ()
    """`source/tool` of each tool that the label could mean, where there are several."""

    @property
    def address(self) -> str:
        """`source/tool`; the label where it is not one tool."""
        return self.label if self.candidates or not self.places else self.places[0].address

    @property
    def names(self) -> frozenset[str]:
        """The qualified names that count, as far as the session has them."""
        return frozenset(one.name for one in self.places if one.name is not None)

    @property
    def sources(self) -> frozenset[str]:
        """The sources of the tools that count, as far as the session has them."""
        return frozenset(one.source for one in self.places if one.name is not None)


@dataclass(frozen=True, slots=True, eq=False)
class Labels:
    """What labels mean in one session."""

    catalog: Catalog
    by_name: tuple[_Names, ...]
    """What each spelling names, the surest form first: those that are granted, then all others."""
    definitions: Mapping[_Key, Definition]
    standings: Mapping[str, LabelStanding]
    """Of each qualified name in scope."""
    granted: frozenset[int]
    sources: Mapping[str, str]
    """The source of each qualified name."""

    def targets(self, query: LabelledQuery) -> tuple[Target, ...]:
        """Return what a query should find, each once.

        Of several labels for one tool that with a grade counts, and of those the highest.

        Raises:
            InputError: All of them are graded 0 or less.
        """
        found: dict[str, Target] = {}
        for expected in sorted(query.expected, key=_from_surest):
            for target in self._meant(expected):
                found.setdefault(target.address, target)
        kept = tuple(one for one in found.values() if one.grade > 0)
        if not kept:
            graded = ", ".join(found)
            raise InputError(f"{query.text!r} expects no tool: {graded} is graded 0")
        return tuple(sorted(kept, key=lambda one: -one.grade))

    def by_plain_name(self) -> dict[str, str]:
        """Return `source/tool` for every name, spelled without case and separators."""
        found: dict[str, str] = {}
        for names in self.by_name:
            for spelled, keys in names.items():
                found.setdefault(plain_name(spelled), self._place(next(iter(keys))).address)
        return found

    def _meant(self, expected: Expected) -> list[Target]:
        label, also = expected.label, expected.also
        grade = _UNGRADED if expected.grade is None else expected.grade
        keys = self._exact(label)
        if not keys and not _GLOB.isdisjoint(label) and (matching := self._matching(label)):
            return [self._target(label, grade, (key,)) for key in matching]
        others = tuple(key for key in (self._exact(also) if also else ()) if key not in keys)
        if not keys and not others:
            return [Target(label, grade, "unknown")]
        candidates = keys or others
        named = tuple(self._place(key).address for key in candidates) if len(candidates) > 1 else ()
        return [self._target(label, grade, (*keys, *others))._replace(candidates=named)]

    def _exact(self, label: str) -> tuple[_Key, ...]:
        return next((tuple(names[label]) for names in self.by_name if label in names), ())

    def _matching(self, pattern: str) -> tuple[_Key, ...]:
        """Return the tools in scope that a glob matches in any form of their names."""
        found: dict[_Key, None] = {}
        for names in self.by_name:
            for spelled, keys in names.items():
                if ("/" in spelled) == ("/" in pattern) and fnmatchcase(spelled, pattern):
                    found |= dict.fromkeys(one for one in keys if one[0] in self.granted)
        return tuple(found)

    def _target(self, label: str, grade: float, keys: Iterable[_Key]) -> Target:
        places = tuple(self._place(key) for key in keys)
        standings = [one.standing for one in places]
        best = next(standing for standing in _FROM_BEST if standing in standings)
        return Target(label, grade, best, places)

    def _place(self, key: _Key) -> Place:
        position, tool = key
        source = self.catalog.sources[position].name
        if position not in self.granted:
            return Place(source, tool, "out-of-scope", None)
        definition = self.definitions.get(key)
        standing = "dropped" if definition is None else self.standings.get(definition.name)
        if definition is None or standing is None or standing == "dropped":
            return Place(source, tool, "dropped", None)
        return Place(source, tool, standing, definition.name)


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
    spelled: list[list[tuple[str, _Key]]] = [
        [(one.name, _key(one)) for one in definitions],
        [(f"{catalog.sources[place[0]].name}/{place[1]}", place) for place in published]
        + [(f"{one.toolset}/{one.tool.name}", _key(one)) for one in definitions],
        [(place[1], place) for place in published],
        [(name, _key(one)) for one in definitions for name in host.spellings(catalog, one)],
    ]
    return Labels(
        catalog=catalog,
        by_name=(
            *(_names(pair for pair in form if pair[1][0] in granted) for form in spelled),
            *(_names(pair for pair in form if pair[1][0] not in granted) for form in spelled),
        ),
        definitions={_key(one): one for one in definitions},
        standings=_standings(shown),
        granted=granted,
        sources={one.name: catalog.sources[one.source].name for one in definitions},
    )


def plain_name(name: str) -> str:
    """Return a name without case and without what separates its words."""
    return name.casefold().translate(_SEPARATORS)


def _from_surest(expected: Expected) -> tuple[bool, float]:
    return expected.grade is None, -(expected.grade or 0.0)


def _key(definition: Definition) -> _Key:
    return definition.source, definition.tool.name


def _names(spelled: Iterable[tuple[str, _Key]]) -> _Names:
    names: _Names = {}
    for name, key in spelled:
        names.setdefault(name, {})[key] = None
    return names


def _standings(shown: Disclosure) -> dict[str, LabelStanding]:
    """Return where each tool in scope stands; while the bridge is off, as if it were on."""
    standings: dict[str, LabelStanding] = dict.fromkeys((one.name for one in shown.eager), "eager")
    standings |= dict.fromkeys((one.name for one in shown.deferred), "deferred")
    standings |= dict.fromkeys(
        (one.name for one in shown.refusals if one.unreachable and one.name in standings), "dropped"
    )
    return standings
