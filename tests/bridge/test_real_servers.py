"""Servers that others wrote behind the bridge, asked by clients that others wrote."""

from __future__ import annotations

import asyncio
import json
import os
import signal
import subprocess
from pathlib import Path
from typing import Any, Final

import pytest
from fastmcp import Client
from fastmcp.client.transports import StdioTransport

from tests.bridge.real import inspector, installed
from tests.bridge.serving import PATIENCE, config, over_http, over_stdio, serving, text_of
from tests.process.program import COMMAND, environment

CALLS: Final[tuple[tuple[str, dict[str, Any]], ...]] = (
    ("echo", {"message": "hello \u202e"}),
    ("get-tiny-image", {}),
    ("get-structured-content", {"location": "Chicago"}),
    ("get-annotated-message", {"messageType": "error", "includeImage": True}),
    ("get-resource-links", {"count": 2}),
    ("get-sum", {"a": 1, "b": 2.5}),
    ("get-sum", {"a": 1, "b": "two"}),
)
"""Of server-everything: text, an image, structure, annotations, links, numbers, errors."""


def time_server() -> dict[str, Any]:
    return {"command": installed("mcp-server-time"), "args": ["--local-timezone", "UTC"]}


def everything_server() -> dict[str, Any]:
    return {"command": installed("mcp-server-everything"), "args": ["stdio"]}


async def results(client: Client[Any], calls: list[tuple[str, dict[str, Any]]]) -> list[str]:
    """Return what came of each call, as JSON."""
    found = []
    for name, arguments in calls:
        result = await client.call_tool_mcp(name, arguments)
        found.append(result.model_dump_json(by_alias=True, exclude_none=True))
    return found


@pytest.mark.parametrize("transport", ["stdio", "http"])
def test_results_are_those_of_a_direct_call(transport: str, tmp_path: Path) -> None:
    everything = everything_server()

    async def directly() -> list[str]:
        server = StdioTransport(**everything, log_file=tmp_path / "direct")
        async with Client(server, mode="legacy") as client:
            return await results(client, list(CALLS))

    names = [(f"everything.{name}", arguments) for name, arguments in CALLS]

    async def ask(client: Client[Any]) -> list[str]:
        return await results(client, names)

    words = ("--upstream", config(tmp_path, everything=everything), "--host", "arion")
    if transport == "stdio":
        found = over_stdio(ask, *words, log=tmp_path / "log", mode="legacy")
    else:
        with serving(*words) as bridge:
            found = over_http(bridge.url, ask, mode="legacy")
    assert found == asyncio.run(directly())


def inspected(*words: str) -> Any:
    """Return what the Inspector's CLI prints."""
    ran = subprocess.run(
        [*inspector(), *words],
        capture_output=True,
        text=True,
        env=environment(),
        timeout=2 * PATIENCE,
        check=False,
    )
    return json.loads(ran.stdout) if ran.returncode == 0 else ran.stderr + ran.stdout


def inspect_all(*bridge: str) -> None:
    """List, search, describe and call, and try to leave the scope, with the Inspector."""

    def called(tool: str, **arguments: str) -> Any:
        told = [word for key, text in arguments.items() for word in ("--tool-arg", f"{key}={text}")]
        return inspected(*bridge, "--method", "tools/call", "--tool-name", tool, *told)

    listed = inspected(*bridge, "--method", "tools/list")
    assert [one["name"] for one in listed["tools"]] == ["tool_search", "tool_describe", "tool_call"]
    found = called("tool_search", query="current time")
    assert "mcp__time__get_current_time" in found["content"][0]["text"]
    name = "mcp__time__get_current_time"
    shown = json.loads(called("tool_describe", name=name)["content"][0]["text"])
    assert shown["parameters"]["required"] == ["timezone"]
    answer = called("tool_call", name=name, arguments='{"timezone": "UTC"}')
    assert answer["structuredContent"]["timezone"] == "UTC"
    for escape in ("mcp__hidden__get_current_time", "MCP__TIME__GET_CURRENT_TIME", "tool_call"):
        refused = called("tool_call", name=escape, arguments='{"timezone": "UTC"}')
        assert refused["isError"] is True
        assert "error" in json.loads(refused["content"][0]["text"])
    assert "Unknown tool" in str(called(name, timezone="UTC"))


def test_the_inspector_finds_its_way_on_standard_streams(tmp_path: Path) -> None:
    inspect_all(*COMMAND, "serve", "--upstream", config(tmp_path, time=time_server()))


def test_the_inspector_finds_its_way_over_http(tmp_path: Path) -> None:
    both = config(tmp_path, time=time_server(), hidden=time_server())
    with serving("--upstream", both, "--without", "hidden") as bridge:
        inspect_all(bridge.url, "--transport", "http")


@pytest.mark.parametrize("transport", ["stdio", "http"])
def test_none_of_200_calls_is_lost_and_none_gets_another_s_answer(
    transport: str, tmp_path: Path
) -> None:
    async def ask(client: Client[Any]) -> list[str]:
        sent = [
            {"name": "mcp__everything__echo", "arguments": {"message": f"<{number}>"}}
            for number in range(200)
        ]
        answers = await asyncio.gather(*(client.call_tool("tool_call", one) for one in sent))
        return list(map(text_of, answers))

    words = ("--upstream", config(tmp_path, everything=everything_server()))
    if transport == "stdio":
        found = over_stdio(ask, *words, log=tmp_path / "log")
    else:
        with serving(*words) as bridge:
            found = over_http(bridge.url, ask)
    assert [f"<{number}>" in said for number, said in enumerate(found)] == [True] * 200


def test_a_server_that_is_killed_comes_back(tmp_path: Path) -> None:
    async def ask(client: Client[Any]) -> str:
        sent = {"name": "mcp__time__get_current_time", "arguments": {"timezone": "UTC"}}
        return text_of(await client.call_tool("tool_call", sent))

    with serving("--upstream", config(tmp_path, time=time_server())) as bridge:
        bridge.event("upstream_up", source="time")
        assert "UTC" in over_http(bridge.url, ask)
        pid = bridge.process.pid
        for child in Path(f"/proc/{pid}/task/{pid}/children").read_text("ascii").split():
            os.kill(int(child), signal.SIGKILL)
        bridge.event("upstream_down", source="time")
        bridge.event("upstream_up", source="time")
        assert "UTC" in over_http(bridge.url, ask)
