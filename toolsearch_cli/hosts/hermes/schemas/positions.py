"""Which keyword of a schema holds what, in the eyes of each release."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from toolsearch_cli.hosts.hermes.releases import SchemaRules

UNIONS = ("anyOf", "oneOf")
"""The unions that may become one schema, in the order they are tried."""
DROPPED_AT_TOP = frozenset({"allOf", "anyOf", "oneOf", "enum", "not"})
OLD_ROOT = "#/definitions/"
NEW_ROOT = "#/$defs/"


class Positions(NamedTuple):
    """Where the sanitiser finds schemas; `type` holds none and has a rule of its own."""

    strict: bool
    """hermes@0.22: every keyword not named here is literal."""
    schemas: frozenset[str]
    """A schema, or a list of schemas; a string there is a schema too."""
    maps: frozenset[str]
    """An object whose keys are names and whose values are schemas."""
    literals: frozenset[str] = frozenset()
    """Before hermes@0.22: data. Objects and lists under any other keyword pass for schemas."""

    def is_literal(self, key: str) -> bool:
        """Whether a list under `key` is data, never a list of schemas."""
        return key not in self.schemas if self.strict else key in self.literals


_STRICT = Positions(
    strict=True,
    schemas=frozenset(
        {
            *("items", "prefixItems", "additionalItems", "unevaluatedItems", "contains"),
            *("additionalProperties", "unevaluatedProperties", "propertyNames"),
            *("anyOf", "oneOf", "allOf", "not", "if", "then", "else"),
        }
    ),
    maps=frozenset({"properties", "$defs", "definitions", "patternProperties", "dependentSchemas"}),
)
_LOOSE = Positions(
    strict=False,
    schemas=frozenset({"items", "additionalProperties"}),
    maps=frozenset({"properties", "$defs", "definitions"}),
    literals=frozenset({"required", "enum", "examples", "dependentRequired"}),
)
_LOOSEST = Positions(
    strict=False,
    schemas=_LOOSE.schemas,
    maps=_LOOSE.maps,
    literals=_LOOSE.literals - {"dependentRequired"},
)


def positions_of(rules: SchemaRules) -> Positions:
    """Return the positions of the release with these rules."""
    if rules.strict_positions:
        return _STRICT
    return _LOOSE if rules.literal_dependent_required else _LOOSEST
