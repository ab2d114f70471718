"""The explorer in a browser: a server on loopback, and an explorer of its own for each tab.

textual-serve brings the page's terminal (script, styles, fonts), all served from here: nothing is
fetched from elsewhere. Its own server is not used: it starts a shell, lets any page of any site
open a session, and loads a font from a CDN.
"""

from __future__ import annotations

import asyncio
import os
import re
import socket
import sys
from functools import partial
from importlib.resources import files
from string import Template
from typing import TYPE_CHECKING

from toolsearch_cli.errors import ExternalError
from toolsearch_cli.tui.web_tab import run_tab

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Callable, Sequence

    from aiohttp.typedefs import Handler, Middleware
    from aiohttp.web import Application, Request, StreamResponse, WebSocketResponse

LOOPBACK = "127.0.0.1"
_SOCKET = "/ws"
_HOST = re.compile(r"(127\.0\.0\.1|localhost)(:[0-9]{1,5})?")
_HEARTBEAT = 15.0
"""Seconds after which a page that is silently gone is missed."""
_GOODBYE = 2.0
"""Seconds that a page gets to agree that it is closed."""
_PATIENCE = 10.0
"""Seconds that all tabs get to end; each ends its explorer in half of it."""
_FONT_SIZE = "16"
_HEADERS = {
    "Content-Security-Policy": (
        "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; "
        "font-src 'self'; img-src 'self' data:; connect-src 'self' {socket}; "
        "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    ),
    "Cache-Control": "no-store",
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
}


def serve(words: Sequence[str], *, port: int, announce: Callable[[str], None]) -> None:
    """Serve explorers until the user interrupts.

    Args:
        words: The command line of a tab's explorer, without the program: `browse -c a.json`.
        port: Where to listen on 127.0.0.1; 0 for any free port.
        announce: Is told the address as soon as it answers.

    Raises:
        ExternalError: The extra `web` is not installed, or the port cannot be had.
        KeyboardInterrupt: Always, at last: every explorer has ended by then.
    """
    # Without -P the working folder would come first where modules are looked for.
    command = (sys.executable, "-P", "-m", "toolsearch_cli", *words)
    application = _application(command)
    try:
        listening = socket.create_server((LOOPBACK, port))
    except OSError as error:
        raise ExternalError(
            f"port {port}: {os.strerror(error.errno or 0)}", hint="--port 0 takes any free one"
        ) from None
    asyncio.run(_answer(application, listening, announce))


async def _answer(
    application: Application, listening: socket.socket, announce: Callable[[str], None]
) -> None:
    from aiohttp import web

    runner = web.AppRunner(application, access_log=None, shutdown_timeout=_PATIENCE)
    await runner.setup()
    try:
        await web.SockSite(runner, listening).start()
        announce(f"http://{LOOPBACK}:{listening.getsockname()[1]}/")
        await asyncio.Event().wait()
    finally:
        await runner.cleanup()


def _application(command: Sequence[str]) -> Application:
    try:
        import textual_serve
        from aiohttp import web
    except ImportError:
        raise ExternalError(
            "browse --web needs textual-serve, which is not installed",
            hint='pip install "toolsearch-cli[web]"',
        ) from None
    open_pages: set[WebSocketResponse] = set()

    async def close_pages(_: Application) -> None:
        await asyncio.gather(*(page.close() for page in open_pages))

    application = web.Application(middlewares=[_only_from_here()])
    application.add_routes(
        [
            web.get("/", _page),
            web.get("/web.js", _script),
            web.get(_SOCKET, partial(_tab, command, open_pages)),
            web.static("/static", str(files(textual_serve) / "static")),
        ]
    )
    application.on_shutdown.append(close_pages)
    return application


def _only_from_here() -> Middleware:
    """Return what refuses pages of other sites.

    A name that another site lets point to 127.0.0.1 is seen in `Host`; a page of another site that
    opens the WebSocket is seen in `Origin`, which a browser always sends with one.
    """
    from aiohttp import web

    @web.middleware
    async def guard(request: Request, handler: Handler) -> StreamResponse:
        if not _HOST.fullmatch(request.host):
            raise web.HTTPForbidden(text="toolsearch answers to 127.0.0.1 and localhost only\n")
        if request.headers.get("Origin") not in {None, f"http://{request.host}"}:
            raise web.HTTPForbidden(text="toolsearch answers to its own page only\n")
        return await handler(request)

    return guard


async def _page(request: Request) -> StreamResponse:
    from aiohttp import web

    address = f"ws://{request.host}{_SOCKET}"
    text = Template(_own("web.html")).substitute(socket=address, size=_FONT_SIZE)
    headers = {name: value.format(socket=address) for name, value in _HEADERS.items()}
    return web.Response(text=text, content_type="text/html", headers=headers)


async def _script(_: Request) -> StreamResponse:
    from aiohttp import web

    return web.Response(text=_own("web.js"), content_type="text/javascript")


def _own(name: str) -> str:
    return (files("toolsearch_cli.tui") / name).read_text("utf-8")


async def _tab(
    command: Sequence[str], open_pages: set[WebSocketResponse], request: Request
) -> StreamResponse:
    from aiohttp import web

    page = web.WebSocketResponse(heartbeat=_HEARTBEAT, timeout=_GOODBYE)
    await page.prepare(request)
    open_pages.add(page)
    try:
        await run_tab(command, page, _texts(page), request.query)
    finally:
        open_pages.discard(page)
        await page.close()
    return page


async def _texts(page: WebSocketResponse) -> AsyncIterator[str]:
    from aiohttp import WSMsgType

    async for message in page:
        if message.type is WSMsgType.TEXT:
            yield message.data
