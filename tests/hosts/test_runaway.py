"""What may run in this process, and that everything else is ended in time."""

from __future__ import annotations

import re
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.strategies import input_schemas, json_values
from toolsearch_cli.hosts.json_schema import Violation, violation
from toolsearch_cli.hosts.runaway import could_run_away, is_tame

DOUBLING: dict[str, Any] = {
    "$defs": {
        **{f"d{n}": {"allOf": [{"$ref": f"#/$defs/d{n + 1}"}] * 2} for n in range(40)},
        "d40": {},
    },
    "$ref": "#/$defs/d0",
}
BRANCHING: dict[str, Any] = {
    "$defs": {"n": {"properties": {"x": {"allOf": [{"$ref": "#/$defs/n"}] * 2}}}},
    "$ref": "#/$defs/n",
}


def nested(depth: int) -> dict[str, Any]:
    value: dict[str, Any] = {}
    for _ in range(depth):
        value = {"x": value}
    return value


@pytest.mark.parametrize(
    "pattern",
    [
        "",
        "^[a-z0-9-]+$",
        r"^\d{4}-\d{2}-\d{2}$",
        r"^[\w.]+@[\w.]+$",
        "a|b|c",
        "(?:ab)c",
        "^(0[1-9]|1[0-2]):[0-5][0-9]([.][0-9]{1,9})?(Z|[+-][0-9]+)$",
        r"\(a\)+",
        "[)*]",
        "^[]a-z+*]{1,63}$",
        r"\\[0-9]",
    ],
)
def test_a_tame_pattern_is_searched_here(pattern: str) -> None:
    assert is_tame(pattern)
    assert not could_run_away({"a": "b" * 256}, {"properties": {"a": {"pattern": pattern}}})
    assert could_run_away({"a": "b" * 257}, {"properties": {"a": {"pattern": pattern}}})


@pytest.mark.parametrize(
    "pattern",
    [
        "^(a+)+$",
        "(a|a)*b",
        "(?:a{1,9}){9}",
        "a?" * 20 + "a" * 20,
        "(a|ab)" * 20,
        "(a)?" * 20,
        r"(a)\1",
        "(?=a+)a",
        "x*y*z*",
        "a{0,9}a{0,9}a{0,9}",
        "[[a]",
        "[a-z&&b]",
    ],
)
def test_a_pattern_that_may_run_away_is_not(pattern: str) -> None:
    assert not is_tame(pattern)
    schemas: tuple[dict[str, Any], ...] = (
        {"pattern": pattern},
        {"patternProperties": {pattern: {}}},
    )
    for schema in schemas:
        assert could_run_away({"a": "b"}, schema)


@settings(deadline=None)
@given(st.text(alphabet="ab(|)[]*+?{},2\\^$.-", max_size=12))
def test_what_is_called_tame_ends(pattern: str) -> None:
    """It hangs, or warns, where that is not so; the worst text is mostly one letter over."""
    if not is_tame(pattern):
        return
    try:
        search = re.compile(pattern).search
    except (re.error, OverflowError):
        return
    search("a" * 128 + "!")
    search("ab" * 64 + "!")


def test_what_runs_away_is_ended_and_nobody_can_say() -> None:
    slow: dict[str, Any] = {"properties": {"q": {"pattern": "^(a+)+$"}}}
    assert violation({"q": "a" * 60 + "!"}, slow, seconds=2) is None
    assert violation({"x": 1}, DOUBLING, seconds=2) is None
    assert violation(nested(40), BRANCHING, seconds=2) is None


def test_another_process_says_the_same() -> None:
    schema: dict[str, Any] = {"properties": {"a": {"items": {"pattern": "^(a+)+$"}}}}
    assert violation({"a": ["aa", "b"]}, schema) == Violation(
        ("a", 1), "pattern", "'b' does not match '^(a+)+$'"
    )
    assert violation({"a": ["aa"]}, schema) is None
    long: dict[str, Any] = {"properties": {"a": {"items": {"pattern": "^a"}}}}
    assert violation({"a": ["b" * 300]}, long)


@given(json_values, input_schemas)
def test_no_schema_is_too_odd_to_look_at(value: Any, schema: Any) -> None:
    assert could_run_away(value, schema) in {True, False}
