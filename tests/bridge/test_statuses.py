"""A server at a URL that answers several calls at once: each is told how its own was answered."""

from __future__ import annotations

import asyncio
import json
import threading
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import TYPE_CHECKING, Any

import pytest
from mcp.shared.exceptions import MCPError

from tests.bridge.serving import PATIENCE, config
from toolsearch_cli.live.configs import read_config
from toolsearch_cli.live.session import opened
from toolsearch_cli.live.statuses import answer

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from toolsearch_cli.live.session import Upstream

STATUSES = (404, 200, 400, 503)
_all_there = threading.Barrier(len(STATUSES))


class Asked(BaseHTTPRequestHandler):
    """Introduces itself; a call is answered with the status that it names, all calls together."""

    def do_POST(self) -> None:
        request = json.loads(self.rfile.read(int(self.headers["content-length"])))
        if "id" not in request:
            self.say(202)
        elif request["method"] == "initialize":
            version = request["params"]["protocolVersion"]
            about = {"name": "by hand", "version": "1"}
            result = {"protocolVersion": version, "capabilities": {}, "serverInfo": about}
            self.say(200, {"jsonrpc": "2.0", "id": request["id"], "result": result})
        else:
            _all_there.wait(PATIENCE)
            error = {"code": -32050, "message": "No."}
            status = int(request["params"]["name"])
            self.say(status, {"jsonrpc": "2.0", "id": request["id"], "error": error})

    def do_GET(self) -> None:
        self.say(405)

    def do_DELETE(self) -> None:
        self.say(405)

    def say(self, status: int, value: Any = None) -> None:
        body = b"" if value is None else json.dumps(value).encode()
        self.send_response(status)
        self.send_header("content-type", "application/json")
        self.send_header("content-length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_: object) -> None:
        """Say nothing."""


@contextmanager
def listening() -> Iterator[str]:
    with ThreadingHTTPServer(("127.0.0.1", 0), Asked) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}/mcp"
        server.shutdown()


async def called(upstream: Upstream, status: int) -> int | None:
    with answer() as heard, pytest.raises(MCPError):
        await upstream.request("tools/call", {"name": str(status)})
    return heard.status


def test_each_call_hears_its_own_status(tmp_path: Path) -> None:
    async def main(url: str) -> list[int | None]:
        (entry,) = read_config(tmp_path / "mcp.json").entries({})
        async with opened(entry, {}) as upstream:
            return await asyncio.gather(*(called(upstream, status) for status in STATUSES))

    with listening() as url:
        config(tmp_path, server={"url": url})
        assert asyncio.run(main(url)) == [404, None, 400, 503]
