"""How long a request may take to arrive: whoever stops in the middle of one holds no place."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any, ClassVar, Final

import h11
from starlette.responses import JSONResponse
from uvicorn.protocols.http.h11_impl import H11Protocol

if TYPE_CHECKING:
    from starlette.types import ASGIApp, Message, Receive, Scope, Send

_LATE: Final = 408


class PromptBodies:
    """Lets through the requests whose bodies arrive in time; refuses the others."""

    def __init__(self, app: ASGIApp, within: float) -> None:
        self._app = app
        self._within = within

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request, or refuse it."""
        arriving = _Arriving(receive, self._within)
        try:
            await self._app(scope, arriving.receive, send)
        except _LateError:
            late = JSONResponse(
                {"error": f"the request did not arrive within {self._within:g} seconds"},
                _LATE,
                {"Connection": "close"},
            )
            await late(scope, receive, send)


class _LateError(Exception):
    """The body of a request did not arrive in time."""


class _Arriving:
    """A body, of which all parts together have some seconds to arrive."""

    def __init__(self, receive: Receive, within: float) -> None:
        self._receive = receive
        self._until = asyncio.get_running_loop().time() + within
        self._is_whole = False

    async def receive(self) -> Message:
        """Return the next part; after the last one, wait for the client to leave."""
        if self._is_whole:
            return await self._receive()
        try:
            async with asyncio.timeout_at(self._until):
                message = await self._receive()
        except TimeoutError:
            raise _LateError from None
        self._is_whole = not message.get("more_body", False)
        return message


class PromptHeads(H11Protocol):
    """Closes a connection on which no head of a request arrives in time."""

    seconds: ClassVar[float]
    """From when it begins to wait for one."""
    _late: asyncio.TimerHandle | None = None

    def __init__(self, *rest: Any, **more: Any) -> None:
        super().__init__(*rest, **more)
        self._look()

    def connection_lost(self, exc: Exception | None) -> None:
        """Wait no more."""
        super().connection_lost(exc)
        self._stop()

    def handle_events(self) -> None:
        """Take what has arrived, and see whether it is a head at last."""
        super().handle_events()
        self._look()

    def _look(self) -> None:
        if self.conn.their_state is not h11.IDLE:
            self._stop()
        elif self._late is None:
            self._late = self.loop.call_later(self.seconds, self.timeout_keep_alive_handler)

    def _stop(self) -> None:
        if self._late is not None:
            self._late.cancel()
            self._late = None


def prompt_protocol(within: float) -> type[asyncio.Protocol]:
    """Return how HTTP is spoken where heads of requests have so many seconds to arrive."""

    class Prompt(PromptHeads):
        seconds = within

    return Prompt
