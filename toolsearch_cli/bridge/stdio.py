"""The bridge on standard streams: one client, until it leaves or the process is told to end."""

from __future__ import annotations

import asyncio
import sys
from contextlib import suppress
from typing import TYPE_CHECKING, Final

import anyio
from anyio.to_thread import run_sync
from mcp.server.stdio import stdio_server
from mcp.shared.message import SessionMessage

from toolsearch_cli.bridge.busy import PATIENCE
from toolsearch_cli.bridge.refusals import refusals
from toolsearch_cli.errors import ExternalError

if TYPE_CHECKING:
    from collections.abc import AsyncIterator
    from io import TextIOWrapper

    from mcp.shared._stream_protocols import WriteStream
    from mcp.types import JSONRPCError

    from toolsearch_cli.bridge.answering import Bridge
    from toolsearch_cli.bridge.mcp_server import BridgeServer

_SETTLING: Final = 0.1
"""Seconds that a message that was read gets to become a call, and an answer to be written."""


class Lines(anyio.AsyncFile[str]):
    """Standard input, line by line, until its end or until `ending`; calls are waited for."""

    def __init__(self, given: TextIOWrapper, ending: asyncio.Event, bridge: Bridge) -> None:
        super().__init__(given)
        self._ending = ending
        self._bridge = bridge
        self.writing: WriteStream[SessionMessage] | None = None
        """Takes what is sent to the client."""
        self.failure: ExternalError | None = None
        """Why it could not be read to its end."""

    async def __aiter__(self) -> AsyncIterator[str]:
        """Yield each line; after the last one, wait for the calls that are being answered.

        What can only be refused is refused, so that nobody waits for its answer.
        """
        while not self._ending.is_set():
            line = await self._next()
            if not line:
                break
            refused = refusals(line)
            for error in refused:
                await self._refuse(error)
            if not refused:
                yield line
        await asyncio.sleep(_SETTLING)
        with suppress(TimeoutError):
            await asyncio.wait_for(self._bridge.busy.idle.wait(), PATIENCE)
        await asyncio.sleep(_SETTLING)

    async def _refuse(self, error: JSONRPCError) -> None:
        """Send an error to the client."""
        if self.writing is not None:
            await self.writing.send(SessionMessage(error))

    async def _next(self) -> str:
        """Return the next line; nothing at the end, or once it is time to end."""
        reading = asyncio.ensure_future(run_sync(self.wrapped.readline, abandon_on_cancel=True))
        ending = asyncio.ensure_future(self._ending.wait())
        try:
            await asyncio.wait((reading, ending), return_when=asyncio.FIRST_COMPLETED)
            return reading.result() if reading.done() else ""
        except OSError as error:
            self.failure = ExternalError(f"standard input: {error.strerror or error}")
            return ""
        finally:
            reading.cancel()
            ending.cancel()


async def serve_stdio(
    server: BridgeServer, bridge: Bridge, ending: asyncio.Event
) -> ExternalError | None:
    """Answer on standard streams until the client leaves or `ending` is set.

    Returns:
        Why a stream failed; `None`: none did. A client that does not read any more has left.
    """
    from io import TextIOWrapper

    given = TextIOWrapper(sys.stdin.buffer, encoding="utf-8", errors="replace")
    lines = Lines(given, ending, bridge)
    failure: ExternalError | None = None
    try:
        async with stdio_server(stdin=lines) as (reading, writing):
            lines.writing = writing
            await server.run(reading, writing, server.create_initialization_options())
    except* (BrokenPipeError, anyio.BrokenResourceError):
        ending.set()
    except* OSError as errors:
        ending.set()
        failure = _failed("standard output", errors)
    return failure or lines.failure


def _failed(stream: str, errors: ExceptionGroup[OSError]) -> ExternalError:
    error: BaseException = errors
    while isinstance(error, BaseExceptionGroup):
        error = error.exceptions[0]
    said = error.strerror if isinstance(error, OSError) else None
    return ExternalError(f"{stream}: {said or error}")
