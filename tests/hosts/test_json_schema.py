"""What a call's arguments are held to: JSON Schema, with nothing fetched and nothing raised."""

from __future__ import annotations

import socket
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given

from tests.strategies import input_schemas, json_values
from toolsearch_cli.hosts.json_schema import violation, with_nulls

if TYPE_CHECKING:
    from toolsearch_cli.hosts.json_schema import Violation


def told(value: Any, **schema: Any) -> tuple[str, str] | None:
    found: Violation | None = violation(value, schema)
    return None if found is None else (found.place("arguments"), found.constraint)


def test_the_place_and_the_constraint_are_said() -> None:
    items = {"type": "array", "items": {"properties": {"to do": {"enum": [1]}}}}
    assert told({"a": [{}, {"to do": 2}]}, properties={"a": items}) == (
        'arguments.a[1]["to do"]',
        "enum",
    )
    assert told({"n": 0}, properties={"n": {"minimum": 1}}) == ("arguments.n", "minimum")
    assert told({"x": 1}, additionalProperties=False) == ("arguments", "additionalProperties")
    assert told({"n": 1}, properties={"n": {"minimum": 1}}) is None


def test_long_words_are_cut() -> None:
    found = violation("x" * 5000, {"type": "integer"})
    assert found is not None
    assert len(found.message) <= 600


@pytest.mark.parametrize("key", ["$ref", "$dynamicRef", "$recursiveRef"])
def test_another_document_is_never_fetched(key: str, monkeypatch: pytest.MonkeyPatch) -> None:
    def fetched(*_: object) -> None:
        raise AssertionError("the network was asked")

    monkeypatch.setattr(socket.socket, "connect", fetched)
    for address in ("http://127.0.0.1:9/schema.json", "file:///etc/passwd", "other.json"):
        assert told({"a": 1}, properties={"a": {key: address}}) is None


def test_references_within_the_schema_are_followed() -> None:
    defined = {"$defs": {"D": {"type": "string"}}}
    assert told({"a": 1}, properties={"a": {"$ref": "#/$defs/D"}}, **defined) == (
        "arguments.a",
        "type",
    )
    assert told({"a": 1}, properties={"a": {"$ref": "#/$defs/nowhere"}}, **defined) is None


@pytest.mark.parametrize(
    "schema",
    [
        {"type": "no-such-type"},
        {"properties": {"a": {"pattern": "("}}},
        {"$defs": {"L": {"$ref": "#/$defs/L"}}, "$ref": "#/$defs/L"},
        {"required": 5},
    ],
)
def test_a_schema_that_is_none_refuses_nothing(schema: dict[str, Any]) -> None:
    assert violation({"a": "x"}, schema) is None


@pytest.mark.parametrize("schema", [None, [], "x", True, 5])
def test_what_is_no_object_refuses_nothing(schema: Any) -> None:
    assert violation({"a": 1}, schema) is None


@pytest.mark.parametrize(
    "schema",
    [{"type": "string"}, {"type": ["string"]}, {"enum": ["a"]}, {"$ref": "#/$defs/D"}],
)
def test_nullable_means_that_null_is_allowed_and_nothing_else(schema: dict[str, Any]) -> None:
    def whole(one: dict[str, Any]) -> dict[str, Any]:
        return {"properties": {"a": one}, "$defs": {"D": {"type": "string"}}}

    nullable = with_nulls(whole({**schema, "nullable": True}))
    assert violation({"a": None}, nullable) is None
    assert violation({"a": 5}, nullable) is not None
    assert violation({"a": None}, with_nulls(whole({**schema, "nullable": False}))) is not None
    assert violation({"a": None}, whole(schema)) is not None


def test_what_is_no_schema_keeps_its_nullable() -> None:
    literal: dict[str, Any] = {"default": {"nullable": True}, "enum": [{"nullable": True}]}
    assert with_nulls(literal) == literal


@given(json_values, input_schemas)
def test_nothing_is_ever_raised(value: Any, schema: Any) -> None:
    violation(value, with_nulls(schema))


@pytest.mark.parametrize(
    "schema",
    [
        {"$schema": 5},
        {"$schema": []},
        {"$schema": "http://["},
        {"$ref": "#/x", "x": 5},
        {"$ref": "#/x", "x": [1]},
        {"properties": {"a": {"multipleOf": 0.5}}},
        {"properties": {"a": {"pattern": "("}}},
        {"$id": "http://[", "$ref": "#/x"},
        {"$ref": "#"},
    ],
)
def test_of_a_schema_that_is_none_nobody_can_say_anything(schema: dict[str, Any]) -> None:
    values: tuple[dict[str, Any], ...] = ({"a": 10**400}, {"a": "text"}, {})
    for value in values:
        assert violation(value, schema) is None
