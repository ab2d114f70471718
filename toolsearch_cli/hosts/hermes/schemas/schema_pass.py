"""Sanitiser, step 2: the pass over everything that stands where a schema is expected."""

from __future__ import annotations

from typing import TYPE_CHECKING

from toolsearch_cli.hosts.hermes.schemas.positions import positions_of
from toolsearch_cli.hosts.hermes.schemas.renames import with_good_names
from toolsearch_cli.hosts.hermes.schemas.repair import completed, known_names, with_properties
from toolsearch_cli.hosts.hermes.schemas.walking import (
    Settled,
    each_child,
    each_item,
    each_value,
    without,
)

if TYPE_CHECKING:
    from toolsearch_cli.catalog.model import Json
    from toolsearch_cli.hosts.hermes.releases import SchemaRules

_TYPES = frozenset({"string", "number", "integer", "boolean", "array", "null"})
"""Strings that are schemas of their own; any other one means an object."""


class SchemaPass:
    """One pass with the rules of one release."""

    def __init__(self, rules: SchemaRules, settled: Settled) -> None:
        self._rules = rules
        self._positions = positions_of(rules)
        self._settled = settled

    def schema(self, value: Json) -> Json:
        """Sanitise a value in schema position."""
        if isinstance(value, dict):
            return value if id(value) in self._settled else self.node(value)
        if isinstance(value, list):
            return each_item(value, self.schema)
        if isinstance(value, str):
            return {"type": value} if value in _TYPES else self.empty_object()
        return value

    def node(self, source: dict[str, Json]) -> dict[str, Json]:
        """Sanitise a schema that is an object."""
        node = with_good_names(source) if self._rules.rename_keys else source
        walked = with_one_type(each_child(node, self._child))
        if self._positions.strict:
            walked = with_flagged(walked, flagged(node))
        return self._finished(walked) if walked.get("type") == "object" else walked

    def empty_object(self) -> dict[str, Json]:
        """Return the schema of an object of which nothing is known."""
        empty: dict[str, Json] = {"type": "object", "properties": {}}
        return empty | {"required": []} if self._positions.strict else empty

    def _child(self, key: str, child: Json) -> Json:
        positions = self._positions
        if key in positions.schemas:
            return self.schema(child)
        if isinstance(child, dict):
            if key in positions.maps:
                return each_value(child, self.schema)
            if positions.strict and key == "dependencies":
                return each_value(child, self._dependency)
        elif not isinstance(child, list) or key == "type":
            return child
        return child if positions.is_literal(key) else self.schema(child)

    def _dependency(self, child: Json) -> Json:
        return self.schema(child) if isinstance(child, dict) else child

    def _finished(self, node: dict[str, Json]) -> dict[str, Json]:
        if self._positions.strict:
            return completed(node)
        node = with_properties(node)
        required = node.get("required")
        if not isinstance(required, list):
            return node
        known = known_names(required, node)
        if not known:
            return without(node, "required")
        return node if known is required else {**node, "required": known}


def with_one_type(node: dict[str, Json]) -> dict[str, Json]:
    """Turn a list of types into one type, or into a union, and `nullable`.

    The new keys stand where `type` stood. Of two values for one key the later in the source
    wins, in the place of the earlier.
    """
    listed = node.get("type")
    if not isinstance(listed, list):
        return node
    single: dict[str, Json] = {}
    for key, child in node.items():
        if key == "type":
            _add_types(single, listed)
        else:
            single[key] = child
    return single


def _add_types(node: dict[str, Json], listed: list[Json]) -> None:
    types = [name for name in listed if isinstance(name, str) and name != "null"]
    if not types:
        node["type"] = "null" if "null" in listed else "object"
        return
    if len(types) == 1:
        node["type"] = types[0]
    else:
        node["anyOf"] = [{"type": name} for name in types]
    if "null" in listed:
        node.setdefault("nullable", True)


def flagged(node: dict[str, Json]) -> list[str]:
    """Return the properties that say `required: true` of themselves."""
    properties = node.get("properties")
    if not isinstance(properties, dict):
        return []
    return [
        name
        for name, child in properties.items()
        if isinstance(child, dict) and child.get("required") is True
    ]


def with_flagged(node: dict[str, Json], names: list[str]) -> dict[str, Json]:
    """Drop a `required` that is true or false, and add `names` to the list."""
    required = node.get("required")
    if isinstance(required, bool):
        node = without(node, "required")
    listed: list[Json] = required if isinstance(required, list) else []
    missing = [name for name in names if name not in listed]
    return {**node, "required": [*listed, *missing]} if missing else node
