"""A program's standard streams as the two message streams that the SDK's session speaks over.

The SDK's own transport reads lines of any length, passes stderr on, and leaves behind whatever a
server that ends by itself has started. This one does none of these.
"""

from __future__ import annotations

from contextlib import asynccontextmanager
from typing import TYPE_CHECKING, Final, TypeAlias

import anyio
from mcp.shared.message import SessionMessage
from mcp.types import CONNECTION_CLOSED, JSONRPCError, jsonrpc_message_adapter

from toolsearch_cli.catalog.json_text import TextError, TextSyntaxError, decode_json
from toolsearch_cli.live.processes import ended, start, stop

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator, AsyncIterator, Mapping

    from anyio.abc import ByteReceiveStream, ByteSendStream, Process
    from anyio.streams.memory import MemoryObjectReceiveStream, MemoryObjectSendStream

    from toolsearch_cli.live.configs import Program
    from toolsearch_cli.live.wire import Wire

    Incoming: TypeAlias = SessionMessage | Exception
    Streams: TypeAlias = tuple[
        MemoryObjectReceiveStream[Incoming], MemoryObjectSendStream[SessionMessage]
    ]

_INTERVAL: Final = 0.05
"""Seconds between two looks at whether a program has ended."""
_LAST_WORDS: Final = 0.5
"""Seconds in which what an ended program wrote is still read."""
_CLOSED: Final = (anyio.ClosedResourceError, anyio.BrokenResourceError, OSError)


@asynccontextmanager
async def program_streams(
    program: Program, environment: Mapping[str, str], wire: Wire, max_bytes: int
) -> AsyncGenerator[Streams]:
    """Start a program and speak with it; on the way out it and its whole group are ended.

    Args:
        program: What to start.
        environment: The user's, of which it gets the harmless part.
        wire: Gets what comes beside messages.
        max_bytes: Longest message; a longer one ends the connection.

    Raises:
        OSError: It cannot be started.
        ValueError: Its command or environment holds a NUL character.
    """
    process = await start(program, environment)
    try:
        async with anyio.create_task_group() as tasks:
            to_session, incoming = anyio.create_memory_object_stream["Incoming"](0)
            outgoing, from_session = anyio.create_memory_object_stream[SessionMessage](0)
            with to_session, incoming, outgoing, from_session:
                tasks.start_soon(_read_messages, process, to_session, wire, max_bytes)
                tasks.start_soon(_read_stderr, process, wire)
                tasks.start_soon(_write_messages, process, from_session)
                tasks.start_soon(_watch, process, to_session, wire)
                try:
                    yield incoming, outgoing
                finally:
                    incoming.close()
                    outgoing.close()
                    await stop(process)
                    tasks.cancel_scope.cancel()
    finally:
        await stop(process)


async def _read_messages(
    process: Process, session: MemoryObjectSendStream[Incoming], wire: Wire, max_bytes: int
) -> None:
    if process.stdout is None:
        return
    is_heard = True
    with session:
        async for line in _lines(process.stdout, max_bytes, wire):
            if is_heard and (message := _message(line, wire)) is not None:
                _keep_refusal(message, wire)
                try:
                    await session.send(message)
                except _CLOSED:
                    is_heard = False  # read on, so that the program can write its last and end
            if wire.failure:
                return
        await ended(process, _LAST_WORDS)
        wire.exit_code = process.returncode


def _keep_refusal(message: SessionMessage, wire: Wire) -> None:
    """Keep an error that looks like the SDK's own for a connection that ended, and is none."""
    if (
        isinstance(message.message, JSONRPCError)
        and message.message.error.code == CONNECTION_CLOSED
    ):
        wire.refusal = message.message.error.message


async def _lines(stream: ByteReceiveStream, max_bytes: int, wire: Wire) -> AsyncIterator[bytes]:
    """Yield whole lines; give the connection up at one that is too long."""
    parts: list[bytes] = []
    size = 0
    async for chunk in _chunks(stream):
        *ends, rest = chunk.split(b"\n")
        for end in ends:
            yield b"".join((*parts, end))
            parts, size = [], 0
        parts.append(rest)
        size += len(rest)
        if size > max_bytes:
            wire.give_up(f"sent a message of more than {max_bytes:,} bytes")
            return
    if size:
        yield b"".join(parts)


async def _chunks(stream: ByteReceiveStream) -> AsyncIterator[bytes]:
    try:
        async for chunk in stream:
            yield chunk
    except _CLOSED:
        return


def _message(line: bytes, wire: Wire) -> SessionMessage | None:
    """The message on a line; `None` where there is none."""
    text = line.decode("utf-8", "replace").strip()
    if not text:
        return None
    try:
        value = decode_json(text).values[0]
        return SessionMessage(jsonrpc_message_adapter.validate_python(value, by_name=False))
    except TextSyntaxError:
        wire.reject(text)
    except TextError as error:
        wire.give_up(f"sent a message that cannot be read: {error.message}")
    except ValueError:
        wire.reject(text)
    return None


async def _read_stderr(process: Process, wire: Wire) -> None:
    if process.stderr is not None:
        async for chunk in _chunks(process.stderr):
            wire.stderr.add(chunk)


async def _write_messages(
    process: Process, session: MemoryObjectReceiveStream[SessionMessage]
) -> None:
    stdin: ByteSendStream | None = process.stdin
    with session:
        async for sent in session:
            text = sent.message.model_dump_json(by_alias=True, exclude_unset=True)
            if stdin is not None:
                try:
                    await stdin.send(text.encode() + b"\n")
                except _CLOSED:
                    return


async def _watch(process: Process, session: MemoryObjectSendStream[Incoming], wire: Wire) -> None:
    """End the connection where the program ended, also while others hold its pipes open."""
    while True:
        if process.returncode is not None:
            break
        await anyio.sleep(_INTERVAL)
    wire.exit_code = process.returncode
    await anyio.sleep(_LAST_WORDS)
    session.close()
