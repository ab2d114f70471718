"""Calls on Arion: its search, over MCP and over HTTP, and tools by their exact names."""

from __future__ import annotations

from typing import Any

import pytest

from tests.hosts.arion.inputs import HOST, entry, gateway, scenario
from toolsearch_cli.hosts.calls import Dispatch, Outcome, Reply

CATALOG = gateway(
    entry("weather.forecast", description="Forecast for a city"),
    entry("weather.now", "EAGER", description="Weather now in a city"),
    entry("maps.route", description="A route between cities"),
)


def call(name: str, arguments: Any, **settings: Any) -> Outcome:
    return HOST.call(CATALOG, scenario(**settings), name, arguments)


def names(outcome: Outcome) -> list[str]:
    assert isinstance(outcome, Reply)
    result = outcome.result
    tools = result["tools"] if isinstance(result, dict) else result
    assert isinstance(tools, list)
    return [str(one["name"]) for one in tools if isinstance(one, dict)]


def test_a_search_ranks_progressive_tools_within_a_namespace_and_a_limit() -> None:
    assert names(call("tool_search", {"query": "city"})) == ["weather.forecast", "maps.route"]
    assert names(call("tool_search", {"query": "city", "limit": 1})) == ["weather.forecast"]
    assert names(call("tool_search", {"query": "city", "namespace": "maps"})) == ["maps.route"]
    assert names(call("tool_search", {"query": "city", "namespace": "nowhere"})) == []
    assert names(call("tool_search", {"query": "city", "limit": None, "namespace": None}))
    assert (
        len(names(call("tool_search", {"query": "x", "limit": 99}, max_allowable_results=1))) == 1
    )


def test_what_was_searched_for_is_said() -> None:
    found = call("tool_search", {"query": "city"})
    assert isinstance(found, Reply)
    assert found.searches == (("city", ("weather.forecast", "maps.route")),)


@pytest.mark.parametrize(
    "sent",
    [
        *({}, {"query": None}, {"query": 5}, {"query": ["x"]}),
        *(
            {"query": "x", "limit": "1"},
            {"query": "x", "limit": 1.0},
            {"query": "x", "limit": True},
        ),
        {"query": "x", "namespace": 5},
    ],
)
def test_a_search_that_is_none_is_refused(sent: dict[str, Any]) -> None:
    for found in (call("tool_search", sent), HOST.posted(CATALOG, scenario(), sent)):
        assert isinstance(found, Reply)
        assert found.error == "bad_arguments"


def test_over_http_eager_tools_are_found_too() -> None:
    found = HOST.posted(CATALOG, scenario(), {"query": "city"})
    assert set(names(found)) == {"weather.now", "weather.forecast", "maps.route"}
    bodies: tuple[Any, ...] = (None, [], "x", 5)
    for body in bodies:
        assert HOST.posted(CATALOG, scenario(), body).error == "bad_arguments"


def test_every_permitted_tool_is_called_by_its_exact_name() -> None:
    for name, tool in (("weather.forecast", "forecast"), ("weather.now", "now")):
        found = call(name, {"city": "Oslo"})
        assert isinstance(found, Dispatch)
        assert (found.tool, found.arguments) == (tool, {"city": "Oslo"})
    for name in ("forecast", "weather__forecast", "Weather.forecast", "weather.forecast "):
        found = call(name, {})
        assert isinstance(found, Reply)
        assert found.error == "unknown_tool"


def test_without_a_progressive_tool_there_is_no_search() -> None:
    assert not call("tool_search", {"query": "x"}, tool_disclosure_mode="EAGER", eager="*").offered
    assert not call("tool_search", {"query": "x"}, code_mode=True).offered
    assert HOST.posts(CATALOG, scenario())
    assert not HOST.posts(CATALOG, scenario(code_mode=True))
