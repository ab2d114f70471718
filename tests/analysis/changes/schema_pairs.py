"""Pairs of schemas with the changes that each must give, and the places to put them in."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from collections.abc import Callable

    from toolsearch_cli.analysis.changes.values import ChangeKind

Schema = Any

TEXT: Final = {"type": "string"}
WHOLE: Final = {"type": "integer"}
NULL: Final = {"type": "null"}


def fields(*required: str, **properties: Schema) -> dict[str, Schema]:
    """Return an object schema."""
    return {"type": "object", "properties": properties, "required": list(required)}


@dataclass(frozen=True)
class Pair:
    """Two schemas of one argument."""

    name: str
    old: Schema
    new: Schema
    expected: dict[ChangeKind, str]
    """Each change, with the place below the argument."""


def pair(name: str, old: Schema, new: Schema, **expected: str) -> Pair:
    kinds: Any = {kind.replace("_", "-"): place for kind, place in expected.items()}
    return Pair(name, old, new, kinds)


def tagged(kind: str, **properties: Schema) -> dict[str, Schema]:
    return fields("kind", kind={"const": kind}, **properties)


STRUCTURE: Final = (
    pair("argument gone", fields(a=TEXT, b=WHOLE), fields(a=TEXT), argument_removed=".b"),
    pair("argument new", fields(a=TEXT), fields(a=TEXT, b=WHOLE), argument_added=".b"),
    pair(
        "argument new and required",
        fields("a", a=TEXT),
        fields("a", "b", a=TEXT, b=WHOLE),
        required_argument_added=".b",
    ),
    pair("optional becomes required", fields(a=TEXT), fields("a", a=TEXT), argument_required=".a"),
    pair("required becomes optional", fields("a", a=TEXT), fields(a=TEXT), argument_optional=".a"),
    pair(
        "required, but not among the properties",
        fields(a=TEXT),
        fields("b", a=TEXT),
        argument_required=".b",
    ),
    pair(
        "argument renamed",
        fields(a={**TEXT, "description": "Who", "title": "A"}),
        fields(b={**TEXT, "description": "Who", "title": "B"}),
        argument_renamed=".b",
    ),
    pair(
        "closed to others",
        {"type": "object"},
        {"type": "object", "additionalProperties": False},
        arguments_closed="",
    ),
    pair(
        "opened to others",
        {"type": "object", "unevaluatedProperties": False},
        {"type": "object"},
        arguments_opened="",
    ),
    pair(
        "others get a type",
        {"type": "object", "additionalProperties": True},
        {"type": "object", "additionalProperties": TEXT},
        type_narrowed=".*",
    ),
    pair(
        "others by pattern get another type",
        {"type": "object", "patternProperties": {"^x": {"type": ["string", "null"]}}},
        {"type": "object", "patternProperties": {"^x": TEXT}},
        type_narrowed="./^x/",
    ),
)

TYPES: Final = (
    pair("one type less", {"type": ["string", "null"]}, TEXT, type_narrowed=""),
    pair("another type", TEXT, WHOLE, type_narrowed=""),
    pair("a type where there was none", {}, TEXT, type_narrowed=""),
    pair("number to integer", {"type": "number"}, WHOLE, type_narrowed=""),
    pair("integer to number", WHOLE, {"type": "number"}, type_widened=""),
    pair("one type more", TEXT, {"type": ["string", "null"]}, type_widened=""),
    pair("null no more", {**TEXT, "nullable": True}, TEXT, type_narrowed=""),
    pair("nothing allowed", TEXT, False, type_narrowed=""),
    pair("value gone", {"enum": ["a", "b"]}, {"enum": ["b"]}, value_removed=""),
    pair("value new", {"enum": ["a"]}, {"enum": ["b", "a"]}, value_added=""),
    pair("another constant", {"const": 1}, {"const": 2}, value_removed="", value_added=""),
    pair("1 is not true", {"enum": [1]}, {"enum": [True]}, value_removed="", value_added=""),
    pair("values listed", TEXT, {**TEXT, "enum": ["a"]}, values_closed=""),
    pair("values no longer listed", {**TEXT, "enum": ["a"]}, TEXT, values_opened=""),
    pair(
        "constants instead of a list",
        {"enum": ["a", "b"]},
        {"anyOf": [{"const": "a"}, {"const": "c"}]},
        value_removed="",
        value_added="",
    ),
    pair("branch gone", {"anyOf": [TEXT, NULL]}, TEXT, alternative_removed=""),
    pair("branch new", TEXT, {"oneOf": [TEXT, NULL]}, alternative_added=""),
    pair(
        "inside a branch that its constant names",
        {"anyOf": [tagged("x", n=WHOLE), tagged("y", n=TEXT)]},
        {"anyOf": [tagged("y", n=TEXT), tagged("x", n=TEXT)]},
        type_narrowed=".n",
    ),
    pair(
        "items narrowed",
        {"type": "array"},
        {"type": "array", "items": TEXT},
        type_narrowed="[]",
    ),
    pair(
        "one item of a tuple narrowed",
        {"type": "array", "prefixItems": [TEXT, {"type": ["string", "integer"]}]},
        {"type": "array", "prefixItems": [TEXT, WHOLE]},
        type_narrowed="[1]",
    ),
    pair(
        "through allOf",
        {"allOf": [{"type": "object"}, {"properties": {"a": TEXT}}]},
        {"allOf": [{"type": "object"}, {"properties": {"a": TEXT}, "required": ["a"]}]},
        argument_required=".a",
    ),
)

CONSTRAINTS: Final = (
    pair("maximum new", WHOLE, {**WHOLE, "maximum": 9}, constraint_tightened=""),
    pair(
        "maximum lower", {**WHOLE, "maximum": 9}, {**WHOLE, "maximum": 5}, constraint_tightened=""
    ),
    pair(
        "maximum higher", {**WHOLE, "maximum": 5}, {**WHOLE, "maximum": 9}, constraint_loosened=""
    ),
    pair("minimum gone", {**WHOLE, "minimum": 1}, WHOLE, constraint_loosened=""),
    pair(
        "minLength higher",
        {**TEXT, "minLength": 1},
        {**TEXT, "minLength": 2},
        constraint_tightened="",
    ),
    pair(
        "maxItems lower",
        {"type": "array", "maxItems": 9},
        {"type": "array", "maxItems": 8},
        constraint_tightened="",
    ),
    pair("pattern new", TEXT, {**TEXT, "pattern": "^a"}, constraint_tightened=""),
    pair(
        "another pattern",
        {**TEXT, "pattern": "^a"},
        {**TEXT, "pattern": "^b"},
        constraint_tightened="",
    ),
    pair("format new", TEXT, {**TEXT, "format": "date"}, constraint_tightened=""),
    pair("format gone", {**TEXT, "format": "date"}, TEXT, constraint_loosened=""),
    pair(
        "coarser steps",
        {**WHOLE, "multipleOf": 2},
        {**WHOLE, "multipleOf": 4},
        constraint_tightened="",
    ),
    pair(
        "finer steps",
        {**WHOLE, "multipleOf": 4},
        {**WHOLE, "multipleOf": 2},
        constraint_loosened="",
    ),
    pair(
        "no repeats",
        {"type": "array", "uniqueItems": False},
        {"type": "array", "uniqueItems": True},
        constraint_tightened="",
    ),
    pair("what must not be", TEXT, {**TEXT, "not": {"const": "a"}}, constraint_tightened=""),
    pair(
        "something else must not be",
        {**TEXT, "not": {"enum": ["a", "b"]}},
        {**TEXT, "not": {"enum": ["a"]}},
        constraint_changed="",
    ),
    pair(
        "a reference that leads nowhere",
        {"$ref": "https://example.org/a.json"},
        {"$ref": "https://example.org/b.json"},
        constraint_tightened="",
    ),
)

TEXTS: Final = (
    pair(
        "description",
        {**TEXT, "description": "Who"},
        {**TEXT, "description": "Whom"},
        description_changed="",
    ),
    pair("description gone", {**TEXT, "description": "Who"}, TEXT, description_changed=""),
    pair("title", {**TEXT, "title": "A"}, {**TEXT, "title": "B"}, title_changed=""),
    pair("default", {**WHOLE, "default": 1}, {**WHOLE, "default": 1.0}, default_changed=""),
    pair(
        "examples", {**TEXT, "examples": ["a"]}, {**TEXT, "examples": ["b"]}, annotation_changed=""
    ),
    pair("comment", TEXT, {**TEXT, "$comment": "for us"}, annotation_changed=""),
    pair("an unknown keyword", TEXT, {**TEXT, "x-order": 1}, annotation_changed=""),
)

PAIRS: Final = (*STRUCTURE, *TYPES, *CONSTRAINTS, *TEXTS)

SAME: Final = (pair("order of keys", fields(a=TEXT, b=WHOLE), fields(b=WHOLE, a=TEXT)),)

REWRITTEN: Final = (
    pair("order of required", fields("a", "b", a=TEXT, b=TEXT), fields("b", "a", a=TEXT, b=TEXT)),
    pair("order of values", {"enum": [1, 2]}, {"enum": [2, 1]}),
    pair("1.0 is 1", {"enum": [1, 2]}, {"enum": [1.0, 2]}),
    pair("null as a branch", {"anyOf": [TEXT, NULL]}, {"type": ["string", "null"]}),
    pair("a type that was meant", {"properties": {"a": TEXT}}, fields(a=TEXT)),
    pair("both booleans", {"type": "boolean"}, {"enum": [True, False]}),
    pair("no less than nothing", TEXT, {**TEXT, "minLength": 0}),
    pair("others as before", {"type": "object"}, {"type": "object", "additionalProperties": True}),
    pair("allOf of one", TEXT, {"allOf": [TEXT]}),
    pair("a limit of another type", TEXT, {**TEXT, "maximum": 3}),
)
"""Written in another way, with the same meaning."""


def at_depth_1(schema: Schema) -> Schema:
    return fields(x=schema)


def at_depth_3(schema: Schema) -> Schema:
    return fields("a", a=fields(b={"type": "array", "items": fields(x=schema)}))


def behind_reference(schema: Schema) -> Schema:
    """The definition refers to itself, and two arguments to it."""
    node = fields(x=schema, next={"$ref": "#/$defs/No~0de"})
    return {
        **fields(a={"$ref": "#/$defs/No~0de"}, b={"$ref": "#/$defs/No~0de"}),
        "$defs": {"No~de": node},
    }


DEPTHS: Final[dict[str, tuple[Callable[[Schema], Schema], str, str]]] = {
    "depth 1": (at_depth_1, "x", "/properties/x"),
    "depth 3": (at_depth_3, "a.b[].x", "/properties/a/properties/b/items/properties/x"),
    "behind $ref": (behind_reference, "x", "/$defs/No~0de/properties/x"),
}
"""Where a pair is put, how the place is called (or ends), and its pointer."""
