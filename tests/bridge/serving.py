"""The bridge as a process, and clients of it that are not ours."""

from __future__ import annotations

import asyncio
import json
import queue
import signal
import subprocess
import sys
import threading
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from fastmcp import Client
from fastmcp.client.transports import StdioTransport

from tests.process.program import COMMAND, environment

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Iterator

UPSTREAM: Final = Path(__file__).with_name("upstream.py")
PATIENCE: Final = 30.0
HELLO: Final[dict[str, Any]] = {
    "jsonrpc": "2.0",
    "id": 1,
    "method": "initialize",
    "params": {
        "protocolVersion": "2025-06-18",
        "capabilities": {},
        "clientInfo": {"name": "by hand", "version": "1"},
    },
}
"""How a client that speaks by hand introduces itself."""


def config(folder: Path, **servers: dict[str, Any]) -> str:
    """Write a client's config and return its path."""
    path = folder / "mcp.json"
    path.write_text(json.dumps({"mcpServers": servers}), encoding="utf-8")
    return str(path)


def by_hand(*arguments: str, **env: str) -> dict[str, Any]:
    """Return how a client starts the server that is written by hand."""
    return {"command": sys.executable, "args": [str(UPSTREAM), *arguments], "env": env}


class Serving:
    """A bridge that listens for HTTP."""

    def __init__(self, process: subprocess.Popen[str]) -> None:
        self.process = process
        self.lines: list[str] = []
        self._news: queue.Queue[str] = queue.Queue()
        self.reading = threading.Thread(target=self._read, daemon=True)
        self.reading.start()
        self.url: str = self.event("started")["url"]

    @property
    def site(self) -> str:
        return self.url.removesuffix("/mcp")

    def _read(self) -> None:
        for line in self.process.stderr or ():
            self.lines.append(line)
            self._news.put(line)

    def event(self, name: str, **about: Any) -> dict[str, Any]:
        """Wait for an event that has not been waited for yet."""
        while True:
            found: dict[str, Any] = json.loads(self._news.get(timeout=PATIENCE))
            if found["event"] == name and about.items() <= found.items():
                return found

    def end(self, number: int = signal.SIGTERM) -> int:
        self.process.send_signal(number)
        return self.process.wait(timeout=PATIENCE)


@contextmanager
def serving(*words: str, port: int = 0, **variables: str) -> Iterator[Serving]:
    """Run a bridge, on any free port unless told."""
    with subprocess.Popen(
        [*COMMAND, "serve", "--http", str(port), *words],
        stderr=subprocess.PIPE,
        stdin=subprocess.DEVNULL,
        text=True,
        env=environment(**variables),
    ) as process:
        running = Serving(process)
        try:
            yield running
        finally:
            process.terminate()
            running.reading.join(PATIENCE)


def over_http(url: str, ask: Callable[[Client[Any]], Awaitable[Any]], **options: Any) -> Any:
    """Let fastmcp's client, made with `options`, ask a bridge over HTTP."""

    async def main() -> Any:
        async with Client(url, **options) as client:
            return await ask(client)

    return asyncio.run(asyncio.wait_for(main(), 4 * PATIENCE))


def over_stdio(
    ask: Callable[[Client[Any]], Awaitable[Any]], *words: str, log: Path, **options: Any
) -> Any:
    """Let fastmcp's client start a bridge and ask it; its stderr goes to `log`."""

    async def main() -> Any:
        transport = StdioTransport(
            COMMAND[0],
            [*COMMAND[1:], "serve", *words],
            env=environment(),
            log_file=log,
            keep_alive=False,
        )
        async with Client(transport, **options) as client:
            return await ask(client)

    return asyncio.run(asyncio.wait_for(main(), 4 * PATIENCE))


def speak(*words: str, asked: list[tuple[str, Any]], **variables: str) -> list[dict[str, Any]]:
    """Write requests to a bridge's stdin and return the messages it answers with, as they came."""
    hello = {
        "protocolVersion": "2025-06-18",
        "capabilities": {},
        "clientInfo": {"name": "by hand", "version": "1"},
    }
    requests = [("initialize", hello), *asked]
    lines = [
        {"jsonrpc": "2.0", "id": number, "method": method, "params": params}
        for number, (method, params) in enumerate(requests)
    ]
    lines.insert(1, {"jsonrpc": "2.0", "method": "notifications/initialized"})
    ran = subprocess.run(
        [*COMMAND, "serve", *words],
        input="".join(json.dumps(line) + "\n" for line in lines),
        capture_output=True,
        text=True,
        env=environment(**variables),
        timeout=4 * PATIENCE,
        check=False,
    )
    assert ran.returncode == 0, ran.stderr
    messages = [json.loads(line) for line in ran.stdout.splitlines()]
    answers = {one["id"]: one for one in messages if "id" in one}
    return [answers[number] for number in range(1, len(requests))]


def call(tool: str, /, **arguments: Any) -> tuple[str, Any]:
    """Return a `tools/call` for `speak`."""
    return "tools/call", {"name": tool, "arguments": arguments}


def text_of(result: Any) -> str:
    """Return the text of a result of fastmcp's client."""
    (content,) = result.content
    return str(content.text)
