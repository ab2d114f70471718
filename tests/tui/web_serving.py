"""`browse --web` as a process: started, spoken to as a page does, and what it leaves behind."""

from __future__ import annotations

import asyncio
import json
import re
import subprocess
import time
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

import aiohttp
import pytest

from tests.process.program import COMMAND, environment

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Callable, Iterator

PATIENCE = 60.0
"""Seconds after which what has not come never will."""
_PROCESSES = Path("/proc")
_ENDED = frozenset("ZX")
"""States of a process that has ended, whether or not somebody has asked."""


@dataclass(frozen=True, slots=True)
class Served:
    """A server that answers."""

    process: subprocess.Popen[bytes]
    address: str
    """Such as `http://127.0.0.1:40001/`."""
    said: str
    """What it said on stderr so far."""

    @property
    def origin(self) -> str:
        return self.address.removesuffix("/")

    @property
    def port(self) -> int:
        return int(self.origin.rpartition(":")[2])


@contextmanager
def served(*words: str, folder: Path) -> Iterator[Served]:
    """Serve an explorer from `folder` on any free port."""
    with subprocess.Popen(
        [*COMMAND, "browse", *words, "--web", "--port", "0"],
        cwd=folder,
        env=environment(),
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    ) as process:
        try:
            yield _answering(process)
        finally:
            process.kill()


def _answering(process: subprocess.Popen[bytes]) -> Served:
    assert process.stderr is not None
    said = ""
    for line in process.stderr:
        said += line.decode()
        if found := re.search(r"http://\S+", said):
            return Served(process, found[0], said)
    pytest.fail(f"it never said where it is: {said}")


def explorers(server: Served) -> list[int]:
    """Return the processes that a server has started and that still run."""
    if not _PROCESSES.is_dir():
        pytest.skip("there is no /proc to look for processes in")
    return [
        int(entry.name)
        for entry in _PROCESSES.iterdir()
        if entry.name.isdecimal() and _parent(int(entry.name)) == server.process.pid
    ]


def runs(process: int) -> bool:
    """Return whether a process has not ended yet."""
    return _parent(process) is not None


def _parent(process: int) -> int | None:
    """Return who started a process; None where it has ended."""
    try:
        told = (_PROCESSES / str(process) / "stat").read_text()
    except OSError:
        return None
    # The name, in parentheses, may hold anything.
    state, parent = told.rpartition(")")[2].split()[:2]
    return None if state in _ENDED else int(parent)


def wait_until(true: Callable[[], bool], what: str) -> None:
    """Poll until something is so."""
    end = time.monotonic() + PATIENCE
    while not true():
        if time.monotonic() > end:
            pytest.fail(f"never came: {what}")
        time.sleep(0.02)


@dataclass(slots=True)
class Tab:
    """A page's side of the WebSocket."""

    socket: aiohttp.ClientWebSocketResponse
    seen: str = field(default="")
    """All that a terminal would have got."""

    async def wait_for(self, *texts: str) -> None:
        """Read until each text was drawn since the last key."""
        async with asyncio.timeout(PATIENCE):
            while not all(text in self.seen for text in texts):
                assert not self.socket.closed, f"closed before {texts} came: {self.seen}"
                await self.read()

    async def wait_for_the_end(self) -> None:
        """Read until the server closes."""
        async with asyncio.timeout(PATIENCE):
            while not self.socket.closed:
                await self.read()

    async def read(self) -> None:
        message = await self.socket.receive()
        if message.type is aiohttp.WSMsgType.BINARY:
            self.seen += message.data.decode()

    async def press(self, key: str) -> None:
        self.seen = ""
        await self.send("stdin", key)

    async def send(self, *message: object) -> None:
        await self.socket.send_str(json.dumps(message))


@asynccontextmanager
async def opened_tab(server: Served, size: str = "width=120&height=40") -> AsyncIterator[Tab]:
    """Open a tab as the page does."""
    headers = {"Origin": server.origin}
    async with (
        aiohttp.ClientSession() as session,
        session.ws_connect(f"{server.address}ws?{size}", headers=headers) as socket,
    ):
        yield Tab(socket)
