"""Registration, step 5: objects get a type, properties and a `required` that names them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from toolsearch_cli.hosts.hermes.schemas.walking import (
    Settled,
    each_child,
    each_item,
    each_value,
    without,
)

if TYPE_CHECKING:
    from toolsearch_cli.catalog.model import Json

_NAME_MAPS = frozenset(
    {"properties", "patternProperties", "$defs", "definitions", "dependentSchemas"}
)


def repaired(node: dict[str, Json]) -> dict[str, Json]:
    """Repair one object, as releases before hermes@0.22 do to every object.

    A map of parameters is an object too: a parameter called `properties` or `required` makes
    the map gain a parameter `type` (the host's own slip, kept as it is).
    """
    node = _typed(node)
    if node.get("type") != "object":
        return node
    node = with_properties(node)
    required = node.get("required")
    if not isinstance(required, list):
        return node
    known = known_names(required, node)
    if known is required:
        return node
    return {**node, "required": known} if known else without(node, "required")


def repaired_in_position(value: Json, settled: Settled, *, root: bool = False) -> Json:
    """Repair objects as hermes@0.22 does: maps of names are no schemas, `required` is stored."""
    if isinstance(value, list):
        return each_item(value, lambda item: repaired_in_position(item, settled))
    if not isinstance(value, dict) or id(value) in settled:
        return value
    node = each_child(value, lambda key, child: _repaired_child(key, child, settled))
    if not (root or "properties" in node or "type" in node):
        return node
    node = _typed(node)
    return completed(node) if node.get("type") == "object" else node


def _repaired_child(key: str, child: Json, settled: Settled) -> Json:
    if key in _NAME_MAPS and isinstance(child, dict):
        return each_value(child, lambda entry: repaired_in_position(entry, settled))
    return repaired_in_position(child, settled)


def _typed(node: dict[str, Json]) -> dict[str, Json]:
    if node.get("type") or not ("properties" in node or "required" in node):
        return node
    return {**node, "type": "object"}


def completed(node: dict[str, Json]) -> dict[str, Json]:
    """Return an object schema with `properties` and a `required` list of known names."""
    node = with_properties(node)
    required = node.get("required")
    known = known_names(required, node) if isinstance(required, list) else []
    return node if known is required else {**node, "required": known}


def with_properties(node: dict[str, Json]) -> dict[str, Json]:
    """Return `node` with `properties`, empty unless there is an object."""
    return node if isinstance(node.get("properties"), dict) else {**node, "properties": {}}


def known_names(required: list[Json], node: dict[str, Json]) -> list[Json]:
    """Return the entries of `required` that name a property; the list itself if all do."""
    properties = node["properties"]
    names: dict[str, Json] = properties if isinstance(properties, dict) else {}
    known: list[Json] = [name for name in required if isinstance(name, str) and name in names]
    return required if len(known) == len(required) else known
