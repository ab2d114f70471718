"""A URL as the two message streams that the SDK's session speaks over: bounded, and unpacked."""

from __future__ import annotations

from contextlib import asynccontextmanager
from typing import TYPE_CHECKING, Any, Final

import httpx2
from mcp.client.sse import sse_client
from mcp.client.streamable_http import streamable_http_client

from toolsearch_cli.live.statuses import answered

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator, AsyncIterator

    from toolsearch_cli.live.configs import Address
    from toolsearch_cli.live.wire import Wire

_ERROR: Final = 400
_ASKS: Final = "POST"
"""Servers need not have a stream to `GET`, nor end a session at `DELETE`."""
_TIMEOUT: Final = httpx2.Timeout(30, read=300)
"""Seconds to reach a server, and between two parts of what it says."""
_PLAIN: Final = "identity"
_EVENTS: Final = "text/event-stream"


WEB_ERRORS: Final = (httpx2.HTTPError, httpx2.InvalidURL, httpx2.StreamError, httpx2.SSEError)
"""What talking to a URL raises."""


class _TooLargeError(httpx2.StreamError):
    """A body that is longer than what is read."""


class _Bounded(httpx2.AsyncByteStream):
    """A body that may not be longer than it should."""

    def __init__(self, stream: httpx2.AsyncByteStream, max_bytes: int, wire: Wire) -> None:
        self._stream = stream
        self._room = max_bytes
        self._wire = wire

    async def __aiter__(self) -> AsyncIterator[bytes]:
        room = self._room
        async for part in self._stream:
            room -= len(part)
            if room < 0:
                self._wire.give_up(f"sent a message of more than {self._room:,} bytes")
                raise _TooLargeError(self._wire.failure)
            yield part

    async def aclose(self) -> None:
        await self._stream.aclose()


@asynccontextmanager
async def address_streams(
    address: Address, wire: Wire, max_bytes: int
) -> AsyncGenerator[tuple[Any, Any]]:
    """Reach a URL and speak with the server there.

    Args:
        address: The URL, its headers, and which of the two transports it speaks.
        wire: Gets what is wrong with its answers.
        max_bytes: Longest message; a longer one ends the connection.

    Raises:
        httpx2.HTTPError: It cannot be reached.
    """

    def client(*_: object, **__: object) -> httpx2.AsyncClient:
        return _client(address, wire, max_bytes)

    url = address.url.text
    if address.transport == "sse":
        async with sse_client(url, httpx_client_factory=client) as streams:
            yield streams
        return
    async with (
        client() as http,
        streamable_http_client(url, http_client=http, max_sse_event_size=max_bytes) as pair,
    ):
        yield pair


def _client(address: Address, wire: Wire, max_bytes: int) -> httpx2.AsyncClient:
    async def forget(request: httpx2.Request) -> None:
        if request.method == _ASKS:
            wire.status = None

    async def look(response: httpx2.Response) -> None:
        """Bound a body before anyone reads it; a packed one, which has no size, is refused."""
        if response.request.method == _ASKS:
            is_error = response.status_code >= _ERROR
            answered(response.status_code if is_error else None)
            if is_error:
                wire.status = response.status_code
        if response.headers.get("content-encoding", _PLAIN) != _PLAIN:
            wire.give_up("sent a packed body, which it was asked not to")
            raise httpx2.DecodingError(wire.failure, request=response.request)
        is_endless = response.headers.get("content-type", "").startswith(_EVENTS)
        if not is_endless and isinstance(response.stream, httpx2.AsyncByteStream):
            response.stream = _Bounded(response.stream, max_bytes, wire)

    headers = {name: value.text for name, value in address.headers}
    return httpx2.AsyncClient(
        headers={**headers, "Accept-Encoding": _PLAIN},
        timeout=_TIMEOUT,
        event_hooks={"request": [forget], "response": [look]},
    )
