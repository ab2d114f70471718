"""The bridge over streamable HTTP: `/mcp`, `/healthz`, and a gateway's `/mcp/search`."""

from __future__ import annotations

import asyncio
import json
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass
from http import HTTPStatus
from typing import TYPE_CHECKING, Final, NamedTuple

import uvicorn
from mcp.server.streamable_http_manager import StreamableHTTPASGIApp, StreamableHTTPSessionManager
from mcp.server.transport_security import RequestBodyLimitMiddleware
from mcp.types import INTERNAL_ERROR, INVALID_REQUEST, ErrorData, JSONRPCError
from starlette.applications import Starlette
from starlette.datastructures import Headers
from starlette.responses import JSONResponse
from starlette.routing import Route

from toolsearch_cli.bridge.arrival import PromptBodies, prompt_protocol
from toolsearch_cli.bridge.backends import sendable
from toolsearch_cli.bridge.busy import AFTERMATH, Busy
from toolsearch_cli.bridge.gate import Refusal
from toolsearch_cli.bridge.mcp_server import GOING_DOWN
from toolsearch_cli.hosts.calls import Posting

if TYPE_CHECKING:
    import socket
    from collections.abc import Callable, Iterator

    from starlette.requests import Request
    from starlette.types import ASGIApp, Message, Receive, Scope, Send

    from toolsearch_cli.bridge.answering import Bridge
    from toolsearch_cli.bridge.gate import Gate
    from toolsearch_cli.bridge.mcp_server import BridgeServer

PATH: Final = "/mcp"
HEALTH: Final = "/healthz"
SEARCH: Final = "/mcp/search"

_SESSION_HEADER: Final = "mcp-session-id"
_VERSION_HEADER: Final = "mcp-protocol-version"
_METHOD_HEADER: Final = "mcp-method"
_LISTEN: Final = "subscriptions/listen"
_ERROR: Final = HTTPStatus.BAD_REQUEST
_REFUSAL_HEADERS: Final[dict[int, dict[str, str]]] = {
    HTTPStatus.UNAUTHORIZED: {"WWW-Authenticate": "Bearer"},
    HTTPStatus.SERVICE_UNAVAILABLE: {"Retry-After": "1"},
}
_SPARE: Final = 16
"""Connections beside those of sessions and requests, so that a refusal can be read."""
_CUT: Final = 1
"""Seconds that streams which never end by themselves get after the requests."""


@dataclass(frozen=True, slots=True)
class Bounds:
    """The most that is taken on at once."""

    body: int
    """Bytes of one request."""
    sessions: int
    requests: int
    """Requests that are being answered; streams that only wait for news are not counted."""
    arrival: float
    """Seconds in which a request must have arrived."""


class Traffic(Busy):
    """The requests that are being answered, and whether more are taken."""

    def __init__(self, most: int) -> None:
        super().__init__()
        self.is_draining = False
        self.cut = asyncio.Event()
        """Set once streams that only wait for news are to end."""
        self._most = most

    def refusal(self, *, is_known: bool) -> str | None:
        """Return why a request is not taken; in the end only those of known clients are."""
        if self.is_draining and not is_known:
            return GOING_DOWN
        return "too many requests at once" if self.now >= self._most else None

    async def until_cut(self, app: ASGIApp, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request, the end of which may be that the server goes down."""
        begun = ended = False

        async def watched(message: Message) -> None:
            nonlocal begun, ended
            begun = True
            ended = message["type"] == "http.response.body" and not message.get("more_body", False)
            await send(message)

        answering = asyncio.ensure_future(app(scope, receive, watched))
        cutting = asyncio.ensure_future(self.cut.wait())
        try:
            await asyncio.wait((answering, cutting), return_when=asyncio.FIRST_COMPLETED)
        finally:
            cutting.cancel()
            is_cut = answering.cancel()
            with suppress(asyncio.CancelledError):
                await answering
        if is_cut and begun and not ended:
            await send({"type": "http.response.body", "body": b"", "more_body": False})


class Door:
    """Lets through what the gate and the traffic allow."""

    def __init__(self, app: ASGIApp, server: BridgeServer, gate: Gate, traffic: Traffic) -> None:
        self._app = app
        self._server = server
        self._gate = gate
        self._traffic = traffic

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request, or refuse it."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        headers = Headers(scope=scope)
        refused = self._gate.refusal(headers, is_open=scope["path"] in (HEALTH, f"{HEALTH}/"))
        if refused is not None:
            await _refused(refused, scope)(scope, receive, send)
        elif scope["method"] == "GET":  # a stream that waits for news, or a look at the health
            await self._traffic.until_cut(self._app, scope, receive, send)
        elif (reason := self._traffic.refusal(is_known=_is_known(scope, headers))) is not None:
            refused = Refusal(HTTPStatus.SERVICE_UNAVAILABLE, reason)
            await _refused(refused, scope)(scope, receive, send)
        else:
            await self._counted(scope, headers, receive, send)

    async def _counted(self, scope: Scope, headers: Headers, receive: Receive, send: Send) -> None:
        """Answer a request, which counts until then, or until its stream only waits for news."""
        with ExitStack() as counting:
            counting.enter_context(self._traffic.one())

            async def watched(message: Message) -> None:
                if message["type"] == "http.response.start" and message["status"] < _ERROR:
                    if headers.get(_METHOD_HEADER) == _LISTEN:
                        counting.close()
                    if scope["method"] == "DELETE" and _is_mcp(scope):
                        self._server.forget(headers.get(_SESSION_HEADER, ""))
                await send(message)

            await self._app(scope, receive, watched)


def _is_mcp(scope: Scope) -> bool:
    return scope["path"] in (PATH, f"{PATH}/")


def _is_known(scope: Scope, headers: Headers) -> bool:
    """Whether a client has introduced itself before, or speaks a version without introductions."""
    return _is_mcp(scope) and (_SESSION_HEADER in headers or _VERSION_HEADER in headers)


def _refused(refusal: Refusal, scope: Scope) -> JSONResponse:
    """Return a refusal, to a client of MCP as an error that it understands."""
    headers = _REFUSAL_HEADERS.get(refusal.status)
    if not _is_mcp(scope):
        return JSONResponse({"error": refusal.reason}, refusal.status, headers)
    is_ours = refusal.status >= HTTPStatus.INTERNAL_SERVER_ERROR
    code = INTERNAL_ERROR if is_ours else INVALID_REQUEST
    error = JSONRPCError(jsonrpc="2.0", id=None, error=ErrorData(code=code, message=refusal.reason))
    return JSONResponse(error.model_dump(exclude_unset=True), refusal.status, headers)


def application(server: BridgeServer, bridge: Bridge, gate: Gate, bounds: Bounds) -> Application:
    """Return the whole site, and what is known of its traffic."""
    sessions = StreamableHTTPSessionManager(
        server, max_sessions=bounds.sessions, max_request_body_size=bounds.body
    )
    traffic = Traffic(bounds.requests)

    async def health(_request: Request) -> JSONResponse:
        status = "draining" if traffic.is_draining else "ok"
        code = HTTPStatus.SERVICE_UNAVAILABLE if traffic.is_draining else HTTPStatus.OK
        return JSONResponse({"status": status, **bridge.backend.standing}, code)

    async def search(request: Request) -> JSONResponse:
        return await _searched(bridge, request)

    routes = [
        *_routes(PATH, StreamableHTTPASGIApp(sessions)),
        *_routes(HEALTH, health, methods=["GET"]),
    ]
    if isinstance(bridge.host, Posting):
        routes += _routes(SEARCH, search, methods=["POST"])
    site = Starlette(routes=routes, lifespan=lambda _: sessions.run())
    bounded = PromptBodies(RequestBodyLimitMiddleware(site, bounds.body), bounds.arrival)
    most = bounds.sessions + bounds.requests + _SPARE
    return Application(Door(bounded, server, gate, traffic), traffic, most, bounds.arrival)


def _routes(
    path: str, endpoint: Callable[..., object], methods: list[str] | None = None
) -> list[Route]:
    """Return a path's routes, with a slash at its end and without: clients send either."""
    return [Route(one, endpoint, methods=methods) for one in (path, f"{path}/")]


class Application(NamedTuple):
    """An ASGI application, and what is going on in it."""

    app: ASGIApp
    traffic: Traffic
    most_connections: int
    arrival: float
    """Seconds in which a request must have arrived."""


async def _searched(bridge: Bridge, request: Request) -> JSONResponse:
    """Answer a search, whatever its body is said to be, as the host does.

    Pages of others never come here: a browser says where they are from.
    """
    try:
        sent = json.loads(await request.body())
    except (ValueError, RecursionError):
        return JSONResponse({"error": "the body is no JSON"}, HTTPStatus.BAD_REQUEST)
    reply = await bridge.posted(sent, f"POST {request.client}")
    if reply is None:
        return JSONResponse({"error": "not found"}, HTTPStatus.NOT_FOUND)
    status = HTTPStatus.BAD_REQUEST if reply.error else HTTPStatus.OK
    return JSONResponse(sendable(reply.result), status)


class _Listener(uvicorn.Server):
    """A server whose process takes its signals elsewhere."""

    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        """Leave them alone."""
        yield


async def serve_http(
    site: Application, server: BridgeServer, listening: socket.socket, ending: asyncio.Event
) -> None:
    """Answer over HTTP until `ending` is set and every request that was taken is answered."""
    listener = _Listener(
        uvicorn.Config(
            site.app,
            http=prompt_protocol(site.arrival),
            log_config=None,
            access_log=False,
            ws="none",
            server_header=False,
            proxy_headers=False,
            limit_concurrency=site.most_connections,
            timeout_graceful_shutdown=_CUT,
        )
    )

    async def drain() -> None:
        await ending.wait()
        site.traffic.is_draining = True
        server.say_goodbye()
        await site.traffic.drained(AFTERMATH)
        site.traffic.cut.set()
        listener.should_exit = True

    draining = asyncio.create_task(drain())
    try:
        await listener.serve(sockets=[listening])
    finally:
        draining.cancel()
