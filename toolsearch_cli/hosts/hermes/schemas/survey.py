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
from toolsearch_cli.hosts.hermes.schemas.repair import known_names

if TYPE_CHECKING:
    from collections.abc import Set as AbstractSet

    from toolsearch_cli.catalog.model import Json
    from toolsearch_cli.hosts.hermes.releases import SchemaRules
    from toolsearch_cli.hosts.hermes.schemas.positions import Positions

_ABOUT_REFERENCES = frozenset({"$ref", "definitions"})
_NAMES_LIKE_KEYWORDS = frozenset({"$ref", "definitions", "properties", "required"})


@dataclass(frozen=True, slots=True)
class Survey:
    """What is known of a schema before the first step. Holds while that schema is alive."""

    settled: AbstractSet[int]
    """The `id` of each object that no step changes."""
    keys: AbstractSet[str]
    """All keys of the other objects, and `const` if a branch of a union has it.

    Enough to tell which steps are needed: no step adds a key that another one looks for, except
    `anyOf` without a null branch, which no later step changes.
    """

    def leaves(self, schema: Json) -> bool:
        """Whether every step leaves this schema, or part of one, as it is."""
        return id(schema) in self.settled

    def has_any(self, keywords: AbstractSet[str]) -> bool:
        """Whether a step that is about one of these keywords may have something to do."""
        return not self.keys.isdisjoint(keywords)


def surveyed(schema: Json, rules: SchemaRules) -> Survey:
    """Look at the whole schema of a tool."""
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
                if key in positions.schemas:
                    settled = False
            elif not self.at_child(key, child):
                settled = False
        if settled and _is_complete(node, strict=positions.strict) and _has_no_old_reference(node):
            self.settled.add(id(node))
            return True
        self.keys.update(node)
        return False

    def at_child(self, key: str, child: Json) -> bool:
        if isinstance(child, dict):
            return self.at_map(child) if key in self.positions.maps else self.at_node(child)
        if isinstance(child, list):
            return self.at_list(key, child)
        return key != "required"

    def at_map(self, names: dict[str, Json]) -> bool:
        # Several steps take a map for an object, so that some names would count as keywords.
        settled = are_good(names) and _NAMES_LIKE_KEYWORDS.isdisjoint(names)
        for name, child in names.items():
            if isinstance(child, dict):
                calm = self.at_node(child)
            elif isinstance(child, list):
                self.at_list(name, child)
                calm = False
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
            if isinstance(item, str):
                calm = literal
            elif isinstance(item, dict):
                calm = self.at_node(item) and not (key in UNIONS and self.may_merge(item))
            elif isinstance(item, list):
                calm = self.at_list(key, item)
            else:
                continue
            settled = settled and calm
        return settled

    def may_merge(self, branch: dict[str, Json]) -> bool:
        """Whether a union with this branch may become one schema."""
        if "const" in branch:
            self.keys.add("const")
            return True
        return branch.get("type") == "null"


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


def _has_no_old_reference(node: dict[str, Json]) -> bool:
    """Whether references are as the host leaves them: into `$defs`, without a default."""
    if _ABOUT_REFERENCES.isdisjoint(node):
        return True
    if "definitions" in node or "default" in node:
        return False
    reference = node.get("$ref")
    return not (isinstance(reference, str) and reference.startswith(OLD_ROOT))
