"""A schema of OpenAPI -> JSON Schema: null as a type, bounds as numbers, no words of OpenAPI."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from toolsearch_cli.catalog.yaml_scalars import DATA_KEYS, OLD_SWITCHES

if TYPE_CHECKING:
    from collections.abc import Callable

    from toolsearch_cli.catalog.model import Json

_ONLY_OPENAPI: Final = frozenset(
    {"nullable", "x-nullable", "discriminator", "xml", "externalDocs", "readOnly", "writeOnly"}
)
_MAPS: Final = frozenset({"properties", "patternProperties", "$defs", "definitions"})
_NULL: Final[dict[str, Json]] = {"type": "null"}
_BOUNDS: Final = {"exclusiveMinimum": "minimum", "exclusiveMaximum": "maximum"}


def as_json_schema(schema: Json, renamed: Callable[[str], str]) -> tuple[Json, int]:
    """Return a schema as JSON Schema, and how many characters it takes, about.

    Properties that only an answer has (`readOnly`) are left out: this is what is sent.

    Args:
        schema: What the API has; it is not changed.
        renamed: Gives a reference its new spelling.
    """
    conversion = _Conversion(renamed)
    return conversion.converted(schema), conversion.size


class _Conversion:
    """Converts values of at most `MAX_DEPTH` levels, and counts their characters."""

    def __init__(self, renamed: Callable[[str], str]) -> None:
        self._renamed = renamed
        self.size = 0

    def converted(self, value: Json) -> Json:
        """Return a schema, or what stands where a schema might."""
        if isinstance(value, list):
            self.size += 2
            return [self.converted(item) for item in value]
        if isinstance(value, dict):
            self._count_keys(value)
            kept = {
                key: self._member(key, item)
                for key, item in _projected(value).items()
                if key not in _ONLY_OPENAPI
            }
            return _with_null(_with_bounds(_with_switch(kept)), value)
        self.size += _length(value)
        return value

    def _member(self, key: str, value: Json) -> Json:
        if key == "$ref" and isinstance(value, str):
            return self._renamed(value)
        if key in DATA_KEYS or key.startswith("x-"):
            self.size += _length(value)
            return value
        if key in _MAPS and isinstance(value, dict):
            self._count_keys(value)
            return {name: self.converted(item) for name, item in value.items()}
        return self.converted(value)

    def _count_keys(self, mapping: dict[str, Json]) -> None:
        self.size += 2 + sum(len(key) + 4 for key in mapping)


def _projected(schema: dict[str, Json]) -> dict[str, Json]:
    """Return a schema without its properties that are never sent."""
    properties = schema.get("properties")
    if not isinstance(properties, dict):
        return schema
    gone = {
        name
        for name, value in properties.items()
        if isinstance(value, dict) and value.get("readOnly") is True
    }
    if not gone:
        return schema
    sent = {name: value for name, value in properties.items() if name not in gone}
    projected: dict[str, Json] = {**schema, "properties": sent}
    if isinstance(required := schema.get("required"), list):
        projected["required"] = [
            name for name in required if not (isinstance(name, str) and name in gone)
        ]
    return projected


def _with_switch(schema: dict[str, Json]) -> dict[str, Json]:
    """Return a schema whose boolean has one as its default, however YAML 1.1 wrote it."""
    default = schema.get("default")
    if schema.get("type") == "boolean" and isinstance(default, str):
        schema["default"] = OLD_SWITCHES.get(default, default)
    return schema


def _with_bounds(schema: dict[str, Json]) -> dict[str, Json]:
    """Return a schema whose exclusive bounds are numbers, as they are since draft 6."""
    for key, bound in _BOUNDS.items():
        if isinstance(flag := schema.get(key), bool):
            del schema[key]
            if flag and bound in schema:
                schema[key] = schema.pop(bound)
    return schema


def _with_null(schema: dict[str, Json], written: dict[str, Json]) -> dict[str, Json]:
    """Return a schema that takes null, where OpenAPI 3.0 says `nullable`."""
    if not any(written.get(key) is True for key in ("nullable", "x-nullable")):
        return schema
    kind = schema.get("type")
    several = next((key for key in ("oneOf", "anyOf") if isinstance(schema.get(key), list)), None)
    if isinstance(kind, str):
        schema["type"] = [kind, "null"]
    elif isinstance(kind, list) and "null" not in kind:
        schema["type"] = [*kind, "null"]
    elif several is not None:
        _add_null(schema, several)
    elif "allOf" in schema:
        schema["anyOf"] = [{"allOf": schema.pop("allOf")}, dict(_NULL)]
    if isinstance(choices := schema.get("enum"), list) and None not in choices:
        schema["enum"] = [*choices, None]
    return schema


def _add_null(schema: dict[str, Json], key: str) -> None:
    choices = schema[key]
    if isinstance(choices, list) and _NULL not in choices:
        schema[key] = [*choices, dict(_NULL)]


def _length(value: Json) -> int:
    """Return about how many characters a value takes; it is at most 200 levels deep."""
    if isinstance(value, str):
        return len(value)
    if isinstance(value, list):
        return 2 + sum(map(_length, value))
    if isinstance(value, dict):
        return 2 + sum(len(key) + 4 + _length(item) for key, item in value.items())
    return 4
