"""What the model sent and what the tool gets, where the schema says what was meant."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given

from tests.strategies import input_schemas, json_values
from toolsearch_cli.hosts.hermes.argument_repair import repaired, with_own_names
from toolsearch_cli.hosts.hermes.releases import RELEASES, release_named
from toolsearch_cli.hosts.hermes.schemas import registered

NEWEST = release_named("hermes@0.22")
OLDEST = release_named("hermes@0.19")


def got(value: Any, host: str = "hermes@0.22", **schema: Any) -> Any:
    """Return what the tool gets for a property of this schema."""
    whole: Any = {"type": "object", "properties": {"a": schema}}
    return repaired({"a": value}, whole, release_named(host))["a"]


@pytest.mark.parametrize(
    ("kind", "sent", "expected"),
    [
        ("integer", "5", 5),
        ("integer", " 5.0 ", 5),
        ("integer", "1e3", 1000),
        ("integer", "5.5", "5.5"),
        ("integer", "five", "five"),
        ("integer", "1e999", "1e999"),
        ("integer", "nan", "nan"),
        ("integer", 5.5, 5.5),
        ("number", "5.5", 5.5),
        ("number", "5", 5),
        ("boolean", " TRUE", True),
        ("boolean", "false", False),
        ("boolean", "yes", "yes"),
        ("boolean", 1, 1),
        ("array", '["a"]', ["a"]),
        ("array", "a", ["a"]),
        ("array", "[a", ["[a"]),
        ("array", '{"a": 1}', ['{"a": 1}']),
        ("array", 5, [5]),
        ("array", {"a": 1}, [{"a": 1}]),
        ("array", None, None),
        ("object", '{"a": 1}', {"a": 1}),
        ("object", "[1]", "[1]"),
        ("object", 5, 5),
        ("string", "5", "5"),
        ("string", 5, 5),
        ("null", "NULL", None),
        (["integer", "null"], "null", None),
        (["integer", "boolean"], "true", True),
        (["string", "integer"], "5", 5),
        (None, "5", "5"),
    ],
)
def test_a_text_stands_for_what_it_says(kind: Any, sent: Any, expected: Any) -> None:
    received = got(sent, type=kind)
    assert received == expected
    assert type(received) is type(expected)


def test_null_in_words_is_null_where_null_is_allowed() -> None:
    assert got("null", type="string", nullable=True) is None
    assert got("null", anyOf=[{"type": "string"}, {"type": "null"}]) is None
    assert got("null", type="array", items={}, nullable=True) is None
    assert got("null", type="string") == "null"
    assert got("null", allOf=[{"type": "null"}]) == "null"


def test_lists_and_objects_within_are_read_too() -> None:
    task = {"type": "object", "properties": {"tags": {"anyOf": [{"type": "array"}]}}}
    assert got(['{"tags": "[1]"}', "x"], type="array", items=task) == [{"tags": [1]}, "x"]
    assert got('{"b": "[1]"}', type="object", properties={"b": {"type": "array"}}) == {"b": [1]}
    assert got({"n": "5"}, type="object", properties={"n": {"type": "integer"}}) == {"n": "5"}
    assert got(["[1]"], type="array") == ["[1]"]
    assert got('["[1]"]', type="array", items={"type": "array"}) == ["[1]"]


def test_a_blank_text_is_an_empty_object_in_the_newest_release_alone() -> None:
    for release in RELEASES:
        newest = release.name == "hermes@0.22"
        assert got(" ", release.name, type="object") == ({} if newest else " ")
    assert got("", type="object", required=["b"]) == ""
    assert got([""], type="array", items={"type": "object"}) == [{}]


def test_arguments_go_out_under_the_names_that_the_server_gave() -> None:
    whole: dict[str, Any] = {
        "properties": {
            "a b": {"properties": {"c?": {}}},
            "list": {"items": {"properties": {"d!": {}}}},
        }
    }
    shown = registered(whole, NEWEST.schemas)
    assert isinstance(shown["properties"], dict)
    assert list(shown["properties"]) == ["a_b", "list"]
    sent: dict[str, Any] = {"a_b": {"c_": 1, "z": 2}, "list": [{"d_": 3}, 4], "other": 5}
    own: dict[str, Any] = {"a b": {"c?": 1, "z": 2}, "list": [{"d!": 3}, 4], "other": 5}
    assert repaired(sent, whole, NEWEST) == own
    assert repaired(sent, whole, OLDEST) == sent  # it renames nothing


@given(json_values, input_schemas)
def test_nothing_is_raised_and_no_argument_lost(value: Any, schema: Any) -> None:
    sent = value if isinstance(value, dict) else {"a": value}
    for release in RELEASES:
        received = repaired(sent, schema, release)
        assert len(received) == len(with_own_names(sent, schema)) or received == sent
        assert repaired({}, schema, release) == {}
