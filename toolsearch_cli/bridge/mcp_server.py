"""The bridge as MCP speaks it, through the official SDK.

Results leave as they are: the SDK's own models would drop what they do not know. Its checks stay,
for a request reaches the bridge only after them.
"""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from functools import partial
from typing import TYPE_CHECKING, Any, Final

import anyio
from mcp.server.lowlevel import NotificationOptions, Server
from mcp.server.subscriptions import InMemorySubscriptionBus, ListenHandler, ToolsListChanged
from mcp.shared.exceptions import MCPError
from mcp.types import (
    CLIENT_INFO_META_KEY,
    INTERNAL_ERROR,
    INVALID_PARAMS,
    CallToolResult,
    ListToolsResult,
)

from toolsearch_cli import __version__
from toolsearch_cli.bridge.answering import UnknownToolError

if TYPE_CHECKING:
    from collections.abc import Coroutine, Mapping

    from mcp.server.context import CallNext, HandlerResult, ServerRequestContext
    from mcp.server.models import InitializationOptions
    from mcp.server.session import ServerSession
    from mcp.types import CallToolRequestParams, PaginatedRequestParams

    from toolsearch_cli.bridge.answering import Bridge

GOING_DOWN: Final = "going down"
"""What a client is told that comes too late."""

_ENVELOPE: Final = ("resultType", "ttlMs", "cacheScope", "_meta")
_SESSION_HEADER: Final = "mcp-session-id"
_PATIENCE: Final = 5.0
"""Seconds in which a client takes news of a changed list, or does not get it."""
_GONE: Final = (TimeoutError, anyio.BrokenResourceError, anyio.ClosedResourceError)
"""What telling a client raises that has left, or does not listen."""


class BridgeServer(Server[dict[str, Any]]):
    """An MCP server that answers `tools/list` and `tools/call` from a bridge."""

    def __init__(self, bridge: Bridge, most_sessions: int = 1) -> None:
        """Answer from a bridge; past so many sessions, those unheard of for longest get no news."""
        self._bridge = bridge
        self._most_sessions = most_sessions
        self._is_ending = False
        self._bus = InMemorySubscriptionBus()
        self._listening = ListenHandler(self._bus)
        self._clients: OrderedDict[str, ServerSession] = OrderedDict()
        self._telling: set[asyncio.Task[None]] = set()
        super().__init__(
            "toolsearch",
            version=__version__,
            on_list_tools=_no_tools,
            on_call_tool=_no_result,
            on_subscriptions_listen=self._listening,
        )
        self.middleware = [*self.middleware, self._answer]
        bridge.backend.when_changed(self._tell)

    def create_initialization_options(
        self,
        notification_options: NotificationOptions | None = None,
        experimental_capabilities: dict[str, dict[str, Any]] | None = None,
        extensions: dict[str, dict[str, Any]] | None = None,
    ) -> InitializationOptions:
        """Say that the list of tools may change."""
        options = notification_options or NotificationOptions(tools_changed=True)
        return super().create_initialization_options(options, experimental_capabilities, extensions)

    def forget(self, session: str) -> None:
        """Tell a client that left nothing more."""
        self._clients.pop(session, None)

    def say_goodbye(self) -> None:
        """Take no more calls, and end the streams on which clients only wait for news.

        Whatever else is asked is answered: clients ask for it before they take what a call gave.
        """
        self._is_ending = True
        self._listening.close()

    async def _answer(
        self, ctx: ServerRequestContext[dict[str, Any], Any], call_next: CallNext
    ) -> HandlerResult:
        """Let the SDK check a request, then answer it from the bridge."""
        checked = await call_next(ctx)
        if (session := _kept_session(ctx)) is not None:
            self.remember(session, ctx.session)
        if ctx.request_id is None:
            return checked
        session = session or _asking(ctx)
        match ctx.method:
            case "tools/list":
                return _enveloped(checked, {"tools": await self._bridge.tools()})
            case "tools/call":
                called = await self._called(ctx.params or {}, session, ctx.session)
                return _enveloped(checked, called)
            case _:
                return checked

    async def _called(
        self, params: Mapping[str, Any], session: str, client: ServerSession
    ) -> dict[str, Any]:
        if self._is_ending:
            raise MCPError(INTERNAL_ERROR, GOING_DOWN)
        asks_how_far = (params.get("_meta") or {}).get("progressToken") is not None
        told = client.report_progress if asks_how_far else None
        arguments = params.get("arguments") or {}
        try:
            return await self._bridge.call(params["name"], arguments, session, told)
        except UnknownToolError as error:
            raise MCPError(INVALID_PARAMS, error.message) from None

    def remember(self, session: str, client: ServerSession) -> None:
        """Tell a client from now on whenever the list has changed."""
        self._clients[session] = client
        self._clients.move_to_end(session)
        while len(self._clients) > self._most_sessions:
            self._clients.popitem(last=False)

    def _tell(self) -> None:
        """Tell every client that the list has changed, without waiting for any."""
        self._keep(self._bus.publish(ToolsListChanged()))
        for session, client in self._clients.items():
            self._keep(client.send_tool_list_changed(), session)

    def _keep(self, telling: Coroutine[Any, Any, None], session: str | None = None) -> None:
        task = asyncio.ensure_future(asyncio.wait_for(telling, _PATIENCE))
        self._telling.add(task)
        task.add_done_callback(partial(self._told, session))

    def _told(self, session: str | None, task: asyncio.Task[None]) -> None:
        """Tell a client that did not take the news no more, until it asks for something again."""
        self._telling.discard(task)
        if task.cancelled() or (error := task.exception()) is None:
            return
        if session is not None:
            self.forget(session)
        if not isinstance(error, _GONE):
            self._bridge.journal.event("not_told", exception=type(error).__name__)


def _kept_session(ctx: ServerRequestContext[dict[str, Any], Any]) -> str | None:
    """Return what tells this client's session from others, where it is one that lasts.

    Over HTTP it has a name only after the handshake, and in the newest version of the protocol
    there is none: clients of that listen for news where they want it.
    """
    if ctx.request is None:
        return "stdio"
    session = ctx.request.headers.get(_SESSION_HEADER)
    return None if session is None else str(session)


def _asking(ctx: ServerRequestContext[dict[str, Any], Any]) -> str:
    """Return who asks, and from where: all there is to tell clients without a session apart."""
    asking = ((ctx.params or {}).get("_meta") or {}).get(CLIENT_INFO_META_KEY)
    client = getattr(ctx.request, "client", None)
    return f"{getattr(client, 'host', '')} {asking}"


def _enveloped(checked: HandlerResult, result: Mapping[str, Any]) -> dict[str, Any]:
    """Return a result as it is, with what the protocol's version requires of every result.

    `checked` is an empty result of the same method as the SDK would send it.
    """
    envelope = checked if isinstance(checked, dict) else {}
    return {**{key: envelope[key] for key in _ENVELOPE if key in envelope}, **result}


async def _no_tools(
    _ctx: ServerRequestContext[dict[str, Any], Any], _params: PaginatedRequestParams | None
) -> ListToolsResult:
    """Pass the check: the bridge answers."""
    return ListToolsResult(tools=[])


async def _no_result(
    _ctx: ServerRequestContext[dict[str, Any], Any], _params: CallToolRequestParams
) -> CallToolResult:
    """Pass the check: the bridge answers."""
    return CallToolResult(content=[])
