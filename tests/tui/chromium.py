"""A page in a headless Chromium, driven by its DevTools protocol."""

from __future__ import annotations

import asyncio
import base64
import re
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from itertools import count
from typing import TYPE_CHECKING, Any

import aiohttp

from tests.tui.web_serving import PATIENCE

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Callable
    from pathlib import Path

FLAGS = (
    "--headless=new",
    "--no-sandbox",  # it refuses to run as root with one, and only our own page is opened
    "--disable-gpu",
    "--disable-dev-shm-usage",
    "--disable-background-networking",
    "--no-first-run",
    "--remote-debugging-port=0",
    "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1",
)
BINARY = 2
"""The opcode of a WebSocket's frame of bytes."""


@dataclass(slots=True)
class Page:
    """A page, and all that it did since it was opened."""

    devtools: aiohttp.ClientWebSocketResponse
    session: str = ""
    events: list[tuple[str, dict[str, Any]]] = field(default_factory=list)
    numbers: count[int] = field(default_factory=count)

    async def ask(self, method: str, **parameters: Any) -> Any:
        """Have the browser do something; return its answer."""
        number = next(self.numbers)
        message = {"id": number, "method": method, "params": parameters}
        await self.devtools.send_json(
            {**message, "sessionId": self.session} if self.session else message
        )
        while True:
            told = await self._next()
            if told.get("id") == number:
                assert "error" not in told, told
                return told["result"]

    async def _next(self) -> dict[str, Any]:
        """Read one message, and keep it where it is an event."""
        async with asyncio.timeout(PATIENCE):
            told: dict[str, Any] = await self.devtools.receive_json()
        if "method" in told:
            self.events.append((told["method"], told["params"]))
        return told

    async def wait_until(self, true: Callable[[], bool]) -> None:
        """Read events until something is so."""
        async with asyncio.timeout(PATIENCE):
            while not true():
                await self._next()

    async def value_of(self, expression: str) -> Any:
        """Return what an expression is on the page."""
        told = await self.ask("Runtime.evaluate", expression=expression, returnByValue=True)
        return told["result"].get("value")

    async def wait_for(self, expression: str) -> None:
        """Have the page poll until an expression is true."""
        look = f"() => ({expression}) ? done(true) : setTimeout(look, 20)"
        promise = f"new Promise(done => {{ const look = {look}; look(); }})"
        async with asyncio.timeout(PATIENCE):
            await self.ask("Runtime.evaluate", expression=promise, awaitPromise=True)

    async def press(self, key: str) -> None:
        """Press a key that prints itself."""
        await self.ask("Input.dispatchKeyEvent", type="keyDown", key=key, text=key)
        await self.ask("Input.dispatchKeyEvent", type="keyUp", key=key)

    async def picture(self) -> bytes:
        """Return what is seen, as PNG."""
        told = await self.ask("Page.captureScreenshot", format="png")
        return base64.b64decode(told["data"])

    def named(self, event: str) -> list[dict[str, Any]]:
        """Return the events of one kind so far."""
        return [parameters for name, parameters in self.events if name == event]

    def received(self) -> list[str]:
        """Return what came through the WebSocket and is drawn, a text a frame."""
        frames = [told["response"] for told in self.named("Network.webSocketFrameReceived")]
        return [
            base64.b64decode(frame["payloadData"]).decode()
            for frame in frames
            if frame["opcode"] == BINARY
        ]

    def sent(self) -> list[str]:
        """Return what went out through the WebSocket."""
        frames = self.named("Network.webSocketFrameSent")
        return [told["response"]["payloadData"] for told in frames]


@asynccontextmanager
async def opened_page(
    chromium: str, address: str, profile: Path, width: int, height: int
) -> AsyncIterator[Page]:
    """Open an address in a browser of its own."""
    browser = await asyncio.create_subprocess_exec(
        chromium,
        *FLAGS,
        f"--user-data-dir={profile}",
        stdin=asyncio.subprocess.DEVNULL,
        stdout=asyncio.subprocess.DEVNULL,
        stderr=asyncio.subprocess.PIPE,
    )
    assert browser.stderr is not None
    try:
        async with asyncio.timeout(PATIENCE):
            devtools = await _devtools(browser.stderr)
        talking = asyncio.create_task(browser.stderr.read())
        async with (
            aiohttp.ClientSession() as session,
            session.ws_connect(devtools, max_msg_size=0) as socket,
        ):
            page = Page(socket)
            await _attach(page, width, height)
            await page.ask("Page.navigate", url=address)
            yield page
            page.session = ""
            await page.ask("Browser.close")
        await talking
    finally:
        if browser.returncode is None:
            browser.kill()
        await browser.wait()


async def _devtools(said: asyncio.StreamReader) -> str:
    """Return the address that the browser says."""
    async for line in said:
        if found := re.search(r"DevTools listening on (ws://\S+)", line.decode()):
            return found[1]
    raise AssertionError("Chromium did not start")


async def _attach(page: Page, width: int, height: int) -> None:
    """Make a new page the one that is asked, and have it tell what it does."""
    target = await page.ask("Target.createTarget", url="about:blank")
    attached = await page.ask("Target.attachToTarget", targetId=target["targetId"], flatten=True)
    page.session = attached["sessionId"]
    for domain in ("Page", "Network", "Runtime", "Log"):
        await page.ask(f"{domain}.enable")
    size = {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": False}
    await page.ask("Emulation.setDeviceMetricsOverride", **size)
