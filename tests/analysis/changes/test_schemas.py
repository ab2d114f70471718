"""Two schemas compared: each kind of change at each depth, and what is no change."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.analysis.changes.schema_pairs import (
    DEPTHS,
    PAIRS,
    REWRITTEN,
    SAME,
    TEXT,
    WHOLE,
    Pair,
    fields,
)
from tests.strategies import input_schemas
from toolsearch_cli.analysis.changes.schemas import schema_differences
from toolsearch_cli.analysis.changes.values import CLASS_OF, KINDS

if TYPE_CHECKING:
    from collections.abc import Callable

ENOUGH = 60
OF_CATALOGS = {
    *("source-removed", "source-added", "source-renamed", "source-kind-changed"),
    *("instructions-changed", "source-field-changed", "tool-removed", "tool-added"),
    *("tool-renamed", "name-gone", "deferral-changed", "annotations-changed"),
    *("tool-field-changed", "output-changed", "output-rewritten"),
}


def named(case: object) -> str:
    return case.name if isinstance(case, Pair) else str(case)


def resolved(schema: Any, pointer: str) -> Any:
    """Return what a pointer means; it has to mean something."""
    for part in pointer.split("/")[1:]:
        key = part.replace("~1", "/").replace("~0", "~")
        schema = schema[int(key)] if isinstance(schema, list) else schema[key]
    return schema


@pytest.mark.parametrize("depth", DEPTHS)
@pytest.mark.parametrize("pair", PAIRS, ids=named)
def test_every_kind_of_change_is_found_at_every_depth(pair: Pair, depth: str) -> None:
    inside, place, pointer = DEPTHS[depth]
    old, new = inside(pair.old), inside(pair.new)
    found = schema_differences(old, new)
    assert sorted(one.kind for one in found) == sorted(pair.expected)
    for one in found:
        assert one.place.endswith(place + pair.expected[one.kind])
        assert (one.new or one.old).startswith(pointer)
        resolved(old, one.old)
        resolved(new, one.new)


def test_the_table_is_large_enough_and_has_every_kind() -> None:
    assert len(PAIRS) * len(DEPTHS) >= ENOUGH
    told = {kind for pair in PAIRS for kind in pair.expected}
    assert told | OF_CATALOGS | {"schema-rewritten"} == set(KINDS)


@pytest.mark.parametrize("depth", DEPTHS)
@pytest.mark.parametrize("pair", SAME, ids=named)
def test_order_is_no_change(pair: Pair, depth: str) -> None:
    inside = DEPTHS[depth][0]
    assert schema_differences(inside(pair.old), inside(pair.new)) == ()


@pytest.mark.parametrize("depth", DEPTHS)
@pytest.mark.parametrize("pair", REWRITTEN, ids=named)
def test_another_way_to_write_it_is_cosmetic(pair: Pair, depth: str) -> None:
    inside = DEPTHS[depth][0]
    for old, new in ((pair.old, pair.new), (pair.new, pair.old)):
        (one,) = schema_differences(inside(old), inside(new))
        assert one.kind == "schema-rewritten"


def test_a_definition_written_in_place_is_cosmetic() -> None:
    old = {**fields(a={"$ref": "#/definitions/A"}), "definitions": {"A": fields("x", x=TEXT)}}
    new = fields(a=fields("x", x=TEXT))
    assert [one.kind for one in schema_differences(old, new)] == ["schema-rewritten"]


def test_what_many_references_lead_to_is_told_once() -> None:
    def arguments(node: Any) -> Any:
        return {**fields(**{f"a{at}": {"$ref": "#/$defs/N"} for at in range(50)}), "$defs": node}

    old, new = arguments({"N": fields(x=TEXT)}), arguments({"N": fields("x", x=TEXT)})
    (one,) = schema_differences(old, new)
    assert (one.kind, one.new) == ("argument-required", "/$defs/N/required/0")


def test_references_that_go_round_end() -> None:
    old = fields(a={"$ref": "#/$defs/A"}, b={"$ref": "#"})
    new = {**fields(a={"$ref": "#/$defs/B"}, b={"$ref": "#"})}
    old["$defs"] = {"A": {"$ref": "#/$defs/B"}, "B": {"$ref": "#/$defs/A"}}
    new["$defs"] = {"A": {"not": {"$ref": "#/$defs/B"}}, "B": {"anyOf": [{"$ref": "#/$defs/B"}]}}
    assert schema_differences(old, new)


def test_alternatives_of_alternatives_end() -> None:
    def choices(least: int) -> Any:
        return {
            "allOf": [{"anyOf": [{"minLength": least + at}, {"maxLength": 9}]} for at in range(40)]
        }

    found = schema_differences(fields(a=choices(1)), fields(a=choices(100)))
    assert {CLASS_OF[one.kind] for one in found} == {"breaking"}


def test_choices_that_stay_are_not_gone_through() -> None:
    stay = [{"anyOf": [{"minLength": at}, {"maxLength": 9}]} for at in range(40)]
    old, new = ({"allOf": [*stay, {"anyOf": [{"pattern": p}, WHOLE]}]} for p in ("a", "b"))
    (one,) = schema_differences(fields(a=old), fields(a=new))
    assert one.kind == "constraint-tightened"


def test_descriptions_may_stand_beside_the_reference() -> None:
    def described(text: str) -> Any:
        node = {"$ref": "#/$defs/A", "description": text}
        return {**fields(a=node), "$defs": {"A": {**TEXT, "description": "Shared"}}}

    (one,) = schema_differences(described("Mine"), described("Yours"))
    assert (one.kind, one.before, one.after) == ("description-changed", "Mine", "Yours")
    assert one.new == "/properties/a/description"


WRAPPERS: dict[str, Callable[[Any], Any]] = {
    "property": lambda schema: fields(inner=schema),
    "items": lambda schema: {"type": "array", "items": schema},
    "tuple": lambda schema: {"type": "array", "prefixItems": [TEXT, schema]},
    "extra": lambda schema: {"type": "object", "additionalProperties": schema},
    "pattern": lambda schema: {"type": "object", "patternProperties": {"^a/b": schema}},
    "anyOf": lambda schema: {"anyOf": [{"type": "integer"}, schema, {"type": "null"}]},
    "allOf": lambda schema: {"allOf": [schema, {"description": "Both"}]},
}


@st.composite
def ways_in(draw: st.DrawFn) -> list[str]:
    return draw(st.lists(st.sampled_from([*WRAPPERS, "reference"]), max_size=12))


def wrapped(schema: Any, steps: list[str]) -> Any:
    definitions: dict[str, Any] = {}
    for at, step in enumerate(steps):
        if step == "reference":
            definitions[f"D{at}"] = schema
            schema = {"$ref": f"#/$defs/D{at}"}
        else:
            schema = WRAPPERS[step](schema)
    return {**fields(root=schema), "$defs": definitions}


@given(ways_in())
def test_optional_becoming_required_is_found_at_any_depth(steps: list[str]) -> None:
    old, new = wrapped(fields(a=TEXT), steps), wrapped(fields("a", a=TEXT), steps)
    (one,) = schema_differences(old, new)
    assert one.kind == "argument-required"
    assert resolved(new, one.new) == "a"
    (back,) = schema_differences(new, old)
    assert back.kind == "argument-optional"


def shuffled_keys(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: shuffled_keys(value[key]) for key in reversed(value)}
    return [shuffled_keys(one) for one in value] if isinstance(value, list) else value


@given(input_schemas, input_schemas)
def test_any_two_schemas_can_be_compared(old: Any, new: Any) -> None:
    assert schema_differences(old, shuffled_keys(old)) == ()
    found = schema_differences(old, new)
    same = json.dumps(old, sort_keys=True) == json.dumps(new, sort_keys=True)
    assert bool(found) != same
    assert {CLASS_OF[one.kind] for one in found} <= {"breaking", "routing", "cosmetic"}
    for one in found:
        for schema, pointer in ((old, one.old), (new, one.new)):
            resolved(schema, pointer)


def test_every_kind_has_one_class() -> None:
    assert CLASS_OF.keys() == set(KINDS)
    assert len(set(KINDS)) == len(KINDS)
    assert set(CLASS_OF.values()) == {"breaking", "routing", "cosmetic"}


@pytest.mark.parametrize("depth", [1, 4, 5, 12])
def test_a_choice_inside_choices_is_gone_through_however_deep(depth: int) -> None:
    """One way through differs, so nothing multiplies."""
    steps = ["anyOf"] * depth
    old, new = wrapped(fields(a=TEXT), steps), wrapped(fields("a", a=TEXT), steps)
    assert [one.kind for one in schema_differences(old, new)] == ["argument-required"]
