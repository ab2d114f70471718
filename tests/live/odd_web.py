"""An MCP server over streamable HTTP, without any SDK, that behaves as it is told to."""

from __future__ import annotations

import gzip
import json
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from queue import SimpleQueue
from threading import Event, Thread
from typing import TYPE_CHECKING, Any, Final

from tests.live.odd_server import TOOLS

if TYPE_CHECKING:
    from collections.abc import Iterator

_PATIENCE: Final = 20.0
STATUSES: Final = {"closed-door": 401, "broken": 500, "gone": 404}


class OddWeb(ThreadingHTTPServer):
    """Listens on this machine; keeps what it was sent."""

    daemon_threads = True

    def __init__(self, behaviour: str) -> None:
        super().__init__(("127.0.0.1", 0), _Handler)
        self.behaviour = behaviour
        self.headers: list[dict[str, str]] = []
        """Of each request, by name in lower case."""
        self.methods: list[str] = []
        self.answers: SimpleQueue[bytes | None] = SimpleQueue()
        self.refused = Event()
        """Once it has said that it has no stream of events."""
        self.ending = Event()

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.server_port}/mcp"

    def handle_error(self, request: Any, client_address: Any) -> None:
        """Say nothing of clients that hang up."""


class _Handler(BaseHTTPRequestHandler):
    server: OddWeb

    def do_POST(self) -> None:
        body = self.rfile.read(int(self.headers["Content-Length"]))
        self.server.headers.append({k.lower(): v for k, v in self.headers.items()})
        asked = json.loads(body)
        self.server.methods.append(asked["method"])
        behaviour = self.server.behaviour
        if behaviour in STATUSES:
            self._reply(b'{"oops": true}', status=STATUSES[behaviour])
        elif behaviour == "moved":
            self._reply(b"", status=307, location="http://127.0.0.1:9/elsewhere")
        elif "id" not in asked:
            self._reply(b"", status=202)
        elif behaviour == "silent":
            self.server.ending.wait(_PATIENCE)
        else:
            self._answer(asked, behaviour)

    def do_GET(self) -> None:
        if self.server.behaviour == "old":
            self._stream()
        elif self.server.behaviour == "closed-door":
            self._reply(b"", status=STATUSES["closed-door"])
        else:
            self._reply(b"", status=405)
            self.server.refused.set()

    def _stream(self) -> None:
        """Send answers as the transport before streamable HTTP did: all on one stream."""
        self.send_response(200)
        self.send_header("Content-Type", "text/event-stream")
        self.end_headers()
        self.wfile.write(b"event: endpoint\ndata: /messages\n\n")
        while (answer := self.server.answers.get(timeout=_PATIENCE)) is not None:
            self.wfile.write(b"event: message\ndata: " + answer + b"\n\n")

    def do_DELETE(self) -> None:
        self.server.methods.append("DELETE")
        if self.server.behaviour == "will-not-let-go":
            self.server.ending.wait(_PATIENCE)
        self._reply(b"", status=204)

    def _answer(self, asked: dict[str, Any], behaviour: str) -> None:
        if behaviour.startswith(("locked", "broken-later")) and asked["method"] == "tools/list":
            self._refuse(asked, behaviour)
            return
        result = _introduction(asked) if asked["method"] == "initialize" else _listed(behaviour)
        data = json.dumps({"jsonrpc": "2.0", "id": asked["id"], "result": result}).encode()
        if behaviour == "old":
            self.server.answers.put(data)
            self._reply(b"", status=202)
        elif behaviour == "events":
            self._reply(b"event: message\ndata: " + data + b"\n\n", kind="text/event-stream")
        elif behaviour == "packed":
            self._reply(gzip.compress(data), encoding="gzip")
        elif behaviour == "page" and asked["method"] == "initialize":
            self._reply(b"<html>Welcome</html>", kind="text/html")
        elif behaviour == "broken-json":
            self._reply(data[:-5])
        else:
            self._reply(data, session="s1")

    def _refuse(self, asked: dict[str, Any], behaviour: str) -> None:
        self.server.refused.wait(_PATIENCE)
        error = {"code": -32603, "message": "database is locked"}
        data = json.dumps({"jsonrpc": "2.0", "id": asked["id"], "error": error}).encode()
        if behaviour == "broken-later":
            data = b"{}"
        self._reply(data, status=200 if behaviour == "locked" else 500)

    def _reply(
        self,
        body: bytes,
        *,
        status: int = 200,
        kind: str = "application/json",
        encoding: str = "",
        location: str = "",
        session: str = "",
    ) -> None:
        self.send_response(status)
        given = {
            "Content-Type": kind,
            "Content-Length": str(len(body)),
            "Content-Encoding": encoding,
            "Location": location,
            "Mcp-Session-Id": session,
        }
        for name, value in given.items():
            if value:
                self.send_header(name, value)
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_: Any) -> None:
        """Print nothing."""


def _introduction(asked: dict[str, Any]) -> dict[str, Any]:
    return {
        "protocolVersion": asked["params"]["protocolVersion"],
        "capabilities": {"tools": {}},
        "serverInfo": {"name": "odd-web", "version": "1"},
    }


def _listed(behaviour: str) -> dict[str, Any]:
    if behaviour == "not-a-number":
        return {"tools": [{"name": "x", "inputSchema": {"maximum": float("inf")}}]}
    if behaviour == "large":
        return {"tools": [{"name": "x" * 100_000}]}
    return {"tools": TOOLS}


@contextmanager
def odd_web(behaviour: str = "good") -> Iterator[OddWeb]:
    """Serve until the block ends."""
    with OddWeb(behaviour) as server:
        thread = Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
        thread.start()
        try:
            yield server
        finally:
            server.ending.set()
            server.answers.put(None)
            server.shutdown()
            thread.join()
