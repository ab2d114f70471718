"""Servers that are reached over HTTP behind the bridge: another bridge, and one that babbles."""

from __future__ import annotations

import json
import threading
from contextlib import ExitStack, contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

import pytest

from tests.bridge.serving import by_hand, call, config, over_http, serving, speak, text_of
from tests.bridge.upstream import RESULTS

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from fastmcp import Client

EAGER = ("--host", "arion", "--set", "tool_disclosure_mode=EAGER")


def test_what_comes_over_http_passes_through_untouched(tmp_path: Path) -> None:
    (tmp_path / "inner").mkdir()
    inner = config(tmp_path / "inner", hand=by_hand())
    given: dict[str, Any] = {"TOOLSEARCH_SERVE_TOKEN": "planted", "INNER_TOKEN": "planted"}
    with serving("--upstream", inner, *EAGER, **given) as bridge:
        headers = {"Authorization": "Bearer ${INNER_TOKEN}"}
        outer = config(tmp_path, inner={"url": bridge.url, "headers": headers})
        asked = [
            call("tool_call", name=f"mcp__inner__hand_{name}", arguments={})
            for name in (*RESULTS, "refuses")
        ]
        *results, refused = speak("--upstream", outer, asked=asked, **given)
    for name, answer in zip(RESULTS, results, strict=True):
        assert json.dumps(answer["result"]) == json.dumps(RESULTS[name]), name
    assert refused["error"] == {"code": -32050, "message": "No.", "data": {"why": ["no", 1.0]}}


def test_a_server_that_goes_and_comes_back_takes_its_tools_along(tmp_path: Path) -> None:
    (tmp_path / "inner").mkdir()
    inner = ("--upstream", config(tmp_path / "inner", hand=by_hand()), *EAGER)

    async def seen(client: Client[Any]) -> tuple[str, Any]:
        listed = str(await client.list_tools())
        sent = {"name": "mcp__inner__hand_echo", "arguments": {"text": "x"}}
        return listed, await client.call_tool("tool_call", sent, raise_on_error=False)

    with ExitStack() as inside, ExitStack() as outside:
        first = inside.enter_context(serving(*inner))
        servers = config(tmp_path, inner={"url": first.url}, steady=by_hand())
        bridge = outside.enter_context(serving("--upstream", servers))
        assert "mcp__inner__hand_echo" in over_http(bridge.url, seen)[0]
        assert first.end() == 0
        listed, result = over_http(bridge.url, seen)
        assert result.is_error
        bridge.event("upstream_down", source="inner")
        listed, result = over_http(bridge.url, seen)
        assert "mcp__inner__hand_echo" not in listed
        assert "mcp__steady__echo" in listed
        inside.enter_context(serving(*inner, port=urlsplit(first.url).port or 0))
        bridge.event("upstream_up", source="inner")
        listed, result = over_http(bridge.url, seen)
        assert "mcp__inner__hand_echo" in listed
        assert json.loads(text_of(result)) == {"text": "x"}


PLANTED = "planted-answer-1618"


class _Babbling(BaseHTTPRequestHandler):
    """Says who it is and lists a tool, and answers calls with the text that they bring."""

    def do_POST(self) -> None:
        asked = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        match asked["method"]:
            case "initialize":
                version = asked["params"]["protocolVersion"]
                server = {"name": "babbling", "version": "1"}
                known = {"protocolVersion": version, "capabilities": {"tools": {}}}
                self._answer(json.dumps(_result(asked, {**known, "serverInfo": server})))
            case "tools/list":
                tool = {"name": "say", "description": "Say.", "inputSchema": {"type": "object"}}
                self._answer(json.dumps(_result(asked, {"tools": [tool]})))
            case "tools/call":
                text = asked["params"]["arguments"]["text"]
                self._answer(text.replace("ID", json.dumps(asked["id"])))
            case _:
                self.send_response(202)
                self.end_headers()

    def _answer(self, body: str) -> None:
        is_stream = body.startswith("event:")
        kind = "text/event-stream" if is_stream else "application/json"
        self.send_response(200)
        self.send_header("Content-Type", kind)
        self.end_headers()
        self.wfile.write(body.encode())

    def log_message(self, *_: Any) -> None:
        """Print nothing."""


def _result(asked: dict[str, Any], result: dict[str, Any]) -> dict[str, Any]:
    return {"jsonrpc": "2.0", "id": asked["id"], "result": result}


@contextmanager
def babbling() -> Iterator[str]:
    """Run such a server; yield its URL."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), _Babbling)
    serving = threading.Thread(target=server.serve_forever)
    serving.start()
    try:
        yield f"http://127.0.0.1:{server.server_port}/mcp"
    finally:
        server.shutdown()
        serving.join()
        server.server_close()


@pytest.mark.parametrize(
    "text",
    [
        "",
        f'{{"jsonrpc": "2.0", "id": ID, "result": "{PLANTED}"}}',
        f'{{"jsonrpc": "2.0", "id": ID, "result": {{"content": "{PLANTED}',
        f'event: message\ndata: {{"jsonrpc": "2.0", "id": ID, "result": "{PLANTED}"}}\n\n',
    ],
    ids=["nothing", "no object", "cut", "in a stream"],
)
def test_an_answer_over_http_that_is_no_message_is_told_at_once(text: str, tmp_path: Path) -> None:
    async def ask(client: Client[Any]) -> Any:
        sent = {"name": "mcp__site__say", "arguments": {"text": text}}
        return await client.call_tool("tool_call", sent, raise_on_error=False)

    with babbling() as url, serving("--upstream", config(tmp_path, site={"url": url})) as bridge:
        told = over_http(bridge.url, ask)
        assert bridge.event("upstream_rubbish", source="site")["is_answer"] is True
        assert bridge.event("call")["error"] == "rubbish"
        assert bridge.end() == 0
    assert json.loads(text_of(told)) == {"error": "site answered with what is no message of MCP"}
    assert PLANTED not in "".join(bridge.lines)
