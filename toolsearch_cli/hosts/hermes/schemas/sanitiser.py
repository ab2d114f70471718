"""What Hermes does to the parameters of every tool before a model sees them.

The steps and their order are the host's, and so is the place of every key.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING

from toolsearch_cli.hosts.hermes.schemas.renames import with_good_names
from toolsearch_cli.hosts.hermes.schemas.repair import (
    completed,
    known_names,
    with_properties,
    without,
)
from toolsearch_cli.hosts.hermes.schemas.unions import without_nullable_union
from toolsearch_cli.hosts.hermes.schemas.walking import bottom_up, each

if TYPE_CHECKING:
    from toolsearch_cli.catalog.model import Json
    from toolsearch_cli.hosts.hermes.releases import SchemaRules

_DROPPED_AT_TOP = ("allOf", "anyOf", "oneOf", "enum", "not")
_TYPES = frozenset({"string", "number", "integer", "boolean", "array", "null"})


@dataclass(frozen=True, slots=True, kw_only=True)
class _Positions:
    """Which keywords hold schemas; `type` holds none and has a rule of its own."""

    schemas: frozenset[str]
    """A schema, or a list of schemas; a string there is one too."""
    maps: frozenset[str]
    """An object whose keys are names and whose values are schemas."""
    literals: frozenset[str] = frozenset()
    """Data, whatever it looks like."""


_STRICT = _Positions(
    schemas=frozenset(
        {
            *("items", "additionalProperties", "anyOf", "oneOf", "allOf", "additionalItems"),
            *("unevaluatedItems", "unevaluatedProperties", "contains", "propertyNames"),
            *("not", "if", "then", "else", "prefixItems"),
        }
    ),
    maps=frozenset({"properties", "$defs", "definitions", "patternProperties", "dependentSchemas"}),
)
"""hermes@0.22: every other keyword is literal."""
_LOOSE = _Positions(
    schemas=frozenset({"items", "additionalProperties"}),
    maps=frozenset({"properties", "$defs", "definitions"}),
    literals=frozenset({"required", "enum", "examples", "dependentRequired"}),
)
"""Before: objects and lists under every other keyword are taken for schemas, strings are not."""


def as_sanitised(parameters: Json, rules: SchemaRules) -> dict[str, Json]:
    """Return the parameters that the host puts into the definition."""
    if not isinstance(parameters, dict):
        return _empty_object(rules)
    node = _at_top(_sanitised_node(parameters, rules), rules)
    walked = bottom_up(node, without_nullable_union)
    node = walked if isinstance(walked, dict) else node
    for key in _DROPPED_AT_TOP:
        if key in node:
            node = without(node, key)
    walked = bottom_up(node, _without_default_of_reference)
    return walked if isinstance(walked, dict) else node


def _at_top(node: dict[str, Json], rules: SchemaRules) -> dict[str, Json]:
    if node.get("type") != "object":
        node = {**node, "type": "object"}
    node = with_properties(node)
    if rules.strict_positions and not isinstance(node.get("required"), list):
        node = {**node, "required": []}
    return node


def _without_default_of_reference(node: dict[str, Json]) -> dict[str, Json]:
    return without(node, "default") if "$ref" in node and "default" in node else node


def _sanitised(value: Json, rules: SchemaRules) -> Json:
    """Sanitise a value that stands where a schema is expected."""
    if isinstance(value, dict):
        return _sanitised_node(value, rules)
    if isinstance(value, list):
        return each(value, partial(_sanitised, rules=rules))
    if isinstance(value, str):
        return {"type": value} if value in _TYPES else _empty_object(rules)
    return value


def _sanitised_node(source: dict[str, Json], rules: SchemaRules) -> dict[str, Json]:
    node = with_good_names(source) if rules.rename_keys else source
    changed: dict[str, Json] = {}
    for key, child in node.items():
        walked = _sanitised_child(key, child, rules)
        if walked is not child:
            changed[key] = walked
    flagged = _flagged(node) if rules.strict_positions else []
    if changed:
        node = {**node, **changed}
    node = _with_one_type(node)
    if rules.strict_positions:
        node = _with_flagged(node, flagged)
    return _with_object_parts(node, rules) if node.get("type") == "object" else node


def _sanitised_child(key: str, child: Json, rules: SchemaRules) -> Json:
    positions = _STRICT if rules.strict_positions else _LOOSE
    if key in positions.schemas:
        return _sanitised(child, rules)
    if not isinstance(child, (dict, list)) or (key == "type" and isinstance(child, list)):
        return child
    if isinstance(child, dict) and key in positions.maps:
        return _sanitised_map(child, rules)
    if rules.strict_positions:
        return _sanitised_dependencies(key, child, rules)
    if key in positions.literals and (
        key != "dependentRequired" or rules.literal_dependent_required
    ):
        return child
    return _sanitised(child, rules)


def _sanitised_dependencies(key: str, child: Json, rules: SchemaRules) -> Json:
    if key != "dependencies" or not isinstance(child, dict):
        return child
    schemas: dict[str, Json] = {name: it for name, it in child.items() if isinstance(it, dict)}
    walked = _sanitised_map(schemas, rules)
    return child if walked is schemas else {**child, **walked}


def _sanitised_map(names: dict[str, Json], rules: SchemaRules) -> dict[str, Json]:
    changed: dict[str, Json] = {}
    for name, child in names.items():
        walked = _sanitised(child, rules)
        if walked is not child:
            changed[name] = walked
    return {**names, **changed} if changed else names


def _with_one_type(node: dict[str, Json]) -> dict[str, Json]:
    """Turn a list of types into one type, or into a union, and `nullable`."""
    listed = node.get("type")
    if not isinstance(listed, list):
        return node
    types = [name for name in listed if isinstance(name, str) and name != "null"]
    nullable = "null" in listed
    single: dict[str, Json] = {}
    for key, child in node.items():
        if key != "type":
            single[key] = child
        elif not types:
            single["type"] = "null" if nullable else "object"
        else:
            if len(types) == 1:
                single["type"] = types[0]
            else:
                single["anyOf"] = [{"type": name} for name in types]
            if nullable:
                single.setdefault("nullable", True)
    return single


def _flagged(node: dict[str, Json]) -> list[str]:
    """Return the parameters that say of themselves `required: true`."""
    properties = node.get("properties")
    if not isinstance(properties, dict):
        return []
    return [
        name
        for name, child in properties.items()
        if isinstance(child, dict) and child.get("required") is True
    ]


def _with_flagged(node: dict[str, Json], flagged: list[str]) -> dict[str, Json]:
    required = node.get("required")
    if isinstance(required, bool):
        node = without(node, "required")
    missing: list[Json] = [
        name for name in flagged if not (isinstance(required, list) and name in required)
    ]
    if not missing:
        return node
    return {**node, "required": [*(required if isinstance(required, list) else []), *missing]}


def _with_object_parts(node: dict[str, Json], rules: SchemaRules) -> dict[str, Json]:
    if rules.strict_positions:
        return completed(node)
    node = with_properties(node)
    required = node.get("required")
    if not isinstance(required, list):
        return node
    known = known_names(required, node)
    if not known:
        return without(node, "required")
    return node if known is required else {**node, "required": known}


def _empty_object(rules: SchemaRules) -> dict[str, Json]:
    empty: dict[str, Json] = {"type": "object", "properties": {}}
    return empty | {"required": []} if rules.strict_positions else empty
