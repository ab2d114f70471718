"""Servers that do not answer as they should: whoever called is told, and the log says why."""

from __future__ import annotations

import asyncio
import json
import time
from typing import TYPE_CHECKING, Any

import pytest
from mcp.types import ToolListChangedNotification

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

CANCELLED = "notifications/cancelled"
PLANTED = "planted-answer-2718"
BROKEN = (
    f'{{"jsonrpc": "2.0", "id": ID, "result": "{PLANTED}"}}',
    '{"jsonrpc": "2.0", "id": ID, "result": [1]}',
    '{"jsonrpc": "2.0", "id": ID, "result": null}',
    '{"jsonrpc": "2.0", "id": ID}',
    '{"jsonrpc": "2.0", "id": ID, "error": "boom"}',
    '{"jsonrpc": "2.0", "id": ID, "error": {"message": "boom"}}',
    '{"id": ID, "result": {"content": []}}',
    '[{"jsonrpc": "2.0", "id": ID, "result": {"content": []}}]',
    '{"jsonrpc": "2.0", "id": [ID], "result": {"content": []}}',
    f'{{"jsonrpc": "2.0", "id": ID, "result": {{"content": [{{"text": "{PLANTED}',
)


def through(tool: str, **arguments: Any) -> dict[str, Any]:
    """Return what a model sends to `tool_call`."""
    return {"name": f"mcp__hand__{tool}", "arguments": arguments}


def wait_for(file: Path, text: str) -> None:
    """Wait until a file holds a text."""
    until = time.monotonic() + PATIENCE
    while not (file.exists() and text in file.read_text(encoding="utf-8")):
        assert time.monotonic() < until, f"{text} is not in {file}"
        time.sleep(0.05)


def test_an_answer_that_is_no_message_is_told_at_once_and_harms_no_other_call(
    tmp_path: Path,
) -> None:
    servers = config(tmp_path, hand=by_hand())

    async def ask(client: Client[Any]) -> list[str]:
        sent = [through("babble", line=line) for line in BROKEN]
        tried = [
            await client.call_tool("tool_call", one, raise_on_error=False)
            for one in (*sent, through("echo", text="well"))
        ]
        assert [one.is_error for one in tried] == [True] * len(BROKEN) + [False]
        return list(map(text_of, tried))

    with serving("--upstream", servers) as bridge:
        *broken, well = over_http(bridge.url, ask)
        assert bridge.end() == 0
    expected = {"error": "hand answered with what is no message of MCP"}
    assert [json.loads(one) for one in broken] == [expected] * len(BROKEN)
    assert json.loads(well) == {"text": "well"}
    events = [json.loads(line) for line in bridge.lines]
    assert [one["event"] for one in events].count("upstream_up") == 1
    assert [one["event"] for one in events].count("upstream_rubbish") == len(BROKEN)
    calls = [one for one in events if one["event"] == "call"]
    assert [one.get("error") for one in calls] == ["rubbish"] * len(BROKEN) + [None]
    assert PLANTED not in "".join(bridge.lines)


def test_where_nobody_knows_whose_answer_was_broken_all_are_told(tmp_path: Path) -> None:
    servers = config(tmp_path, hand=by_hand())

    async def ask(client: Client[Any]) -> list[str]:
        waiting = client.call_tool("tool_call", through("never"), raise_on_error=False)
        slow = asyncio.create_task(waiting)
        await asyncio.sleep(0.5)
        broken = through("babble", line=BROKEN[0])
        both = await asyncio.gather(
            client.call_tool("tool_call", broken, raise_on_error=False), slow
        )
        return list(map(text_of, both))

    with serving("--upstream", servers) as bridge:
        said = over_http(bridge.url, ask)
        down = bridge.event("upstream_down", source="hand")
        bridge.event("upstream_up", source="hand")
    assert [json.loads(one) for one in said] == [{"error": "hand went away during the call"}] * 2
    assert "no message of MCP" in down["reason"]
    assert PLANTED not in "".join(bridge.lines)


def test_what_a_server_writes_beside_its_messages_disturbs_nobody(tmp_path: Path) -> None:
    noise = 'Listening on port 80\n{"level": "info"}\n'
    line = noise + '{"jsonrpc": "2.0", "id": ID, "result": {"content": []}}'

    async def ask(client: Client[Any]) -> Any:
        return await client.call_tool("tool_call", through("babble", line=line))

    with serving("--upstream", config(tmp_path, hand=by_hand())) as bridge:
        assert over_http(bridge.url, ask).content == []
        assert bridge.event("upstream_rubbish")["is_answer"] is False
        assert bridge.event("call")["outcome"] == "dispatch"


@pytest.mark.parametrize("transport", ["stdio", "http"])
def test_a_call_that_is_never_answered_has_an_end_that_its_server_hears_of(
    transport: str, tmp_path: Path
) -> None:
    heard = tmp_path / "heard"
    words = ("--upstream", config(tmp_path, hand=by_hand(HEARD=str(heard))), "--max-call", "1")

    async def ask(client: Client[Any]) -> str:
        sent = through("never")
        told = text_of(await client.call_tool("tool_call", sent, raise_on_error=False))
        wait_for(heard, CANCELLED)
        again = await client.call_tool("tool_call", through("echo", text="x"))
        assert json.loads(text_of(again)) == {"text": "x"}
        return told

    if transport == "stdio":
        said = over_stdio(ask, *words, log=tmp_path / "log")
        log = (tmp_path / "log").read_text(encoding="utf-8")
    else:
        with serving(*words) as bridge:
            said = over_http(bridge.url, ask)
            assert bridge.end() == 0
        log = "".join(bridge.lines)
    assert json.loads(said) == {"error": "hand did not answer within 1 seconds"}
    assert '"error": "timed_out"' in log


def test_a_call_that_says_how_far_it_is_may_take_longer(tmp_path: Path) -> None:
    async def heard(progress: float, total: float | None, message: str | None) -> None:
        pass

    async def ask(client: Client[Any]) -> str:
        sent = through("steps", pause=0.8)
        return text_of(await client.call_tool("tool_call", sent, progress_handler=heard))

    words = ("--upstream", config(tmp_path, hand=by_hand()), "--max-call", "1")
    assert over_stdio(ask, *words, log=tmp_path / "log") == "done"


@pytest.mark.parametrize("mode", ["legacy", "auto"])
def test_a_client_that_gives_up_is_passed_on(mode: str, tmp_path: Path) -> None:
    heard = tmp_path / "heard"
    words = ("--upstream", config(tmp_path, hand=by_hand(HEARD=str(heard))))

    async def ask(client: Client[Any]) -> None:
        calling = asyncio.create_task(client.call_tool("tool_call", through("never")))
        await asyncio.sleep(1)
        calling.cancel()
        with pytest.raises(asyncio.CancelledError):
            await calling
        await asyncio.to_thread(wait_for, heard, CANCELLED)

    with serving(*words) as bridge:
        over_http(bridge.url, ask, mode=mode)
        assert bridge.event("call", tool="never")["outcome"] == "cancelled"


def test_an_error_of_a_server_is_one_in_the_log_too(tmp_path: Path) -> None:
    servers = config(tmp_path, hand=by_hand())
    with serving("--upstream", servers) as bridge:

        async def ask(client: Client[Any]) -> None:
            with pytest.raises(Exception, match="No"):
                await client.call_tool("tool_call", through("refuses"))

        over_http(bridge.url, ask)
        told = bridge.event("call")
    assert told["tool"] == "refuses"
    assert told["source"] == "hand"
    assert (told["outcome"], told["error"], told["code"]) == ("error", "upstream_error", -32050)


def test_without_its_only_server_a_call_says_which_one_is_missing(tmp_path: Path) -> None:
    barred = tmp_path / "barred"
    barred.touch()
    servers = config(tmp_path, hand=by_hand(BARRED=str(barred)))

    async def ask(client: Client[Any]) -> tuple[list[str], Any]:
        tools = [one.name for one in await client.list_tools()]
        sent = through("echo", text="x")
        return tools, await client.call_tool("tool_call", sent, raise_on_error=False)

    with serving("--upstream", servers) as bridge:
        tools, refused = over_http(bridge.url, ask)
        assert tools == []
        assert refused.is_error
        told = json.loads(text_of(refused))["error"]
        assert told == "Unknown tool: tool_call. Not connected now: hand"
        logged = bridge.event("call")
        assert (logged["error"], logged["wanted"]) == ("not_connected", "mcp__hand__echo")
        barred.unlink()
        bridge.event("upstream_up", source="hand")
        tools, result = over_http(bridge.url, ask)
        assert tools == ["tool_search", "tool_describe", "tool_call"]
        assert json.loads(text_of(result)) == {"text": "x"}


def test_a_refused_call_is_logged_with_what_was_wanted(tmp_path: Path) -> None:
    servers = config(tmp_path, hand=by_hand(), hidden=by_hand())
    refused: list[tuple[str, dict[str, Any]]] = [
        ("tool_call", {"name": "mcp__hidden__echo", "arguments": {"text": PLANTED}}),
        ("tool_call", {"name": "mcp__hand__echo", "arguments": {"number": 1}}),
        ("tool_describe", {"name": "nope"}),
    ]

    async def ask(client: Client[Any]) -> None:
        for name, arguments in refused:
            await client.call_tool(name, arguments, raise_on_error=False)
        with pytest.raises(Exception, match="Unknown tool"):
            await client.call_tool("mcp__hand__echo", {"name": PLANTED})

    with serving("--upstream", servers, "--only", "hand") as bridge:
        over_http(bridge.url, ask)
        assert bridge.end() == 0
    events = [json.loads(line) for line in bridge.lines]
    logged = [one for one in events if one["event"] == "call"]
    wanted = ["mcp__hidden__echo", "mcp__hand__echo", "nope", "mcp__hand__echo"]
    assert [one["wanted"] for one in logged] == wanted
    assert {one["outcome"] for one in logged} == {"error"}
    assert PLANTED not in "".join(bridge.lines)


@pytest.mark.parametrize("transport", ["stdio", "http"])
def test_a_server_that_is_late_is_waited_for_a_little_and_its_coming_is_told(
    transport: str, tmp_path: Path
) -> None:
    hung = tmp_path / "hung"
    hung.touch()
    servers = config(tmp_path, late=by_hand(HUNG=str(hung)), hand=by_hand())
    news: asyncio.Queue[Any] = asyncio.Queue()

    async def heard(message: Any) -> None:
        if isinstance(message, ToolListChangedNotification):
            news.put_nowait(message)

    async def ask(client: Client[Any]) -> None:
        listed = str(await client.list_tools())
        assert "mcp__hand__echo" in listed
        assert "mcp__late__echo" not in listed
        hung.unlink()
        await asyncio.wait_for(news.get(), PATIENCE)
        assert "mcp__late__echo" in str(await client.list_tools())
        assert news.empty(), "one thing that happens is told once"

    words = ("--upstream", servers)
    options = {"mode": "legacy", "message_handler": heard}
    if transport == "stdio":
        over_stdio(ask, *words, log=tmp_path / "log", **options)
        assert '"upstream_waiting", "source": "late"' in (tmp_path / "log").read_text("utf-8")
    else:
        with serving(*words) as bridge:
            over_http(bridge.url, ask, **options)
            bridge.event("upstream_waiting", source="late")
