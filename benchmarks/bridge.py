"""The bridge: memory after many calls, and a call through it beside a direct one.

`python -m benchmarks.bridge` prints both and exits 1 where memory grows past its limit. Linux only.
"""

from __future__ import annotations

import asyncio
import json
import os
import socket
import sys
import time
from contextlib import asynccontextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any, Final

from fastmcp import Client
from fastmcp.client.transports import StdioTransport

from benchmarks.timing import RUNS, Figure

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Awaitable, Callable

FEW, MANY = 2_000, 20_000
GROWTH: Final = 1.1
"""Most resident memory after MANY calls, in multiples of that after FEW."""
AT_ONCE: Final = 20
CALLS: Final = 100
"""Calls of one run, one after another."""

NO_LIMIT: Final = float("inf")
FASTMCP = """
import sys
from fastmcp import FastMCP
server = FastMCP("direct")
@server.tool
def tool_7(text: str) -> str:
    return text
server.run(transport="http", port=int(sys.argv[1]), show_banner=False)
"""
UPSTREAM = """
import json, sys
tools = [{"name": f"tool_{n}", "description": f"Does thing {n}.",
          "inputSchema": {"type": "object", "properties": {"text": {"type": "string"}}}}
         for n in range(50)]
for line in sys.stdin:
    asked = json.loads(line)
    if "id" not in asked:
        continue
    answer = {"jsonrpc": "2.0", "id": asked["id"]}
    match asked["method"]:
        case "initialize":
            answer["result"] = {"protocolVersion": asked["params"]["protocolVersion"],
                                "capabilities": {"tools": {"listChanged": True}},
                                "serverInfo": {"name": "echo", "version": "1"}}
        case "tools/list":
            answer["result"] = {"tools": tools}
        case "tools/call":
            text = json.dumps(asked["params"]["arguments"])
            answer["result"] = {"content": [{"type": "text", "text": text}]}
        case _:
            answer["error"] = {"code": -32601, "message": "Method not found"}
    print(json.dumps(answer), flush=True)
"""
"""The least server that answers: what is measured is what stands before it."""


def main() -> None:
    """Measure, print, and say with the exit code whether the limit is kept."""
    print(f"{os.cpu_count()} cores, {RUNS} runs of {CALLS} calls")
    with TemporaryDirectory() as folder:
        script, config = Path(folder, "upstream.py"), Path(folder, "mcp.json")
        script.write_text(UPSTREAM, encoding="utf-8")
        server = {"command": sys.executable, "args": [str(script)]}
        config.write_text(json.dumps({"mcpServers": {"echo": server}}), encoding="utf-8")
        served = ("-m", "toolsearch_cli", "serve", "--upstream", str(config))
        for figure in asyncio.run(beside_direct(str(script), served, Path(folder))):
            print(figure)
        holds = asyncio.run(memory(served, Path(folder)))
    raise SystemExit(0 if holds else 1)


async def beside_direct(script: str, served: tuple[str, ...], folder: Path) -> list[Figure]:
    """Time calls over standard streams and over HTTP, each beside a direct one, interleaved."""
    direct = StdioTransport(sys.executable, [script], log_file=folder / "direct")
    piped = StdioTransport(sys.executable, list(served), log_file=folder / "piped")
    async with (
        listening(*served, "--http", "0") as (_, url),
        fastmcp_server() as plain_url,
        Client(direct, mode="legacy") as plain,
        Client(piped, mode="legacy") as bridged,
        Client(plain_url) as plain_http,
        Client(url) as bridged_http,
    ):
        asked = [
            lambda: plain.call_tool("tool_7", {"text": "x"}),
            lambda: bridged.call_tool("tool_call", through("tool_7")),
            lambda: plain_http.call_tool("tool_7", {"text": "x"}),
            lambda: bridged_http.call_tool("tool_call", through("tool_7")),
        ]
        floor, ours, floor_http, ours_http = await interleaved(*asked)
    return [
        Figure("through the bridge, standard streams", tuple(ours), tuple(floor), NO_LIMIT),
        Figure("through the bridge, HTTP", tuple(ours_http), tuple(floor_http), NO_LIMIT),
    ]


@asynccontextmanager
async def fastmcp_server() -> AsyncIterator[str]:
    """Run a server of FastMCP's over HTTP: a direct call with nothing of ours in it."""
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    process = await asyncio.create_subprocess_exec(
        sys.executable,
        "-c",
        FASTMCP,
        str(port),
        stdout=asyncio.subprocess.DEVNULL,
        stderr=asyncio.subprocess.DEVNULL,
    )
    try:
        await answering(port)
        yield f"http://127.0.0.1:{port}/mcp"
    finally:
        process.kill()
        await process.wait()


async def answering(port: int) -> None:
    """Wait until somebody listens at a port."""
    while True:
        try:
            _, writer = await asyncio.open_connection("127.0.0.1", port)
        except OSError:
            await asyncio.sleep(0.1)
        else:
            writer.close()
            return


def through(tool: str) -> dict[str, Any]:
    """Return what a model sends to `tool_call`."""
    return {"name": f"mcp__echo__{tool}", "arguments": {"text": "x"}}


async def interleaved(*sides: Callable[[], Awaitable[object]]) -> list[list[float]]:
    """Return the seconds of one call of each side, one entry a run, after a warm-up of each."""
    seconds: list[list[float]] = [[] for _ in sides]
    for run in range(RUNS + 1):
        for side, work in zip(seconds, sides, strict=True):
            start = time.perf_counter()
            for _ in range(CALLS):
                await work()
            if run:
                side.append((time.perf_counter() - start) / CALLS)
    return seconds


@asynccontextmanager
async def listening(*served: str) -> AsyncIterator[tuple[int, str]]:
    """Run a bridge over HTTP; yield its process id and URL."""
    process = await asyncio.create_subprocess_exec(
        sys.executable, *served, stderr=asyncio.subprocess.PIPE
    )
    if process.stderr is None:
        raise RuntimeError("no stderr")
    url = str(json.loads(await process.stderr.readline())["url"])
    reading = asyncio.create_task(process.stderr.read())
    try:
        yield process.pid, url
    finally:
        process.terminate()
        await process.wait()
        await reading


async def memory(served: tuple[str, ...], folder: Path) -> bool:
    """Print the resident memory after FEW and after MANY calls of every kind."""
    record = folder / "recorded.jsonl"
    words = (*served, "--http", "0", "--record", str(record))
    async with listening(*words) as (pid, url), Client(url) as client:
        await many(client, FEW)
        few = resident(pid)
        await many(client, MANY - FEW)
        after = resident(pid)
    ratio = after / few
    holds = ratio <= GROWTH
    print(
        f"memory after {MANY:,} calls: {after:.1f} MB, after {FEW:,}: {few:.1f} MB  "
        f"ratio {ratio:.3f}  limit {GROWTH:g} {'ok' if holds else 'OVER'}"
    )
    return holds


async def many(client: Client[Any], calls: int) -> None:
    """Search, describe, call and fail, AT_ONCE at a time, with words that were not sent before."""

    async def one(number: int) -> None:
        match number % 4:
            case 0:
                await client.call_tool("tool_search", {"query": f"thing {number}"})
            case 1:
                await client.call_tool("tool_describe", {"name": f"mcp__echo__tool_{number % 50}"})
            case 2:
                await client.call_tool("tool_call", through(f"tool_{number % 50}"))
            case _:
                await client.call_tool("tool_call", {"name": f"no_{number}"}, raise_on_error=False)

    for start in range(0, calls, AT_ONCE):
        await asyncio.gather(*map(one, range(start, start + AT_ONCE)))


def resident(pid: int) -> float:
    """Return the resident memory of a process, in MB (10^6 bytes)."""
    pages = int(Path(f"/proc/{pid}/statm").read_text(encoding="ascii").split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE") / 1e6


if __name__ == "__main__":
    main()
