"""What the steps need not look at, found in one walk.

Most schemas need no change, and most parts of the others do not either. The survey errs on one
side only: what it calls settled is left as it is by every step, wherever it stands, and a step
that it does not call for changes nothing. What it does call for may still turn out to be nothing.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, Literal, NamedTuple, TypeAlias, get_args

from toolsearch_cli.hosts.hermes.schemas.positions import (
    DROPPED_AT_TOP,
    OLD_ROOT,
    UNIONS,
    positions_of,
)
from toolsearch_cli.hosts.hermes.schemas.renames import are_good
from toolsearch_cli.hosts.hermes.schemas.repair import known_names

if TYPE_CHECKING:
    from collections.abc import Set as AbstractSet

    from toolsearch_cli.catalog.model import Json
    from toolsearch_cli.hosts.hermes.releases import SchemaRules
    from toolsearch_cli.hosts.hermes.schemas.positions import Positions

Step: TypeAlias = Literal[
    "references", "unions", "constants", "repair", "pass", "late unions", "defaults"
]
"""What is done to a schema, in order; `late unions` are those that only the pass brings out."""
ALL_STEPS: Final[frozenset[Step]] = frozenset(get_args(Step))

_CONTAINERS: Final = frozenset({dict, list})
_PARTS_OF_OBJECTS: Final = frozenset(
    {"properties", "required", "$ref", "definitions", "dependencies"}
)
_NAMES_LIKE_KEYWORDS: Final = frozenset({"$ref", "definitions", "properties", "required"})


class Survey(NamedTuple):
    """What is known of a schema before the first step. Holds while that schema is alive."""

    settled: AbstractSet[int]
    """The `id` of each object that no step changes, below one that may change."""
    steps: AbstractSet[Step]
    """The steps that may have something to do; none when the whole schema is settled."""

    def without(self, *steps: Step) -> Survey:
        """Return the same survey after these steps were done."""
        return Survey(self.settled, self.steps - frozenset(steps))


_NOTHING_TO_DO: Final = Survey(frozenset(), frozenset())


def surveyed(schema: Json, rules: SchemaRules) -> Survey:
    """Look at the whole schema of a tool."""
    look = _Look(positions_of(rules))
    if isinstance(schema, dict):
        if schema.get("type") != "object" or not DROPPED_AT_TOP.isdisjoint(schema):
            look.steps |= ALL_STEPS
        look.at_node(schema)
        if not look.steps:
            return _NOTHING_TO_DO
    else:
        look.steps |= ALL_STEPS
        if isinstance(schema, list):
            look.at_list("", schema)
    settled = set(map(id, look.settled))
    settled.discard(id(schema))  # the root has rules of its own
    return Survey(settled, look.steps)


class _Look:
    """Each method says whether its argument is settled, and notes which steps it calls for."""

    __slots__ = ("positions", "settled", "steps")

    def __init__(self, positions: Positions) -> None:
        self.positions = positions
        self.settled: list[dict[str, Json]] = []
        self.steps: set[Step] = set()

    def at_node(self, node: dict[str, Json]) -> bool:
        # The hottest loop of the program: every object of every schema comes here.
        positions = self.positions
        settled = True
        for key, child in node.items():
            if isinstance(child, str):
                calm = key not in positions.schemas or self.unsettled("pass")
            elif isinstance(child, dict):
                calm = self.at_map(child) if key in positions.maps else self.at_node(child)
            else:
                calm = not isinstance(child, list) or self.at_list(key, child)
            settled = settled and calm
        if node.get("type") == "object" or not _PARTS_OF_OBJECTS.isdisjoint(node):
            settled = self.has_its_parts(node) and settled
        if settled:
            self.settled.append(node)
        return settled

    def unsettled(self, *steps: Step) -> bool:
        self.steps.update(steps)
        return False

    def has_its_parts(self, node: dict[str, Json]) -> bool:
        """Whether an object may stay, going by its own keys."""
        positions = self.positions
        found: set[Step] = set()
        if not _is_complete(node, strict=positions.strict):
            found |= {"repair", "pass"}
        if "$ref" in node or "definitions" in node:
            found |= _steps_about_references(node)
        if positions.strict and "dependencies" in node:
            found |= ALL_STEPS  # the steps do not agree whether it is a map
        if isinstance(node.get("required"), bool):
            found.add("pass")
        self.steps |= found
        return not found

    def at_map(self, names: dict[str, Json]) -> bool:
        settled = are_good(names)
        if not settled:
            self.steps.add("pass")
        # Several steps take a map for an object, so that some names would count as keywords.
        odd = not _NAMES_LIKE_KEYWORDS.isdisjoint(names)
        for name, child in names.items():
            if isinstance(child, dict):
                settled = self.at_node(child) and settled
            elif isinstance(child, list):
                self.at_list(name, child)
                odd = True
            else:
                odd = odd or isinstance(child, str)
        if odd:
            self.steps |= ALL_STEPS
        return settled and not odd

    def at_list(self, key: str, items: list[Json]) -> bool:
        types = set(map(type, items))
        settled = key != "type" and (str not in types or self.positions.is_literal(key))
        if not settled:
            self.steps.add("pass")
        if not _CONTAINERS.isdisjoint(types):
            for item in items:
                if isinstance(item, dict):
                    settled = self.at_node(item) and settled
                elif isinstance(item, list):
                    settled = self.at_list(key, item) and settled
        return (key not in UNIONS or self.at_union(items)) and settled

    def at_union(self, branches: list[Json]) -> bool:
        """Whether a union of these branches becomes no other schema."""
        found: set[Step] = set()
        nulls = 0
        for branch in branches:
            if isinstance(branch, dict):
                kind = branch.get("type")
                nulls += kind == "null"
                if "const" in branch:
                    found.add("constants")
                if isinstance(kind, list):
                    found.add("late unions")
            elif isinstance(branch, str):
                found.add("late unions")
        if nulls and nulls == len(branches) - 1:
            found.add("unions")
        self.steps |= found
        return not found


def _is_complete(node: dict[str, Json], *, strict: bool) -> bool:
    """Whether the parts of an object schema are there, and agree."""
    kind = node.get("type")
    if kind != "object":
        return bool(kind) or not ("properties" in node or "required" in node)
    if not isinstance(node.get("properties"), dict):
        return False
    required = node.get("required")
    if not isinstance(required, list):
        return not strict
    return (strict or bool(required)) and known_names(required, node) is required


def _steps_about_references(node: dict[str, Json]) -> set[Step]:
    """Say what is missing for references as the host leaves them."""
    found: set[Step] = set()
    reference = node.get("$ref")
    if "definitions" in node or (isinstance(reference, str) and reference.startswith(OLD_ROOT)):
        found.add("references")
    if "$ref" in node and "default" in node:
        found.add("defaults")
    return found
