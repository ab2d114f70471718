"""What holds for every input schema, however odd."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from toolsearch_cli.hosts.hermes.releases import RELEASES
from toolsearch_cli.hosts.hermes.schemas import registered, sanitised
from toolsearch_cli.hosts.hermes.schemas.registration import as_registered
from toolsearch_cli.hosts.hermes.schemas.sanitiser import as_sanitised
from toolsearch_cli.hosts.hermes.schemas.survey import ALL_STEPS, Survey

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from toolsearch_cli.catalog.model import Json
    from toolsearch_cli.hosts.hermes.releases import SchemaRules

RULES = tuple({release.schemas: None for release in RELEASES})
FORMS = pytest.mark.parametrize("form", [registered, sanitised])

WHOLE_WALK = Survey(settled=frozenset(), steps=ALL_STEPS)
"""Under this survey every step walks everything: the rules as they are written."""

NAME_KEYS = ("properties", "$defs", "definitions", "patternProperties", "dependentSchemas")
SCHEMA_KEYS = ("items", "additionalProperties", "not", "contains", "x-any")
LIST_KEYS = ("anyOf", "oneOf", "allOf", "prefixItems", "enum", "examples")
WORDS = ("object", "string", "null", "a", "b c", "", "#/definitions/D", "#/$defs/D")

words = st.sampled_from(WORDS)
numbers = st.one_of(st.none(), st.booleans(), st.integers(0, 2), st.sampled_from([0.0, 1.0]))
names = st.sampled_from(
    ["a", "b c", "b?c", "", "type", "properties", "required", "$ref", "default", "anyOf"]
)
plain = st.sampled_from(
    [
        {"type": "string"},
        {"type": "integer", "description": "d"},
        {"type": "null"},
        {"const": "a"},
        {"const": 1, "title": "t"},
        {"$ref": "#/$defs/D"},
        {"$ref": "#/definitions/D", "default": None},
        {"type": "object", "properties": {"a": {"type": "string"}}, "required": ["a"]},
        {"type": "object", "properties": {}, "required": []},
    ]
)


def objects(inner: st.SearchStrategy[Any]) -> st.SearchStrategy[dict[str, Any]]:
    """Objects in which keywords mostly have values of their own kind, and sometimes do not."""
    maps = st.dictionaries(names, inner, max_size=3)
    lists = st.lists(inner, max_size=3)
    return st.lists(
        st.one_of(
            st.tuples(st.just("type"), st.one_of(words, st.lists(words, max_size=3), inner)),
            st.tuples(st.sampled_from(NAME_KEYS), st.one_of(maps, inner)),
            st.tuples(st.sampled_from(SCHEMA_KEYS), st.one_of(inner, lists)),
            st.tuples(st.sampled_from(LIST_KEYS), st.one_of(lists, inner)),
            st.tuples(st.just("required"), st.one_of(st.lists(names, max_size=3), inner)),
            st.tuples(
                st.sampled_from(["dependencies", "dependentRequired"]),
                st.one_of(st.dictionaries(names, lists, max_size=2), maps),
            ),
            st.tuples(st.sampled_from(["$ref", "const", "default", "title", "nullable"]), inner),
        ),
        max_size=5,
    ).map(dict)


def complete_objects(inner: st.SearchStrategy[Any]) -> st.SearchStrategy[dict[str, Any]]:
    """The shape of nearly every real schema, so that settled parts occur at every depth."""
    return st.dictionaries(st.sampled_from(["a", "d", "e"]), inner, min_size=1, max_size=3).map(
        lambda properties: {
            "type": "object",
            "properties": properties,
            "required": list(properties),
        }
    )


def deeper(inner: st.SearchStrategy[Any]) -> st.SearchStrategy[Any]:
    return st.one_of(objects(inner), complete_objects(inner), st.lists(inner, max_size=3))


schemas: st.SearchStrategy[Any] = st.recursive(
    st.one_of(words, numbers, plain), deeper, max_leaves=12
)
roots = st.one_of(schemas, objects(schemas), complete_objects(schemas))


def parameter(schema: Json) -> dict[str, Json]:
    return {"type": "object", "properties": {"a": schema}, "required": ["a"]}


RARE: tuple[Json, ...] = (
    parameter({"anyOf": [{"type": "string"}, {"type": "null"}], "default": None}),
    parameter({"oneOf": [{"$ref": "#/$defs/D"}, {"type": "null"}], "default": None}),
    parameter({"anyOf": [{"type": ["null"]}, {"type": "string"}]}),
    parameter({"anyOf": ["null", {"type": "string"}]}),
    parameter({"anyOf": [{"const": "a"}, {"const": "b"}]}),
    parameter({"anyOf": [{"anyOf": [{"const": 1}, {"type": "null"}]}, {"const": 2}]}),
    parameter({"type": ["object", "null"], "required": ["b"]}),
    parameter({"$ref": "#/definitions/D", "default": 1}),
    parameter({"properties": {"anyOf": [parameter({}), {"type": "null"}]}}),
    {**parameter({}), "dependencies": {"dependentSchemas": {"patternProperties": {"a": "string"}}}},
    {**parameter({}), "anyOf": [parameter({}), {"type": "null"}]},
)
"""Schemas that call for one step, or for two of which the first makes the second necessary."""


@pytest.mark.parametrize("schema", RARE, ids=json.dumps)
@pytest.mark.parametrize("rules", RULES)
def test_nothing_rare_is_skipped(schema: Json, rules: SchemaRules) -> None:
    check_against_the_whole_walk(schema, rules)


@given(schema=roots, rules=st.sampled_from(RULES))
def test_what_is_skipped_would_not_have_changed(schema: Json, rules: SchemaRules) -> None:
    check_against_the_whole_walk(schema, rules)


def check_against_the_whole_walk(schema: Json, rules: SchemaRules) -> None:
    """The survey only saves work: the steps over everything give the same bytes."""
    mcp = as_sanitised(as_registered(schema, rules, WHOLE_WALK), rules, WHOLE_WALK)
    plugin = as_sanitised(schema, rules, WHOLE_WALK)
    assert json.dumps(registered(schema, rules)) == json.dumps(mcp)
    assert json.dumps(sanitised(schema, rules)) == json.dumps(plugin)


@FORMS
@given(schema=roots, rules=st.sampled_from(RULES))
def test_the_published_schema_is_never_touched(
    schema: Json, rules: SchemaRules, form: Callable[[Json, SchemaRules], Json]
) -> None:
    before = json.dumps(schema)
    form(schema, rules)
    assert json.dumps(schema) == before


@FORMS
@given(schema=roots, rules=st.sampled_from(RULES))
def test_parameters_are_an_object_schema_without_unions_at_the_top(
    schema: Json, rules: SchemaRules, form: Callable[[Json, SchemaRules], dict[str, Json]]
) -> None:
    parameters = form(schema, rules)
    assert parameters.keys().isdisjoint({"allOf", "anyOf", "oneOf", "enum", "not"})


@given(schema=complete_objects(plain), rules=st.sampled_from(RULES))
def test_twice_is_once_for_plain_schemas(schema: Json, rules: SchemaRules) -> None:
    """Not a law for odd ones: a phantom parameter, for example, brings the next phantom."""
    once = registered(schema, rules)
    assert json.dumps(registered(once, rules)) == json.dumps(once)


def test_a_schema_that_needs_nothing_is_given_back_itself() -> None:
    schema: Json = {
        "type": "object",
        "properties": {"a": {"type": "string", "enum": ["x", "y"]}},
        "required": ["a"],
    }
    for rules in RULES:
        assert registered(schema, rules) is schema
        assert sanitised(schema, rules) is schema


def test_parts_that_need_nothing_are_shared() -> None:
    kept: Json = {"type": "array", "items": {"type": "string"}}
    for rules in RULES:
        parameters = registered({"properties": {"a": kept, "b": {"type": ["null"]}}}, rules)
        properties = parameters["properties"]
        assert isinstance(properties, dict)
        assert properties["a"] is kept


def test_one_value_in_two_places_is_judged_in_each() -> None:
    """As YAML aliases make them: harmless as a schema, not as a map of names."""
    shared: Json = {"type": "string"}
    for rules in RULES:
        parameters = registered({"properties": {"a": shared, "b": {"properties": shared}}}, rules)
        properties = parameters["properties"]
        assert isinstance(properties, dict)
        assert properties["a"] == shared
        assert properties["b"] != {"type": "object", "properties": shared}


def towers(height: int) -> Iterator[Json]:
    """One schema for each way to nest, `height` containers deep."""
    wraps: list[Callable[[Json], Json]] = [
        lambda inner: [inner],
        lambda inner: {"items": inner},
        lambda inner: {"properties": {"a": inner}},
        lambda inner: {"$defs": {"properties": inner}},
        lambda inner: {"anyOf": [inner, {"type": "null"}]},
        lambda inner: {"dependencies": {"a": inner}},
        lambda inner: {"default": [inner]},
    ]
    for wrap in wraps:
        levels = 1 if wrap in wraps[:2] else 2
        tower: Json = {"type": ["string", "null"]}
        for _ in range((height - 1) // levels):
            tower = wrap(tower)
        yield tower


@FORMS
@pytest.mark.parametrize("rules", RULES)
def test_deep_nesting(
    rules: SchemaRules, form: Callable[[Json, SchemaRules], dict[str, Json]]
) -> None:
    for tower in towers(150):
        assert isinstance(form(tower, rules), dict)
