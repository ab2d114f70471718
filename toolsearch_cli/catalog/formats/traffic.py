"""Logs of MCP messages, one a line: of stdio, of proxies and gateways, of interceptors.

A line may begin with what a logger put there (`-> `, a time). Answers are paired with requests by
id, pages are joined by cursor, and of each server the last complete list counts.
"""

from __future__ import annotations

import itertools
from typing import TYPE_CHECKING, Final

from toolsearch_cli.catalog.conversations import Conversations, Message
from toolsearch_cli.catalog.document import Format, child

if TYPE_CHECKING:
    from collections.abc import Iterator

    from toolsearch_cli.catalog.document import Document
    from toolsearch_cli.catalog.model import Json, Source

_DIRECTIONS: Final = ("req", "res", "request", "response")
_INSIDE: Final = ("message", "payload", "data", "body")


def recognises(value: Json) -> bool:
    """Whether it holds a message that only a log has: a request, an introduction, a wrapper."""
    if isinstance(value, list):
        batches = [item for item in value if isinstance(item, list)]
        items = itertools.chain(value, *batches)
        return any(_is_logged(item) for item in items if isinstance(item, dict))
    return isinstance(value, dict) and _is_wrapper(value)


def read(document: Document) -> tuple[Source, ...]:
    """Read the last complete list of each server.

    Raises:
        NoToolsError: There is no answer to tools/list.
        InputError: Strictly, an entry is no tool.
    """
    conversations = Conversations(document)
    for message in _messages(document.value, ""):
        conversations.take(message)
    return conversations.sources(document.source_name)


def _messages(value: Json, pointer: str) -> Iterator[Message]:
    """Yield what is said in a document: alone, one a line, or several in a batch on one."""
    if isinstance(value, dict):
        yield from _unwrapped(value, pointer)
        return
    for index, item in enumerate(value if isinstance(value, list) else ()):
        if isinstance(item, dict):
            yield from _unwrapped(item, f"{pointer}/{index}")
        elif not pointer:
            yield from _messages(item, f"{pointer}/{index}")


def _unwrapped(line: dict[str, Json], pointer: str) -> Iterator[Message]:
    server = _server_of(line)
    inner = [key for key in ("request", "response", *_INSIDE) if _is_spoken(line.get(key))]
    for key in inner:
        body = line[key]
        if isinstance(body, dict):
            # A gateway's record has the id and the method beside the message.
            beside: dict[str, Json] = {
                name: line[name] for name in ("id", "method") if name in line
            }
            yield Message({**beside, **body}, child(pointer, key), server)
    if not inner:
        yield Message(line, pointer, server)


def _server_of(line: dict[str, Json]) -> str:
    metadata = line.get("metadata")
    for holder in (metadata if isinstance(metadata, dict) else {}, line):
        for key in ("serverName", "server_name", "server"):
            if isinstance(name := holder.get(key), str):
                return name
    return ""


def _is_spoken(value: Json) -> bool:
    return isinstance(value, dict) and any(
        key in value for key in ("jsonrpc", "result", "error", "params", "method")
    )


def _is_logged(line: dict[str, Json]) -> bool:
    if "jsonrpc" in line:
        result = line.get("result")
        return "method" in line or (isinstance(result, dict) and "serverInfo" in result)
    return _is_wrapper(line)


def _is_wrapper(line: dict[str, Json]) -> bool:
    """Whether it is a record of a message instead of the message."""
    if "jsonrpc" in line or "tools" in line:
        return False
    if line.get("dir") in _DIRECTIONS or line.get("type") in _DIRECTIONS:
        return "method" in line or isinstance(line.get("result"), dict)
    named = isinstance(line.get("metadata"), dict) and "method" in line
    if named and any(isinstance(line.get(key), dict) for key in ("request", "response")):
        return True
    return any(
        isinstance(inner := line.get(key), dict) and "jsonrpc" in inner
        for key in ("request", "response", *_INSIDE)
    )


_EXAMPLE: Final = """\
2026-03-01T09:00:00Z -> {"jsonrpc":"2.0","id":0,"method":"initialize","params":{}}
2026-03-01T09:00:00Z <- {"jsonrpc":"2.0","id":0,"result":{"serverInfo":{"name":"weather"}}}
2026-03-01T09:00:01Z -> {"jsonrpc":"2.0","id":1,"method":"tools/list","params":{}}
2026-03-01T09:00:01Z <- {"jsonrpc":"2.0","id":1,"result":{"tools":[\
{"name":"forecast","description":"Weather of a place.","inputSchema":{"type":"object"}}\
],"nextCursor":"2"}}
2026-03-01T09:00:02Z -> {"jsonrpc":"2.0","id":2,"method":"tools/list","params":{"cursor":"2"}}
2026-03-01T09:00:02Z <- {"jsonrpc":"2.0","id":2,"result":{"tools":[\
{"name":"warnings","description":"Warnings in force.","inputSchema":{"type":"object"}}]}}
"""

FORMAT = Format(
    name="traffic",
    summary="a log of MCP messages, one a line",
    recognises=recognises,
    read=read,
    example=_EXAMPLE,
    lacks=("servers that were not asked while it was written",),
    reading=(
        "Of each server the last complete list counts.",
        "A server that did not answer with a list is unknown, and so is one that was not asked.",
    ),
)
