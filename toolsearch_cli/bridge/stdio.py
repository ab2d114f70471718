"""The bridge on standard streams: one client, until it leaves or the process is told to end."""

from __future__ import annotations

import asyncio
import sys
from io import StringIO
from typing import TYPE_CHECKING, Final

import anyio
from anyio.to_thread import run_sync
from mcp.server.stdio import stdio_server
from mcp.shared.message import SessionMessage
from mcp.types import INVALID_REQUEST, ErrorData, JSONRPCError, jsonrpc_message_adapter

from toolsearch_cli.bridge.busy import AFTERMATH
from toolsearch_cli.bridge.refusals import refusals
from toolsearch_cli.errors import ExternalError

if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import BinaryIO

    from mcp.shared._stream_protocols import WriteStream

    from toolsearch_cli.bridge.answering import Bridge
    from toolsearch_cli.bridge.busy import Busy
    from toolsearch_cli.bridge.mcp_server import BridgeServer

_LONGEST: Final = 64 << 20
"""Bytes of a message that is read."""
_SETTLING: Final = 0.1
"""Seconds that a message that was read gets to become a call, and an answer to be written."""


class Given:
    """Standard input, message by message, until its end or until it is time to end."""

    def __init__(
        self,
        stream: BinaryIO,
        ending: asyncio.Event,
        busy: Busy,
        say_goodbye: Callable[[], None],
        most: int = _LONGEST,
    ) -> None:
        self._stream = stream
        self._ending = ending
        self._busy = busy
        self._say_goodbye = say_goodbye
        self._most = most
        """Bytes of the longest message."""
        self.failure: ExternalError | None = None
        """Why it could not be read to its end."""

    async def pass_on(
        self,
        incoming: WriteStream[SessionMessage | Exception],
        outgoing: WriteStream[SessionMessage],
    ) -> None:
        """Hand on each message; after the last one, wait for the calls that are being answered.

        What can only be refused is refused, so that nobody waits for its answer.
        """
        over = asyncio.ensure_future(self._over())
        try:
            async with incoming:
                while (line := await self._next(over)) != b"":
                    await self._take(line, incoming, outgoing)
                await self._settled()
        finally:
            over.cancel()

    async def _take(
        self,
        line: bytes | None,
        incoming: WriteStream[SessionMessage | Exception],
        outgoing: WriteStream[SessionMessage],
    ) -> None:
        if line is None:
            await outgoing.send(SessionMessage(_too_long(self._most)))
            return
        text = line.decode("utf-8", "replace")
        try:
            message = jsonrpc_message_adapter.validate_json(text, by_name=False)
        except ValueError:
            for error in refusals(text):
                await outgoing.send(SessionMessage(error))
        else:
            await incoming.send(SessionMessage(message))

    async def _over(self) -> None:
        """Wait until it is time to end, and then as long as clients need to take their answers."""
        await self._ending.wait()
        self._say_goodbye()
        await self._settled(AFTERMATH)

    async def _settled(self, aftermath: float = 0) -> None:
        await asyncio.sleep(_SETTLING)
        await self._busy.drained(aftermath)
        await asyncio.sleep(_SETTLING)

    async def _next(self, over: asyncio.Future[None]) -> bytes | None:
        """Return the next line; `None` for one that is too long, nothing once all is over."""
        reading = asyncio.ensure_future(
            run_sync(_line, self._stream, self._most, abandon_on_cancel=True)
        )
        try:
            await asyncio.wait((reading, over), return_when=asyncio.FIRST_COMPLETED)
            return reading.result() if reading.done() else b""
        except OSError as error:
            self.failure = ExternalError(f"standard input: {error.strerror or error}")
            return b""
        finally:
            reading.cancel()


def _line(stream: BinaryIO, most: int) -> bytes | None:
    """Read a line; `None` for one that is too long, of which nothing is kept."""
    line = stream.readline(most)
    if len(line) < most or line.endswith(b"\n"):
        return line
    while (more := stream.readline(most)) and not more.endswith(b"\n"):
        pass
    return None


def _too_long(most: int) -> JSONRPCError:
    said = f"A message may have {most:,} bytes at most"
    return JSONRPCError(jsonrpc="2.0", id=None, error=ErrorData(code=INVALID_REQUEST, message=said))


async def serve_stdio(
    server: BridgeServer, bridge: Bridge, ending: asyncio.Event
) -> ExternalError | None:
    """Answer on standard streams until the client leaves or `ending` is set.

    Returns:
        Why a stream failed; `None`: none did. A client that does not read any more has left.
    """
    given = Given(sys.stdin.buffer, ending, bridge.busy, server.say_goodbye)
    failure: ExternalError | None = None
    incoming, reading = anyio.create_memory_object_stream[SessionMessage | Exception]()
    try:
        # Its own way of reading has no bound, and answers nobody who sends what is no message.
        async with (
            stdio_server(stdin=anyio.wrap_file(StringIO())) as (unread, writing),
            unread,
            anyio.create_task_group() as group,
        ):
            group.start_soon(given.pass_on, incoming, writing)
            await server.run(reading, writing, server.create_initialization_options())
    except* (BrokenPipeError, anyio.BrokenResourceError):
        ending.set()
    except* OSError as errors:
        ending.set()
        failure = _failed("standard output", errors)
    return failure or given.failure


def _failed(stream: str, errors: ExceptionGroup[OSError]) -> ExternalError:
    error: BaseException = errors
    while isinstance(error, BaseExceptionGroup):
        error = error.exceptions[0]
    said = error.strerror if isinstance(error, OSError) else None
    return ExternalError(f"{stream}: {said or error}")
