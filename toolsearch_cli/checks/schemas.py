"""Walks over an input schema as published: whatever it holds, however odd."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Mapping

    from toolsearch_cli.catalog.model import Catalog, Json, Tool

_LITERALS = frozenset({"default", "const", "enum", "example", "examples", "required"})
"""Keywords whose value is data, whatever it looks like."""
_NAME_MAPS = frozenset(
    {"properties", "patternProperties", "$defs", "definitions", "dependentSchemas"}
)
"""Keywords whose value has names for keys and schemas for values."""


class Node(NamedTuple):
    """One schema inside another."""

    path: str
    """How one would say it: empty for the top, `filter.state`, `items[]`."""
    schema: Mapping[str, Json]


def nodes(schema: Json) -> list[Node]:
    """Return every object that stands where a schema does, the top first."""
    found: list[Node] = []
    waiting: list[tuple[str, Json]] = [("", schema)]
    while waiting:
        path, value = waiting.pop()
        if isinstance(value, list):
            waiting += [(path, part) for part in reversed(value) if isinstance(part, (dict, list))]
        elif isinstance(value, dict):
            found.append(Node(path, value))
            waiting += reversed(_parts(path, value))
    return found


@lru_cache(maxsize=2)
def published_nodes(catalog: Catalog) -> Mapping[Tool, list[Node]]:
    """Return the nodes of every input schema of a catalog: several rules look at them."""
    return {tool: nodes(tool.input_schema) for source in catalog.sources for tool in source.tools}


def _parts(path: str, schema: Mapping[str, Json]) -> list[tuple[str, Json]]:
    parts: list[tuple[str, Json]] = []
    for key, value in schema.items():
        if not isinstance(value, (dict, list)):
            continue
        if key in _NAME_MAPS and isinstance(value, dict):
            start = f"{path}." if path else ""
            parts += [(start + name, part) for name, part in value.items()]
        elif key not in _LITERALS:
            parts.append((f"{path}[]" if key == "items" else path, value))
    return parts


def property_paths(of_schema: list[Node]) -> set[str]:
    """Return the path of every property, at any depth."""
    return {
        f"{node.path}.{name}" if node.path else name
        for node in of_schema
        for name in properties_of(node.schema)
    }


def properties_of(schema: Mapping[str, Json]) -> Mapping[str, Json]:
    """Return the properties of one object schema; none where they are no mapping."""
    properties = schema.get("properties")
    return properties if isinstance(properties, dict) else {}
