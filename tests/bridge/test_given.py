"""Standard input: what is read, how much of it, and until when."""

from __future__ import annotations

import asyncio
import io
import json
import os
from typing import TYPE_CHECKING, Any

import anyio
from mcp.shared.message import SessionMessage

from toolsearch_cli.bridge.busy import Busy
from toolsearch_cli.bridge.stdio import Given

if TYPE_CHECKING:
    from typing import BinaryIO

PING = b'{"jsonrpc": "2.0", "id": 1, "method": "ping"}\n'
MOST = 200


def taken(stream: BinaryIO) -> tuple[list[Any], list[Any]]:
    """Return what a server would get of an input, and what its client gets at once."""

    async def main() -> tuple[list[Any], list[Any]]:
        ending, busy = asyncio.Event(), Busy()
        given = Given(stream, ending, busy, lambda: None, MOST)
        incoming, passed = anyio.create_memory_object_stream[SessionMessage | Exception](99)
        outgoing, sent = anyio.create_memory_object_stream[SessionMessage](99)
        async with outgoing:
            await given.pass_on(incoming, outgoing)
        async with passed, sent:
            return [one async for one in passed], [one async for one in sent]

    passed, sent = asyncio.run(main())
    return [one.message for one in passed], [one.message for one in sent]


def test_a_line_that_is_too_long_is_refused_and_the_next_one_read() -> None:
    exact = PING[:-1] + b" " * (MOST - len(PING)) + b"\n"
    long = b'{"jsonrpc": "2.0", "id": 2, "method": "' + b"x" * 5 * MOST + b'"}\n'
    passed, sent = taken(io.BytesIO(PING + long + exact + long))
    assert [one.id for one in passed] == [1, 1]
    errors = [json.loads(one.model_dump_json()) for one in sent]
    assert [(one["id"], one["error"]["code"]) for one in errors] == [(None, -32600)] * 2
    assert "200 bytes" in errors[0]["error"]["message"]


def test_in_the_end_what_is_still_asked_is_passed_on_while_calls_go_on() -> None:
    async def main() -> list[str]:
        there, here = os.pipe()
        ending, busy = asyncio.Event(), Busy()
        said: list[str] = []
        with os.fdopen(there, "rb") as stream, os.fdopen(here, "wb", 0) as client:
            given = Given(stream, ending, busy, lambda: said.append("goodbye"))
            incoming, passed = anyio.create_memory_object_stream[SessionMessage | Exception](9)
            outgoing, sent = anyio.create_memory_object_stream[SessionMessage](9)
            with busy.one():
                passing = asyncio.create_task(given.pass_on(incoming, outgoing))
                ending.set()
                await asyncio.sleep(0.5)
                client.write(PING)
                await passed.receive()
                said.append("while a call went on")
            client.write(PING)  # as the client does that got its result
            await passed.receive()
            said.append("after it")
            await passing
            client.close()
        async with passed, outgoing, sent:
            return said

    assert asyncio.run(main()) == ["goodbye", "while a call went on", "after it"]
