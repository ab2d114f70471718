"""What the log says of one call."""

from __future__ import annotations

from typing import Any

import pytest

from tests.catalogs import TRACKERS, catalog
from toolsearch_cli.bridge.call_log import Call
from toolsearch_cli.hosts.calls import Dispatch, Reply, unknown_tool

CATALOG = catalog(*TRACKERS)
DISPATCH = Dispatch(name="mcp__linear__archive", source=0, tool="archive", arguments={"x": "y"})
REFUSED = Reply(result={"error": "no"}, error="not_deferrable")


def fields(name: str, arguments: dict[str, Any], **known: Any) -> dict[str, Any]:
    """Return what is written of a call, without times and sessions."""
    written = Call(name, arguments, "s", **known).fields(CATALOG)
    return {key: value for key, value in written.items() if key not in ("ms", "session")}


@pytest.mark.parametrize(
    ("arguments", "wanted"),
    [
        ({"name": "a"}, "a"),
        ({"name": "a", "arguments": {"name": "secret"}}, "a"),
        ({"names": ["a", "b", "a", 5]}, "a, b"),
        ({"names": "a"}, "a"),
        ({"calls": [{"name": "a"}, {"name": "b"}, "c", {}]}, "a, b"),
        ({"name": "x" * 5000}, "x" * 200),
        ({"name": " "}, None),
        ({"name": ["a"], "names": {"a": 1}, "calls": "a"}, None),
        ({}, None),
    ],
)
def test_a_refused_call_names_what_it_wanted(arguments: Any, wanted: str | None) -> None:
    written = fields("tool_call", arguments, outcome=REFUSED)
    assert written.pop("wanted", None) == wanted
    assert written == {"tool": "tool_call", "outcome": "error", "error": "not_deferrable"}


def test_arguments_of_other_tools_are_nobody_s_business() -> None:
    assert fields("create_user", {"name": "secret"}, outcome=unknown_tool("create_user")) == {
        "tool": "create_user",
        "outcome": "error",
        "error": "unknown_tool",
        "wanted": "create_user",
    }
    bad = Reply(result={}, error="bad_arguments")
    assert "wanted" not in fields("tool_search", {"name": "secret"}, outcome=bad)


@pytest.mark.parametrize(
    ("known", "expected"),
    [
        ({"result": {"isError": True}}, {"outcome": "dispatch", "is_error": True}),
        ({"result": {}}, {"outcome": "dispatch", "is_error": False}),
        ({"code": -1}, {"outcome": "error", "error": "upstream_error", "code": -1}),
        ({"is_cancelled": True}, {"outcome": "cancelled"}),
        ({}, {"outcome": "failed"}),
        (
            {"failure": "timed_out", "result": {"isError": True}},
            {"outcome": "error", "error": "timed_out", "is_error": True},
        ),
    ],
)
def test_a_dispatched_call_is_told_under_the_real_name(
    known: dict[str, Any], expected: dict[str, Any]
) -> None:
    source = CATALOG.sources[0].name
    real = {"tool": "archive", "source": source, "via": "tool_call"}
    assert fields("tool_call", {"name": "n"}, outcome=DISPATCH, **known) == real | expected


def test_a_call_that_came_to_nothing_at_all_is_told_too() -> None:
    assert fields("x", {}, is_cancelled=True) == {"tool": "x", "outcome": "cancelled"}
    assert fields("x", {}) == {"tool": "x", "outcome": "failed"}
