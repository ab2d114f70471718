"""What the steps need not look at, found in one walk.

Most schemas need no change, and most parts of the others do not either. The survey errs on one
side only: what it calls settled is left as it is by every step, wherever it stands; what it does
not may still turn out to need nothing.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from toolsearch_cli.hosts.hermes.schemas.positions import (
    DROPPED_AT_TOP,
    OLD_ROOT,
    UNIONS,
    positions_of,
)
from toolsearch_cli.hosts.hermes.schemas.renames import are_good

if TYPE_CHECKING:
    from collections.abc import Set as AbstractSet

    from toolsearch_cli.catalog.model import Json
    from toolsearch_cli.hosts.hermes.releases import SchemaRules
    from toolsearch_cli.hosts.hermes.schemas.positions import Positions

_RARE = frozenset({"$ref", "definitions"})
_NAMES_LIKE_KEYWORDS = frozenset({"$ref", "definitions", "properties", "required"})


@dataclass(frozen=True, slots=True)
class Survey:
    """What is known of a schema before the first step. Holds while that schema is alive."""

    settled: AbstractSet[int]
    """The `id` of each object that no step changes."""
    keys: AbstractSet[str]
    """All keys of the other objects. Steps add none that would call for an earlier step."""

    def leaves(self, schema: Json) -> bool:
        """Whether no step changes this schema or part of a schema."""
        return id(schema) in self.settled

    def has_any(self, keywords: AbstractSet[str]) -> bool:
        """Whether a step that is about one of these keywords may have something to do."""
        return not self.keys.isdisjoint(keywords)


def surveyed(schema: Json, rules: SchemaRules) -> Survey:
    """Look at a whole schema, or at the parameters of a tool."""
    look = _Look(positions_of(rules))
    if isinstance(schema, dict):
        look.at_node(schema)
        if schema.get("type") != "object" or not DROPPED_AT_TOP.isdisjoint(schema):
            look.settled.discard(id(schema))
            look.keys.update(schema)
    elif isinstance(schema, list):
        look.at_list("", schema)
    return Survey(look.settled, look.keys)


class _Look:
    """Each method says whether its argument is settled, and notes what it found inside."""

    __slots__ = ("keys", "positions", "settled")

    def __init__(self, positions: Positions) -> None:
        self.positions = positions
        self.settled: set[int] = set()
        self.keys: set[str] = set()

    def at_node(self, node: dict[str, Json]) -> bool:
        settled = True
        positions = self.positions
        for key, child in node.items():
            if isinstance(child, str):
                calm = key not in positions.schemas
            elif isinstance(child, dict):
                calm = self.at_map(child) if key in positions.maps else self.at_node(child)
            elif isinstance(child, list):
                calm = self.at_list(key, child)
            else:
                calm = key != "required"
            settled = settled and calm
        if settled and _is_complete(node, strict=positions.strict) and _has_plain_references(node):
            self.settled.add(id(node))
            return True
        self.keys.update(node)
        return False

    def at_map(self, names: dict[str, Json]) -> bool:
        # Several steps take a map for an object, so that some names would count as keywords.
        settled = are_good(names) and _NAMES_LIKE_KEYWORDS.isdisjoint(names)
        for child in names.values():
            if isinstance(child, dict):
                calm = self.at_node(child)
            elif isinstance(child, list):
                calm = self.at_list("", child) and not child
            else:
                calm = not isinstance(child, str)
            settled = settled and calm
        if not settled:
            self.keys.update(names)
        return settled

    def at_list(self, key: str, items: list[Json]) -> bool:
        settled = key != "type"
        literal = self.positions.is_literal(key)
        for item in items:
            if isinstance(item, dict):
                calm = self.at_node(item) and not (key in UNIONS and _may_merge(item))
            elif isinstance(item, list):
                calm = self.at_list(key, item)
            else:
                calm = literal or not isinstance(item, str)
            settled = settled and calm
        return settled


def _may_merge(branch: dict[str, Json]) -> bool:
    """Whether a union with this branch may become one schema."""
    return "const" in branch or branch.get("type") == "null"


def _is_complete(node: dict[str, Json], *, strict: bool) -> bool:
    """Whether the parts of an object schema are there, and agree."""
    kind = node.get("type")
    if kind != "object":
        return bool(kind) or not ("properties" in node or "required" in node)
    properties = node.get("properties")
    if not isinstance(properties, dict):
        return False
    required = node.get("required")
    if not isinstance(required, list):
        return not strict
    if not (required or strict):
        return False
    return all(isinstance(name, str) and name in properties for name in required)


def _has_plain_references(node: dict[str, Json]) -> bool:
    if _RARE.isdisjoint(node):
        return True
    if "definitions" in node or "default" in node:
        return False
    reference = node.get("$ref")
    return not (isinstance(reference, str) and reference.startswith(OLD_ROOT))
