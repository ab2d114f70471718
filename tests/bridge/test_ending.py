"""A bridge that is told to end while calls go on: their results reach whoever waits for them."""

from __future__ import annotations

import asyncio
import os
import signal
import subprocess
import threading
import time
from typing import TYPE_CHECKING, Any

import pytest

from tests.bridge.serving import (
    HELLO,
    PATIENCE,
    by_hand,
    config,
    over_http,
    over_stdio,
    serving,
    text_of,
)
from tests.bridge.test_http import ask

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from fastmcp import Client

SLOW = {"name": "mcp__hand__slow", "arguments": {"seconds": 2, "text": "done"}}
LATE = {"name": "mcp__hand__echo", "arguments": {"text": "late"}}


async def interrupted(client: Client[Any], end: Callable[[], None]) -> tuple[str, str]:
    """Have the bridge told to end during a call; return its result, and what a later one gives.

    The client has not listed tools: it does so before it believes the result.
    """
    calling = asyncio.create_task(client.call_tool("tool_call", SLOW))
    await asyncio.sleep(1)
    end()
    await asyncio.sleep(0.3)
    with pytest.raises(Exception, match="going down") as refused:
        await client.call_tool("tool_call", LATE)
    return text_of(await calling), str(refused.value)


@pytest.mark.parametrize("mode", ["legacy", "auto"])
def test_over_http_a_call_that_was_taken_is_answered_and_no_later_one(
    mode: str, tmp_path: Path
) -> None:
    with serving("--upstream", config(tmp_path, hand=by_hand())) as bridge:
        bridge.event("upstream_up")

        async def run(client: Client[Any]) -> tuple[str, str]:
            return await interrupted(client, bridge.process.terminate)

        assert over_http(bridge.url, run, mode=mode)[0] == "done"
        assert bridge.process.wait(PATIENCE) == 0


@pytest.mark.parametrize("mode", ["legacy", "auto"])
def test_on_standard_streams_too(mode: str, tmp_path: Path) -> None:
    started = tmp_path / "started"

    def end() -> None:
        server = started.read_text(encoding="utf-8").split()[0]
        parent = subprocess.check_output(["ps", "-o", "ppid=", "-p", server])
        os.kill(int(parent), signal.SIGTERM)

    async def run(client: Client[Any]) -> tuple[str, str]:
        return await interrupted(client, end)

    words = ("--upstream", config(tmp_path, hand=by_hand(str(started))))
    assert over_stdio(run, *words, log=tmp_path / "log", mode=mode)[0] == "done"


def test_new_clients_are_told_so_in_their_own_protocol(tmp_path: Path) -> None:
    with serving("--upstream", config(tmp_path, hand=by_hand())) as bridge:
        bridge.event("upstream_up")

        async def slow(client: Client[Any]) -> str:
            return text_of(await client.call_tool("tool_call", SLOW))

        answers: list[str] = []
        asking = threading.Thread(target=lambda: answers.append(over_http(bridge.url, slow)))
        asking.start()
        time.sleep(1.2)
        bridge.process.terminate()
        time.sleep(0.3)
        refused = ask(bridge, "/mcp", "POST", HELLO)
        assert (refused.status, refused.headers["retry-after"]) == (503, "1")
        error = {"code": -32603, "message": "going down"}
        assert refused.json == {"jsonrpc": "2.0", "id": None, "error": error}
        health = ask(bridge, "/healthz")
        assert (health.status, health.json["status"]) == (503, "draining")
        asking.join(PATIENCE)
        assert answers == ["done"]


def test_one_that_has_nothing_to_do_ends_at_once(tmp_path: Path) -> None:
    with serving("--upstream", config(tmp_path, hand=by_hand())) as bridge:
        bridge.event("upstream_up")
        assert bridge.end() == 0
        assert [one for one in bridge.lines if '"stopped"' in one]
