"""A server that others wrote, reached over HTTP by the bridge."""

from __future__ import annotations

import asyncio
import time
from contextlib import ExitStack
from typing import TYPE_CHECKING, Any

from fastmcp import Client

from tests.bridge.foreign import free_port, listening
from tests.bridge.real import installed
from tests.bridge.serving import PATIENCE, config, over_http, over_stdio, serving, text_of
from tests.bridge.test_real_servers import CALLS, results

if TYPE_CHECKING:
    import subprocess
    from contextlib import AbstractContextManager
    from pathlib import Path


def everything(port: int) -> AbstractContextManager[tuple[subprocess.Popen[bytes], str]]:
    command = [installed("mcp-server-everything"), "streamableHttp"]
    return listening(command, port, PORT=str(port))


def test_results_are_those_of_a_direct_call(tmp_path: Path) -> None:
    async def ask(client: Client[Any]) -> list[str]:
        return await results(client, [(f"everything.{name}", sent) for name, sent in CALLS])

    with everything(free_port()) as (_, url):

        async def directly() -> list[str]:
            async with Client(url, mode="legacy") as client:
                return await results(client, list(CALLS))

        words = ("--upstream", config(tmp_path, everything={"url": url}), "--host", "arion")
        found = over_stdio(ask, *words, log=tmp_path / "log", mode="legacy")
        assert found == asyncio.run(directly())


async def echoed(client: Client[Any]) -> list[str]:
    """Have the server say 200 things, as soon as it is there."""

    async def one(text: str) -> Any:
        sent = {"name": "mcp__everything__echo", "arguments": {"message": text}}
        return await client.call_tool("tool_call", sent, raise_on_error=False)

    until = time.monotonic() + PATIENCE
    while (answer := await one("x")).is_error:
        assert time.monotonic() < until, answer
        await asyncio.sleep(0.2)
    return [text_of(one) for one in await asyncio.gather(*(one(f"<{n}>") for n in range(200)))]


def test_a_server_that_was_started_anew_and_knows_no_session_gets_another(tmp_path: Path) -> None:
    """It answers 400 where others answer 404."""
    port = free_port()
    with ExitStack() as inside:
        process, url = inside.enter_context(everything(port))
        servers = config(tmp_path, everything={"url": url})
        bridge = inside.enter_context(serving("--upstream", servers))
        first = over_http(bridge.url, echoed)
        process.kill()
        process.wait()
        inside.enter_context(everything(port))
        assert over_http(bridge.url, echoed) == first
    assert [f"<{n}>" in said for n, said in enumerate(first)] == [True] * 200
