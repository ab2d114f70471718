"""Much at once, much at one time, and the end: what was taken is answered."""

from __future__ import annotations

import asyncio
import os
import signal
from typing import TYPE_CHECKING, Any

import pytest

from tests.bridge.serving import (
    PATIENCE,
    by_hand,
    config,
    over_http,
    over_stdio,
    serving,
    text_of,
)

if TYPE_CHECKING:
    from pathlib import Path

    from fastmcp import Client


@pytest.mark.parametrize("transport", ["stdio", "http"])
def test_200_calls_at_once_are_all_answered_each_with_its_own(
    transport: str, tmp_path: Path
) -> None:
    servers = config(tmp_path, one=by_hand(), two=by_hand())

    async def ask(client: Client[Any]) -> list[str]:
        async def one(number: int) -> str:
            source = "one" if number % 2 else "two"
            arguments = {"text": f"{source} {number}", "seconds": (number % 7) / 50}
            sent = {"name": f"mcp__{source}__slow", "arguments": arguments}
            return text_of(await client.call_tool("tool_call", sent))

        return await asyncio.gather(*map(one, range(200)))

    if transport == "stdio":
        found = over_stdio(ask, "--upstream", servers, log=tmp_path / "log")
    else:
        with serving("--upstream", servers) as bridge:
            found = over_http(bridge.url, ask)
    assert found == [f"{'one' if number % 2 else 'two'} {number}" for number in range(200)]


@pytest.mark.parametrize("transport", ["stdio", "http"])
def test_a_result_of_24_megabytes_arrives_whole(transport: str, tmp_path: Path) -> None:
    size = 24 << 20
    servers = config(tmp_path, hand=by_hand())

    async def ask(client: Client[Any]) -> int:
        sent = {"name": "mcp__hand__big", "arguments": {"size": size}}
        return len(text_of(await client.call_tool("tool_call", sent)))

    if transport == "stdio":
        assert over_stdio(ask, "--upstream", servers, log=tmp_path / "log") == size
    else:
        with serving("--upstream", servers) as bridge:
            assert over_http(bridge.url, ask) == size


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_what_is_going_on_is_finished_and_no_server_is_left_behind(
    number: signal.Signals, tmp_path: Path
) -> None:
    started = tmp_path / "started"
    servers = config(tmp_path, hand=by_hand(str(started)))

    with serving("--upstream", servers) as bridge:

        async def ask(client: Client[Any]) -> str:
            await client.list_tools()
            arguments = {"seconds": 1.5, "text": "finished"}
            sent = {"name": "mcp__hand__slow", "arguments": arguments}
            calling = asyncio.create_task(client.call_tool("tool_call", sent))
            await asyncio.sleep(0.5)
            bridge.process.send_signal(number)
            return text_of(await calling)

        assert over_http(bridge.url, ask) == "finished"
        assert bridge.process.wait(timeout=PATIENCE) == (0 if number == signal.SIGTERM else 130)
        assert bridge.event("call", tool="slow")["outcome"] == "dispatch"
    pid = int(started.read_text(encoding="utf-8").split()[0])
    with pytest.raises(ProcessLookupError):
        os.kill(pid, 0)
