"""One browser tab: an explorer in a process of its own, and what goes between the two.

Textual's web driver reads and writes packets: a byte for the kind, four for the size (big endian),
the payload. `D` is what a terminal would get or send, `M` a JSON object about the session. The page
sends JSON arrays, `["stdin", "a"]`, and draws the bytes that it gets.
"""

from __future__ import annotations

import asyncio
import json
import os
import re
from asyncio.subprocess import PIPE
from contextlib import suppress
from typing import TYPE_CHECKING, Protocol, cast

if TYPE_CHECKING:
    from asyncio import StreamReader, StreamWriter
    from asyncio.subprocess import Process
    from collections.abc import AsyncIterator, Mapping, Sequence

_READY = b"__GANGLION__\n"
"""What the driver writes before its first packet."""
_HEAD = 5
"""Bytes of a packet before its payload."""
_PATIENCE = 5.0
"""Seconds that an explorer gets to end after its tab was closed."""
_MOST_CELLS = 1_000
_ENDED = "\r\n\x1b[0m toolsearch ended with exit code {code}; the terminal that serves it says why."


class Page(Protocol):
    """The browser's side, as far as a tab needs it."""

    async def send_bytes(self, data: bytes) -> None:
        """Draw what a terminal would get."""

    async def send_str(self, data: str) -> None:
        """Say something in JSON."""

    async def close(self) -> object:
        """End the session: the page says so, and offers another."""


async def run_tab(
    command: Sequence[str], page: Page, messages: AsyncIterator[str], size: Mapping[str, str]
) -> None:
    """Run an explorer until it ends or the page goes; no process is left behind.

    Args:
        command: The program and its words; no shell reads them.
        page: Where it is drawn.
        messages: What the page sends, until it is closed.
        size: The page's `width` and `height` in cells; 80 x 24 where it does not say.
    """
    environment = _environment(_asked(size, "width", 80), _asked(size, "height", 24))
    try:
        process = await asyncio.create_subprocess_exec(
            *command,
            stdin=PIPE,
            stdout=PIPE,
            env=environment,
            # Ctrl-C is for the server, which then ends its tabs.
            start_new_session=True,
        )
    except OSError as error:  # such as too many processes
        await page.send_bytes(f"toolsearch could not be started: {error.strerror}".encode())
        return
    # Both are pipes, which no type says.
    keys, drawn = cast("StreamWriter", process.stdin), cast("StreamReader", process.stdout)
    drawing = asyncio.create_task(_draw(process, drawn, page))
    try:
        await _listen(keys, page, messages)
    finally:
        await _end(process, keys)
        await drawing


def _environment(width: int, height: int) -> dict[str, str]:
    """Return the server's own environment with what Textual's web driver looks for."""
    return {
        **os.environ,
        "TEXTUAL_DRIVER": "toolsearch_cli.tui.web_driver:TabDriver",
        "TEXTUAL_COLOR_SYSTEM": "truecolor",
        "TERM_PROGRAM": "textual",
        "COLUMNS": str(width),
        "ROWS": str(height),
    }


def _asked(size: Mapping[str, str], side: str, default: int) -> int:
    text = size.get(side, "")
    return _cells(int(text)) if re.fullmatch(r"[0-9]{1,9}", text) else default


def _cells(number: int) -> int:
    """Return a width or a height that a screen can have."""
    return max(1, min(number, _MOST_CELLS))


async def _listen(keys: StreamWriter, page: Page, messages: AsyncIterator[str]) -> None:
    """Hand over what the page sends. Nothing waits for a busy explorer: the page may go first."""
    async for text in messages:
        message = _decoded(text)
        match message:
            case ["ping", str(at)]:
                with suppress(ConnectionError):
                    await page.send_str(json.dumps(["pong", at]))
            case ["stdin", str(typed)]:
                keys.write(_packet(b"D", typed.encode("utf-8", "replace")))
            case ["resize", {"width": int(width), "height": int(height)}]:
                cells = {"width": _cells(width), "height": _cells(height)}
                keys.write(_about("resize", **cells))
            case ["focus" | "blur" as kind, *_]:
                keys.write(_about(str(kind)))
            case _:
                pass


def _decoded(text: str) -> object:
    """Return a message's value; None for what is no JSON."""
    try:
        value: object = json.loads(text)
    except (ValueError, RecursionError):
        return None
    return value


def _packet(kind: bytes, payload: bytes) -> bytes:
    return kind + len(payload).to_bytes(_HEAD - 1, "big") + payload


def _about(kind: str, **facts: int) -> bytes:
    return _packet(b"M", json.dumps({"type": kind, **facts}).encode())


async def _draw(process: Process, drawn: StreamReader, page: Page) -> None:
    """Draw what the explorer writes until it ends, then close the page."""
    with suppress(asyncio.IncompleteReadError):
        await drawn.readuntil(_READY)
        while True:
            head = await drawn.readexactly(_HEAD)
            payload = await drawn.readexactly(int.from_bytes(head[1:], "big"))
            if head.startswith(b"D"):
                with suppress(ConnectionError):
                    await page.send_bytes(payload)
    code = await process.wait()
    with suppress(ConnectionError):
        if code > 0:
            await page.send_bytes(_ENDED.format(code=code).encode())
        await page.close()


async def _end(process: Process, keys: StreamWriter) -> None:
    """Ask the explorer to leave, and end it where it does not."""
    keys.write(_about("quit"))
    keys.close()
    try:
        async with asyncio.timeout(_PATIENCE):
            await process.wait()
    except TimeoutError:
        pass
    finally:
        if process.returncode is None:
            process.kill()
