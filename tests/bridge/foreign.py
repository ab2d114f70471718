"""MCP servers made with libraries that are not ours, to stand behind the bridge.

Run as a program: LIBRARY is `fastmcp` or `mcp` (the official SDK's own server), and with a PORT it
speaks streamable HTTP there instead of standard streams.
"""

from __future__ import annotations

import asyncio
import base64
import socket
import subprocess
import sys
import time
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, Final

import mcp.server.mcpserver as sdk
from fastmcp import Context, FastMCP
from mcp.types import ImageContent, TextContent, ToolListChangedNotification

from tests.bridge.serving import PATIENCE
from tests.process.program import environment

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from contextlib import AbstractContextManager

LIBRARIES: Final = ("fastmcp", "mcp")


def echo(text: str) -> str:
    """Say it again."""
    return text


async def wait(seconds: float, text: str) -> str:
    """Say it later."""
    await asyncio.sleep(seconds)
    return text


def big(size: int) -> str:
    """Say much."""
    return "x" * size


def pictures(count: int, size: int) -> list[ImageContent | TextContent]:
    """Show much."""
    return [*(picture(number, size) for number in range(count)), text("that is all")]


def picture(number: int, size: int) -> ImageContent:
    """Return bytes that claim to be a picture, others for each number."""
    data = base64.b64encode(bytes([number]) * size).decode("ascii")
    return ImageContent(type="image", data=data, mime_type="image/png")


def text(said: str) -> TextContent:
    return TextContent(type="text", text=said)


def grown() -> str:
    """Was not there before."""
    return "grown"


TOOLS: Final[tuple[Callable[..., Any], ...]] = (echo, wait, big)


def of_fastmcp() -> FastMCP:
    server = FastMCP("foreign")
    for one in TOOLS:
        server.tool(one)
    server.tool(pictures, output_schema=None)

    @server.tool
    async def grow(context: Context) -> str:
        """Add a tool and say so."""
        server.tool(grown)
        await context.send_notification(ToolListChangedNotification())
        return "added"

    return server


def of_the_sdk() -> sdk.MCPServer:
    server = sdk.MCPServer("foreign")
    for one in TOOLS:
        server.add_tool(one)
    server.add_tool(pictures, structured_output=False)

    @server.tool()
    async def grow(context: sdk.Context) -> str:
        """Add a tool and say so."""
        server.add_tool(grown)
        await context.session.send_tool_list_changed()
        return "added"

    return server


def on_pipes(library: str) -> dict[str, Any]:
    """Return how a client starts such a server."""
    return {"command": sys.executable, "args": ["-m", "tests.bridge.foreign", library]}


def free_port() -> int:
    """Return a port of this machine at which nobody listens."""
    with socket.create_server(("127.0.0.1", 0)) as free:
        port: int = free.getsockname()[1]
        return port


def at_a_port(
    library: str, port: int = 0
) -> AbstractContextManager[tuple[subprocess.Popen[bytes], str]]:
    """Run such a server over HTTP, on a free port unless told; yield it and its URL."""
    port = port or free_port()
    return listening([sys.executable, "-m", "tests.bridge.foreign", library, str(port)], port)


@contextmanager
def listening(
    command: list[str], port: int, **variables: str
) -> Iterator[tuple[subprocess.Popen[bytes], str]]:
    """Run a server that listens at a port; yield it and its URL once it does."""
    with subprocess.Popen(
        command,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        env=environment(**variables),
    ) as process:
        try:
            _listens(port)
            yield process, f"http://127.0.0.1:{port}/mcp"
        finally:
            process.kill()


def _listens(port: int) -> None:
    until = time.monotonic() + PATIENCE
    while True:
        try:
            socket.create_connection(("127.0.0.1", port)).close()
        except OSError:
            assert time.monotonic() < until, "the server does not listen"
            time.sleep(0.1)
        else:
            return


def main(library: str, port: int | None = None) -> None:
    if library == "fastmcp":
        chosen = {"transport": "stdio"} if port is None else {"transport": "http", "port": port}
        of_fastmcp().run(**chosen, show_banner=False)
    elif port is None:
        of_the_sdk().run("stdio")
    else:
        of_the_sdk().run("streamable-http", port=port)


if __name__ == "__main__":
    main(sys.argv[1], *map(int, sys.argv[2:]))
