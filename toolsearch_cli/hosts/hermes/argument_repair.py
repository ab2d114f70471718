"""What Hermes makes of a call's arguments before the tool gets them, guided by the tool's schema.

The schema is the one that the registry holds, not the one that the model saw: names of properties
are mapped back to it first. Then a text stands for what it says where the schema wants no text
(`"5"`, `"true"`, `"[1]"`, `"null"`), and one value stands for a list of one. What is not plain is
left alone. From the source of the releases (`coerce_tool_args`); the schema of a property is
looked at by its own `type`, behind no reference.
"""

from __future__ import annotations

import json
import math
from typing import TYPE_CHECKING, Final

from toolsearch_cli.hosts.hermes.schemas.renames import new_names

if TYPE_CHECKING:
    from toolsearch_cli.catalog.model import Json
    from toolsearch_cli.hosts.calls import Arguments
    from toolsearch_cli.hosts.hermes.releases import Release

_BRANCHES: Final = ("anyOf", "oneOf", "allOf")
_BOOLEANS: Final = {"true": True, "false": False}


def repaired(arguments: Arguments, schema: Json, release: Release) -> Arguments:
    """Return the arguments as the tool gets them.

    Args:
        arguments: As the model sent them.
        schema: What the registry holds for the tool.
        release: Whether it renames properties, and whether a blank text is an empty object.
    """
    properties = _properties(schema)
    if not arguments or not properties:
        return arguments
    sent = with_own_names(arguments, schema) if release.schemas.rename_keys else arguments
    blank = release.calls.blank_is_none
    return {key: _argument(value, properties.get(key), blank=blank) for key, value in sent.items()}


def with_own_names(arguments: Arguments, schema: Json) -> Arguments:
    """Return the arguments under the names that the tool's server gave its properties."""
    properties = _properties(schema)
    if properties is None:
        return arguments
    own = {shown: name for name, shown in new_names(properties).items()}
    named: Arguments = {}
    for key, value in arguments.items():
        name = own.get(key, key)
        named[name] = _own_names_below(value, properties.get(name))
    return named


def _own_names_below(value: Json, schema: Json) -> Json:
    if not isinstance(schema, dict):
        return value
    if isinstance(value, dict):
        return with_own_names(value, schema)
    items = schema.get("items")
    if isinstance(value, list) and isinstance(items, dict):
        return [with_own_names(one, items) if isinstance(one, dict) else one for one in value]
    return value


def _properties(schema: Json) -> dict[str, Json] | None:
    properties = schema.get("properties") if isinstance(schema, dict) else None
    return properties if isinstance(properties, dict) else None


def _argument(value: Json, schema: Json, *, blank: bool) -> Json:
    if not isinstance(schema, dict):
        return value
    wanted = schema.get("type")
    if wanted == "array" and value is not None and not isinstance(value, list):
        read = _read(value, wanted, schema, blank=blank) if isinstance(value, str) else value
        return [value] if read is value else read
    if isinstance(value, str):
        read = _read(value, wanted, schema, blank=blank)
        return value if read is value else _below(read, schema, blank=blank)
    fits = (wanted == "array" and isinstance(value, list)) or (
        wanted == "object" and isinstance(value, dict)
    )
    return _below(value, schema, blank=blank) if fits else value


def _read(text: str, wanted: Json, schema: dict[str, Json], *, blank: bool) -> Json:
    """Return what a text says where `wanted` is the type; the text itself: nothing else."""
    if _takes_null(schema) and text.strip().lower() == "null":
        return None
    empty = blank and not text.strip() and not schema.get("required")
    kinds = wanted if isinstance(wanted, list) else [wanted]
    readings = ({} if empty and kind == "object" else _as(kind, text) for kind in kinds)
    return next((one for one in readings if one is not text), text)


def _as(wanted: Json, text: str) -> Json:
    match wanted:
        case "integer" | "number":
            return _number(text, whole=wanted == "integer")
        case "boolean":
            return _BOOLEANS.get(text.strip().lower(), text)
        case "array" | "object":
            return _container(text, is_list=wanted == "array")
        case _:
            return text


def _takes_null(schema: dict[str, Json]) -> bool:
    kinds = schema.get("type")
    if kinds == "null" or (isinstance(kinds, list) and "null" in kinds):
        return True
    if schema.get("nullable") is True:
        return True
    branches = (schema.get(key) for key in ("anyOf", "oneOf"))
    return any(
        isinstance(one, dict) and one.get("type") == "null"
        for several in branches
        if isinstance(several, list)
        for one in several
    )


def _number(text: str, *, whole: bool) -> Json:
    try:
        number = float(text)
    except ValueError:
        return text
    if not math.isfinite(number):
        return text
    if number.is_integer():
        return int(number)
    return text if whole else number


def _container(text: str, *, is_list: bool) -> Json:
    try:
        read: Json = json.loads(text)
    except (ValueError, RecursionError):
        return text
    fits = isinstance(read, list) if is_list else isinstance(read, dict)
    return read if fits else text


def _below(value: Json, schema: Json, *, blank: bool) -> Json:
    """Return a value with the lists and objects in it that were sent as JSON text."""
    if not isinstance(schema, dict):
        return value
    if isinstance(value, str):
        value = _nested(value, schema, blank=blank)
    items, properties = schema.get("items"), _properties(schema)
    if isinstance(value, list) and isinstance(items, dict):
        return [_below(one, items, blank=blank) for one in value]
    if isinstance(value, dict) and properties is not None:
        return {key: _below(one, properties.get(key), blank=blank) for key, one in value.items()}
    return value


def _nested(text: str, schema: dict[str, Json], *, blank: bool) -> Json:
    trimmed = text.strip()
    if blank and schema.get("type") == "object" and not trimmed and not schema.get("required"):
        return {}
    for opening, kind in (("[", "array"), ("{", "object")):
        if trimmed.startswith(opening) and _takes(schema, kind):
            read = _container(trimmed, is_list=kind == "array")
            return text if read is trimmed else read
    return text


def _takes(schema: Json, kind: str) -> bool:
    """Say whether a schema allows a type, by its own word or that of a branch."""
    if not isinstance(schema, dict):
        return False
    kinds = schema.get("type")
    if kinds == kind or (isinstance(kinds, list) and kind in kinds):
        return True
    branches = (schema.get(key) for key in _BRANCHES)
    return any(
        _takes(one, kind) for several in branches if isinstance(several, list) for one in several
    )
