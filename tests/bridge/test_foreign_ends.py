"""Servers made with others' libraries that are killed, and come back."""

from __future__ import annotations

import asyncio
import json
import os
import signal
import time
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

import pytest

from tests.bridge.foreign import LIBRARIES, at_a_port, on_pipes
from tests.bridge.serving import PATIENCE, Serving, config, over_http, serving, text_of
from tests.bridge.test_foreign_servers import through

if TYPE_CHECKING:
    from fastmcp import Client


async def echoed(client: Client[Any]) -> str:
    """Have the server say something, as soon as it is there."""
    until = time.monotonic() + PATIENCE
    sent = through("echo", text="x")
    while (answer := await client.call_tool("tool_call", sent, raise_on_error=False)).is_error:
        assert time.monotonic() < until, answer
        await asyncio.sleep(0.2)
    return text_of(answer)


def children(bridge: Serving) -> list[int]:
    pid = bridge.process.pid
    return list(map(int, Path(f"/proc/{pid}/task/{pid}/children").read_text("ascii").split()))


def test_a_program_that_is_killed_during_a_call_is_told_and_comes_back(tmp_path: Path) -> None:
    servers = config(tmp_path, foreign={**on_pipes("fastmcp"), "cwd": str(Path.cwd())})

    with serving("--upstream", servers) as bridge:

        async def ask(client: Client[Any]) -> str:
            waiting = through("wait", seconds=60, text="late")
            await client.list_tools()
            calling = asyncio.create_task(
                client.call_tool("tool_call", waiting, raise_on_error=False)
            )
            await asyncio.sleep(0.5)
            for child in children(bridge):
                os.kill(child, signal.SIGKILL)
            return text_of(await asyncio.wait_for(calling, PATIENCE))

        bridge.event("upstream_up", source="foreign")
        told = over_http(bridge.url, ask)
        assert json.loads(told) == {"error": "foreign went away during the call"}
        assert bridge.event("call")["error"] == "went_away"
        bridge.event("upstream_up", source="foreign")
        assert over_http(bridge.url, echoed) == "x"


def test_a_site_that_is_killed_during_a_call_is_told_and_comes_back(tmp_path: Path) -> None:
    with ExitStack() as inside:
        process, url = inside.enter_context(at_a_port("mcp"))
        servers = config(tmp_path, foreign={"url": url})
        bridge = inside.enter_context(serving("--upstream", servers))

        async def ask(client: Client[Any]) -> str:
            waiting = through("wait", seconds=60, text="late")
            await client.list_tools()
            calling = asyncio.create_task(
                client.call_tool("tool_call", waiting, raise_on_error=False)
            )
            await asyncio.sleep(0.5)
            process.kill()
            return text_of(await asyncio.wait_for(calling, PATIENCE))

        told = over_http(bridge.url, ask)
        assert json.loads(told) == {"error": "foreign went away during the call"}
        assert bridge.event("call")["error"] == "went_away"
        inside.enter_context(at_a_port("mcp", urlsplit(url).port or 0))

        bridge.event("upstream_down", source="foreign")
        bridge.event("upstream_up", source="foreign")
        assert over_http(bridge.url, echoed) == "x"


@pytest.mark.parametrize("library", LIBRARIES)
def test_a_site_that_was_started_anew_does_not_know_the_session_and_gets_another(
    library: str, tmp_path: Path
) -> None:
    with ExitStack() as inside:
        process, url = inside.enter_context(at_a_port(library))
        servers = config(tmp_path, foreign={"url": url})
        bridge = inside.enter_context(serving("--upstream", servers))
        assert over_http(bridge.url, echoed) == "x"
        process.kill()
        process.wait()
        inside.enter_context(at_a_port(library, urlsplit(url).port or 0))
        assert over_http(bridge.url, echoed) == "x"
