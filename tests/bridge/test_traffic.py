"""What counts as a request that is being answered, and what is said to whoever is refused."""

from __future__ import annotations

import asyncio
import json
from typing import TYPE_CHECKING, Any, ClassVar, cast

import anyio
import pytest
from mcp.client.subscriptions import listen
from starlette.responses import Response

from tests.bridge.serving import HELLO, Serving, by_hand, config, over_http, serving
from tests.bridge.test_http import ask
from tests.bridge.test_upstreams import called_anew, grown
from tests.catalogs import TRACKERS, catalog_file
from toolsearch_cli.bridge.answering import Bridge
from toolsearch_cli.bridge.backends import Snapshot
from toolsearch_cli.bridge.gate import Gate
from toolsearch_cli.bridge.http import Door, Traffic
from toolsearch_cli.bridge.journal import Journal
from toolsearch_cli.bridge.mcp_server import BridgeServer
from toolsearch_cli.catalog.model import Catalog
from toolsearch_cli.hosts.scenario import Scenario
from toolsearch_cli.workbench import bridging

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from fastmcp import Client
    from mcp.server.session import ServerSession
    from starlette.types import Message, Receive, Scope, Send


@pytest.fixture(scope="module")
def gateway(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Serving]:
    trackers = catalog_file(tmp_path_factory.mktemp("catalog"), *TRACKERS)
    with serving("-c", trackers, "--host", "arion") as running:
        yield running


@pytest.mark.parametrize("path", ["/mcp", "/mcp/"])
def test_a_client_of_mcp_is_refused_with_an_error_of_its_protocol(
    path: str, gateway: Serving
) -> None:
    refused = ask(gateway, path, "POST", HELLO, Host="evil.example")
    error = {"code": -32600, "message": "Host is not a name of this server"}
    assert refused.status == 421
    assert refused.json == {"jsonrpc": "2.0", "id": None, "error": error}
    assert ask(gateway, "/mcp/search", "POST", {}, Host="evil.example").json == {
        "error": error["message"]
    }


@pytest.mark.parametrize(
    "kind", ["application/json", "text/plain", "application/x-www-form-urlencoded", ""]
)
def test_a_search_may_be_of_any_kind_and_never_of_another_page(kind: str, gateway: Serving) -> None:
    """What a page may send without being asked first is refused by where the page is from."""
    body = {"query": "archive"}
    assert ask(gateway, "/mcp/search", "POST", body, Content_Type=kind).status == 200
    for origin in ("http://evil.example", "http://203.0.113.66", "null"):
        sent = {"Content_Type": kind, "Origin": origin}
        assert ask(gateway, "/mcp/search", "POST", body, **sent).status == 403


def test_streams_that_wait_for_news_are_no_requests_that_are_answered(tmp_path: Path) -> None:
    """With room for one request: it is free again once a client only listens."""

    async def listening(client: Client[Any]) -> str:
        async with listen(client.session, tools_list_changed=True) as news:
            name = await grown(client)
            async for _ in news:
                return await called_anew(client, name)
        return "nothing was told"

    servers = config(tmp_path, hand=by_hand())
    with serving("--upstream", servers, "--max-requests", "1") as bridge:
        assert over_http(bridge.url, listening) == '{"a": 1}'
        assert bridge.end() == 0


class Sessions:
    """Stands in for the server: remembers who left."""

    def __init__(self) -> None:
        self.left: list[str] = []

    def forget(self, session: str) -> None:
        self.left.append(session)


@pytest.mark.parametrize(
    ("method", "path", "status", "left"),
    [
        ("DELETE", "/mcp", 200, ["s-1"]),
        ("DELETE", "/mcp/", 204, ["s-1"]),
        ("DELETE", "/mcp", 404, []),
        ("DELETE", "/mcp", 405, []),
        ("DELETE", "/nowhere", 200, []),
        ("POST", "/mcp", 200, []),
    ],
)
def test_only_a_client_that_left_is_forgotten(
    method: str, path: str, status: int, left: list[str]
) -> None:
    async def app(scope: Scope, receive: Receive, send: Send) -> None:
        await Response(status_code=status)(scope, receive, send)

    async def receive() -> Message:
        return {"type": "http.request"}

    async def send(_: Message) -> None:
        pass

    sessions = Sessions()
    headers = [(b"host", b"localhost"), (b"mcp-session-id", b"s-1")]
    scope = {"type": "http", "method": method, "path": path, "headers": headers}

    async def main() -> None:
        door = Door(app, cast("BridgeServer", sessions), Gate("127.0.0.1"), Traffic(1))
        await door(scope, receive, send)

    asyncio.run(main())
    assert sessions.left == left


class Backed(Snapshot):
    """A catalog that changes when the test says so."""

    tells: ClassVar[list[Callable[[], None]]] = []

    def when_changed(self, tell: Callable[[], None]) -> None:
        self.tells.append(tell)


class Listener:
    """Stands in for a session: news reach it, or fail as they are told to."""

    def __init__(self, error: Exception | None = None) -> None:
        self.error = error
        self.told = 0

    async def send_tool_list_changed(self) -> None:
        self.told += 1
        if self.error is not None:
            raise self.error


def test_news_that_a_client_does_not_take_are_the_last_it_gets() -> None:
    lines: list[str] = []
    clients = {
        "well": Listener(),
        "gone": Listener(anyio.ClosedResourceError()),
        "slow": Listener(TimeoutError()),
        "odd": Listener(KeyError("planted-2718")),
    }

    async def main() -> None:
        scenario = Scenario(host="hermes")
        backend = Backed(Catalog())
        with Bridge(bridging("hermes"), scenario, backend, Journal(lines.append)) as bridge:
            server = BridgeServer(bridge, most_sessions=len(clients))
            for name, client in clients.items():
                server.remember(name, cast("ServerSession", client))
            for _ in range(2):
                backend.tells[-1]()
                await asyncio.sleep(0.05)

    asyncio.run(main())
    assert [one.told for one in clients.values()] == [2, 1, 1, 1]
    events = [json.loads(line) for line in lines]
    assert [(one["event"], one["exception"]) for one in events] == [("not_told", "KeyError")]
    assert "planted-2718" not in "".join(lines)


def test_no_more_clients_are_told_than_there_may_be_sessions() -> None:
    clients = {str(number): Listener() for number in range(4)}

    async def main() -> None:
        backend = Backed(Catalog())
        scenario = Scenario(host="hermes")
        with Bridge(bridging("hermes"), scenario, backend, Journal(list[str]().append)) as bridge:
            server = BridgeServer(bridge, most_sessions=3)
            for name, client in clients.items():
                server.remember(name, cast("ServerSession", client))
            backend.tells[-1]()
            await asyncio.sleep(0.05)

    asyncio.run(main())
    assert [one.told for one in clients.values()] == [0, 1, 1, 1]
