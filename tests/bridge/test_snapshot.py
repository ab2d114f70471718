"""The bridge over a snapshot: what is listed, searched and described; calls are said, not made."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest
from typer.testing import CliRunner

from tests.bridge.serving import call, over_http, over_stdio, serving, speak, text_of
from tests.catalogs import TRACKERS, catalog_file
from toolsearch_cli.cli.app import app

if TYPE_CHECKING:
    from pathlib import Path

    from fastmcp import Client


@pytest.fixture
def trackers(tmp_path: Path) -> str:
    return catalog_file(tmp_path, *TRACKERS)


@pytest.mark.parametrize("transport", ["stdio", "http"])
def test_a_client_finds_its_way_from_a_search_to_a_call(
    transport: str, trackers: str, tmp_path: Path
) -> None:
    async def ask(client: Client[Any]) -> tuple[Any, ...]:
        names = [one.name for one in await client.list_tools()]
        found = await client.call_tool("tool_search", {"query": "archive ticket"})
        name = json.loads(text_of(found))["matches"][0]["name"]
        shown = await client.call_tool("tool_describe", {"name": name})
        schema = json.loads(text_of(shown))["parameters"]
        sent = {"name": name, "arguments": dict.fromkeys(schema["properties"], "7")}
        called = await client.call_tool("tool_call", sent)
        return names, json.loads(text_of(called))

    if transport == "stdio":
        answer = over_stdio(ask, "-c", trackers, log=tmp_path / "log")
    else:
        with serving("-c", trackers) as bridge:
            answer = over_http(bridge.url, ask)
    assert answer == (
        ["terminal", "tool_search", "tool_describe", "tool_call"],
        {
            "would_call": {
                "name": "mcp__linear__archive",
                "source": "linear",
                "kind": "mcp",
                "tool": "archive",
                "arguments": {"ticket": "7"},
            }
        },
    )


def test_answers_are_those_of_toolsearch_call(trackers: str) -> None:
    asked: list[tuple[str, dict[str, Any]]] = [
        ("tool_search", {"query": "create issue", "limit": "2"}),
        ("tool_search", {"query": " "}),
        ("tool_describe", {"name": "mcp__github__search_code"}),
        ("tool_describe", {"name": "terminal"}),
        ("tool_call", {"name": "mcp__github__list_issues", "arguments": {"state": None}}),
        ("tool_call", {"name": "mcp__github__list_issues", "arguments": "{"}),
        ("terminal", {"command": "ls"}),
    ]
    answers = speak("-c", trackers, asked=[call(name, **sent) for name, sent in asked])
    for (name, sent), answer in zip(asked, answers, strict=True):
        ran = CliRunner().invoke(app, ["call", name, json.dumps(sent), "-c", trackers])
        (content,) = answer["result"]["content"]
        assert content == {"type": "text", "text": ran.stdout.removesuffix("\n")}
        assert answer["result"]["isError"] == ("error" in json.loads(ran.stdout))


def test_what_the_session_does_not_have_is_an_unknown_tool(trackers: str) -> None:
    asked = [call("nope"), call("mcp__github__search_code", q="x"), call("Tool_search", query="x")]
    for answer in speak("-c", trackers, asked=asked):
        assert answer["error"]["code"] == -32602
        assert answer["error"]["message"].startswith("Unknown tool")
    (gone,) = speak("-c", trackers, "--enabled", "off", asked=[call("tool_search", query="x")])
    assert gone["error"]["code"] == -32602, "the bridge is not offered, so it cannot be called"


def test_requests_that_are_none_do_not_reach_the_bridge(trackers: str) -> None:
    asked: list[tuple[str, Any]] = [
        ("tools/call", {"arguments": {}}),
        ("tools/call", {"name": 5}),
        ("tools/call", {"name": "tool_search", "arguments": [1]}),
        ("tools/list", {"cursor": 7}),
        ("prompts/list", {}),
    ]
    codes = [answer["error"]["code"] for answer in speak("-c", trackers, asked=asked)]
    assert codes == [-32602, -32602, -32602, -32602, -32601]


def test_text_that_has_no_bytes_does_not_stop_the_bridge(tmp_path: Path) -> None:
    hostile = {"name": "x", "description": "a\ud800b\x00\u202e", "inputSchema": {"type": "object"}}
    path = catalog_file(tmp_path, {"name": "s", "kind": "core", "tools": [hostile]})
    (listed,) = speak("-c", path, "--enabled", "off", asked=[("tools/list", {})])
    assert listed["result"]["tools"][0]["description"] == "a?b\x00\u202e"
