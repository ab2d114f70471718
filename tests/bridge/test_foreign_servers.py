"""Servers made with others' libraries behind the bridge, over pipes and HTTP, asked by others."""

from __future__ import annotations

import asyncio
import json
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import pytest
from mcp.client.subscriptions import listen
from mcp.types import ToolListChangedNotification

from tests.bridge.foreign import at_a_port, on_pipes, picture
from tests.bridge.serving import PATIENCE, config, over_http, over_stdio, serving, text_of
from tests.bridge.test_real_servers import inspected

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Iterator

    from fastmcp import Client

    Asking = Callable[[Client[Any]], Awaitable[Any]]

SIZE: Final = 24 << 20
WAYS = [
    ("fastmcp", "pipes", "http"),
    ("fastmcp", "http", "stdio"),
    ("mcp", "pipes", "stdio"),
    ("mcp", "http", "http"),
]
"""The library, how its server is reached, how the bridge is."""
every_way = pytest.mark.parametrize(("library", "behind", "before"), WAYS, ids="-".join)


@contextmanager
def upstream(library: str, behind: str, folder: Path) -> Iterator[str]:
    """Yield the config of a server that is reached that way."""
    if behind == "pipes":
        here = {"cwd": str(Path.cwd())}
        yield config(folder, foreign={**on_pipes(library), **here})
        return
    with at_a_port(library) as (_, url):
        yield config(folder, foreign={"url": url})


def through(tool: str, **arguments: Any) -> dict[str, Any]:
    """Return what a model sends to `tool_call`."""
    return {"name": f"mcp__foreign__{tool}", "arguments": arguments}


def asked(before: str, servers: str, ask: Asking, folder: Path, **options: Any) -> Any:
    """Ask a bridge before those servers, over standard streams or HTTP."""
    if before == "stdio":
        return over_stdio(ask, "--upstream", servers, log=folder / "log", **options)
    with serving("--upstream", servers) as bridge:
        return over_http(bridge.url, ask, **options)


async def said(client: Client[Any], tool: str, **arguments: Any) -> str:
    return text_of(await client.call_tool("tool_call", through(tool, **arguments)))


@every_way
def test_a_tool_is_found_described_and_called(
    library: str, behind: str, before: str, tmp_path: Path
) -> None:
    async def ask(client: Client[Any]) -> Any:
        assert "mcp__foreign__echo" in str(await client.list_tools())
        found = text_of(await client.call_tool("tool_search", {"query": "say it again"}))
        assert json.loads(found)["matches"][0]["name"] == "mcp__foreign__echo"
        described = await client.call_tool("tool_describe", {"name": "mcp__foreign__echo"})
        assert json.loads(text_of(described))["parameters"]["required"] == ["text"]
        for spelling in ("echo", "foreign/echo", "mcp__other__echo", "tool_call"):
            sent = {"name": spelling, "arguments": {"text": "x"}}
            assert (await client.call_tool("tool_call", sent, raise_on_error=False)).is_error
        return await client.call_tool_mcp("tool_call", through("echo", text="\u202eé\x00"))

    with upstream(library, behind, tmp_path) as servers:
        result = asked(before, servers, ask, tmp_path)
    assert text_of(result) == "\u202eé\x00"
    assert result.structured_content == {"result": "\u202eé\x00"}


@every_way
def test_a_changed_list_is_told_once_to_clients_that_shook_hands(
    library: str, behind: str, before: str, tmp_path: Path
) -> None:
    news: asyncio.Queue[Any] = asyncio.Queue()

    async def heard(message: Any) -> None:
        if isinstance(message, ToolListChangedNotification):
            news.put_nowait(message)

    async def ask(client: Client[Any]) -> str:
        assert "grown" not in str(await client.list_tools())
        assert await said(client, "grow") == "added"
        await asyncio.wait_for(news.get(), PATIENCE)
        assert "mcp__foreign__grown" in str(await client.list_tools())
        answer = await said(client, "grown")
        assert news.empty()
        return answer

    with upstream(library, behind, tmp_path) as servers:
        options = {"mode": "legacy", "message_handler": heard}
        assert asked(before, servers, ask, tmp_path, **options) == "grown"


@every_way
def test_a_changed_list_is_told_to_clients_that_listen(
    library: str, behind: str, before: str, tmp_path: Path
) -> None:
    async def ask(client: Client[Any]) -> str:
        async with listen(client.session, tools_list_changed=True) as news:
            assert "grown" not in str(await client.list_tools())
            await said(client, "grow")
            async for _ in news:
                return await said(client, "grown")
        return "nothing was told"

    with upstream(library, behind, tmp_path) as servers:
        assert asked(before, servers, ask, tmp_path) == "grown"


@every_way
def test_a_text_of_24_megabytes_arrives_whole(
    library: str, behind: str, before: str, tmp_path: Path
) -> None:
    async def ask(client: Client[Any]) -> int:
        result = await client.call_tool_mcp("tool_call", through("big", size=SIZE))
        assert result.structured_content == {"result": "x" * SIZE}
        return len(text_of(result))

    with upstream(library, behind, tmp_path) as servers:
        assert asked(before, servers, ask, tmp_path) == SIZE


@every_way
def test_pictures_of_24_megabytes_arrive_whole_and_in_order(
    library: str, behind: str, before: str, tmp_path: Path
) -> None:
    count, size = 6, SIZE // 8  # as base64 four bytes for three: 24 MB

    async def ask(client: Client[Any]) -> Any:
        result = await client.call_tool("tool_call", through("pictures", count=count, size=size))
        return result.content

    with upstream(library, behind, tmp_path) as servers:
        *shown, end = asked(before, servers, ask, tmp_path)
    expected = [picture(number, size) for number in range(count)]
    assert [one.data for one in shown] == [one.data for one in expected]
    assert end.text == "that is all"


@every_way
def test_none_of_200_calls_is_lost_and_none_gets_another_s_answer(
    library: str, behind: str, before: str, tmp_path: Path
) -> None:
    async def ask(client: Client[Any]) -> list[str]:
        calls = (said(client, "wait", seconds=n % 7 / 50, text=f"<{n}>") for n in range(200))
        return await asyncio.gather(*calls)

    with upstream(library, behind, tmp_path) as servers:
        assert asked(before, servers, ask, tmp_path) == [f"<{n}>" for n in range(200)]


def test_the_inspector_gets_24_megabytes_too(tmp_path: Path) -> None:
    """Over HTTP: on standard streams its SDK gives up at messages of more than 10 MB."""
    with (
        upstream("fastmcp", "pipes", tmp_path) as servers,
        serving("--upstream", servers) as bridge,
    ):
        address = (bridge.url, "--transport", "http", "--method", "tools/call")
        name = ("--tool-name", "tool_call", "--tool-arg", "name=mcp__foreign__big")
        sent = ("--tool-arg", f'arguments={{"size": {SIZE}}}')
        answer = inspected(*address, *name, *sent)
    assert answer["content"] == [{"type": "text", "text": "x" * SIZE}]


def test_the_inspector_sees_what_has_been_added(tmp_path: Path) -> None:
    with upstream("fastmcp", "http", tmp_path) as servers, serving("--upstream", servers) as bridge:

        def listed() -> str:
            address = (bridge.url, "--transport", "http")
            return json.dumps(inspected(*address, "--method", "tools/list"))

        assert "mcp__foreign__echo" in listed()
        assert "grown" not in listed()
        over_http(bridge.url, lambda client: said(client, "grow"))
        bridge.event("tools_changed", source="foreign")
        assert "mcp__foreign__grown" in listed()
