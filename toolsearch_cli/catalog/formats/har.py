"""HAR files, as browsers and proxies save them: MCP over HTTP, and requests to models."""

from __future__ import annotations

import base64
import re
import zlib
from dataclasses import replace
from datetime import datetime
from typing import TYPE_CHECKING, Final
from urllib.parse import urlsplit

from toolsearch_cli.catalog.conversations import FAILED, Conversations, Message
from toolsearch_cli.catalog.document import Format, Remarks
from toolsearch_cli.catalog.formats import request
from toolsearch_cli.catalog.json_text import (
    Decoded,
    TextError,
    decode_json,
    decode_json_values,
)
from toolsearch_cli.catalog.model import Provenance, Source
from toolsearch_cli.errors import NoToolsError

if TYPE_CHECKING:
    from collections.abc import Iterator

    from toolsearch_cli.catalog.document import Document
    from toolsearch_cli.catalog.model import Json

_USUAL_PATHS: Final = ("/mcp", "/sse", "/messages", "/message")
_WORTH_READING: Final = ('"jsonrpc"', '"tools"')
_GZIP: Final = b"\x1f\x8b"
_MOST_UNPACKED: Final = 64 << 20
"""Bytes of one packed body."""
_RESPONSE: Final = "response"
_ACCEPTED: Final = 202
_FIRST_NOT_DONE: Final = 300
"""The least HTTP status under which nothing was done."""
_SPOKEN: Final = re.compile(r"json|event-stream", re.IGNORECASE)
_DATA_LINE: Final = re.compile(r"^data: ?(.*)", re.MULTILINE)


def recognises(value: Json) -> bool:
    """Whether it has entries under `log`."""
    log = value.get("log") if isinstance(value, dict) else None
    return isinstance(log, dict) and isinstance(log.get("entries"), list)


def read(document: Document) -> tuple[Source, ...]:
    """Read the last complete list of each server; without any, the last request's tools.

    Raises:
        InputError: The structure has a wrong type.
        NoToolsError: No body holds tools.
    """
    value = document.expect_object(document.value, "")
    log = document.expect_object(document.member(value, "log", ""), "/log")
    entries = document.expect_array(document.member(log, "entries", "/log"), "/log/entries")
    conversations = Conversations(document, log_names=False)
    requests: list[tuple[Json, str]] = []
    for index, entry in _in_order(entries):
        messages = tuple(_messages(document, entry, f"/log/entries/{index}"))
        spoken = [one for one in messages if "jsonrpc" in one.body]
        _take(conversations, entry, spoken)
        requests += [
            (one.body, one.pointer)
            for one in messages
            if "jsonrpc" not in one.body and request.recognises(one.body)
        ]
    try:
        sources = conversations.sources(document.source_name)
    except NoToolsError:
        if not requests:
            raise
        return _of_request(document, *requests[-1], count=len(requests))
    if requests:
        document.remarks.lose("request to a model", "requests to a model", len(requests))
    return sources


def _in_order(entries: list[Json]) -> list[tuple[int, Json]]:
    """Return the entries with their positions, as they began; as they stand where one is silent."""
    numbered = list(enumerate(entries))
    try:
        began = [datetime.fromisoformat(_began(entry)) for entry in entries]
        return sorted(numbered, key=lambda one: began[one[0]])
    except (TypeError, ValueError):  # no time, or one with a zone and one without
        return numbered


def _began(entry: Json) -> str:
    said = entry.get("startedDateTime") if isinstance(entry, dict) else None
    return said if isinstance(said, str) else ""


def _of_request(document: Document, body: Json, pointer: str, *, count: int) -> tuple[Source, ...]:
    if count > 1:
        document.remarks.warn(f"holds {count} requests with tools: the last one counts")
    place = Provenance(document.file, pointer)
    inner = replace(document, value=body, remarks=Remarks())
    try:
        sources = request.read(inner)
    finally:
        document.remarks.include(inner.remarks, place)
    return tuple(
        replace(
            source,
            provenance=place,
            tools=tuple(replace(tool, provenance=place) for tool in source.tools),
        )
        for source in sources
    )


def _messages(document: Document, entry: Json, pointer: str) -> Iterator[Message]:
    """Yield what was sent, then what came back; each address is a server of its own."""
    if not isinstance(entry, dict):
        return
    sent, came = entry.get("request"), entry.get("response")
    url = sent.get("url") if isinstance(sent, dict) else None
    server = _address(url) if isinstance(url, str) else ""
    for holder, key, at in ((sent, "postData", "request"), (came, "content", _RESPONSE)):
        body = holder.get(key) if isinstance(holder, dict) else None
        if isinstance(body, dict):
            place = f"{pointer}/{at}/{key}/text"
            for value in _values(document, body):
                for one in value if isinstance(value, list) else [value]:
                    if isinstance(one, dict):
                        yield Message(one, place, server, in_text=True)


def _take(conversations: Conversations, entry: Json, spoken: list[Message]) -> None:
    """Take the messages of MCP of one entry, and how those went wrong that are not answered."""
    for message in spoken:
        # A request that comes back is the server's own: its id pairs with no answer.
        if not (_came_back(message) and "method" in message.body):
            conversations.take(message)
    if trouble := _trouble(entry, spoken):
        for message in spoken:
            if not _came_back(message):
                conversations.fail(message, trouble)


def _trouble(entry: Json, spoken: list[Message]) -> str:
    """Return how a request of an entry went wrong that has no answer in it; "" where none is due.

    Over the older transport answers come on a stream of their own, and this one is empty.
    """
    came = entry.get("response") if isinstance(entry, dict) else None
    status = came.get("status") if isinstance(came, dict) else None
    if isinstance(status, int) and status >= _FIRST_NOT_DONE:
        return f"answered with HTTP status {status}"
    if any(message.body.get("error") is not None for message in spoken):
        return FAILED
    content = came.get("content") if isinstance(came, dict) else None
    text = content.get("text") if isinstance(content, dict) else None
    is_other = bool(text) and status != _ACCEPTED and not any(map(_came_back, spoken))
    return "answered with what cannot be read as MCP" if is_other else ""


def _came_back(message: Message) -> bool:
    return message.pointer.endswith(f"/{_RESPONSE}/content/text")


def _address(url: str) -> str:
    """Return host and path, without what stands there of every server, and without a password."""
    try:
        parts = urlsplit(url)
    except ValueError:
        return ""
    path = parts.path.rstrip("/")
    for usual in _USUAL_PATHS:
        path = path.removesuffix(usual)
    return parts.netloc.rpartition("@")[2] + path


def _values(document: Document, body: dict[str, Json]) -> tuple[Json, ...]:
    """Return the JSON values of a body: one, or those of an event stream."""
    text = _text(document, body)
    if not any(word in text for word in _WORTH_READING):
        return ()
    for attempt in (decode_json, decode_json_values, _decode_events):
        try:
            if values := attempt(text).values:
                return values
        except TextError:
            continue
    return ()


def _text(document: Document, body: dict[str, Json]) -> str:
    """Return the text of a body, unpacked where it was saved as it went over the wire."""
    text = body.get("text")
    if not isinstance(text, str) or body.get("encoding") != "base64":
        return text if isinstance(text, str) else ""
    try:
        data = base64.b64decode("".join(text.split()), validate=True)
        if data.startswith(_GZIP):
            data = zlib.decompressobj(wbits=31).decompress(data, _MOST_UNPACKED)
        return data.decode("utf-8-sig")
    except (ValueError, zlib.error):
        if _SPOKEN.search(str(body.get("mimeType"))):
            document.remarks.lose("body that cannot be unpacked", "bodies that cannot be unpacked")
        return ""


def _decode_events(text: str) -> Decoded:
    """Decode an event stream, an event of which may be written over several lines."""
    values: list[Json] = []
    for event in re.sub(r"\r\n?", "\n", text).split("\n\n"):
        data = "\n".join(_DATA_LINE.findall(event))
        if data:
            values += decode_json(data).values
    return Decoded(tuple(values))


_EXAMPLE: Final = """\
{
  "log": {
    "version": "1.2",
    "creator": {"name": "proxy", "version": "1"},
    "entries": [
      {
        "startedDateTime": "2026-03-01T09:00:01Z",
        "request": {
          "method": "POST",
          "url": "https://weather.example/mcp",
          "postData": {
            "mimeType": "application/json",
            "text": "{\\"jsonrpc\\":\\"2.0\\",\\"id\\":1,\\"method\\":\\"tools/list\\"}"
          }
        },
        "response": {
          "status": 200,
          "content": {
            "mimeType": "text/event-stream",
            "text": "event: message\\ndata: {\\"jsonrpc\\":\\"2.0\\",\\"id\\":1,\\"result\\":\
{\\"tools\\":[{\\"name\\":\\"forecast\\",\\"description\\":\\"Weather of a place.\\",\
\\"inputSchema\\":{\\"type\\":\\"object\\"}}]}}\\n\\n"
          }
        }
      }
    ]
  }
}
"""

FORMAT = Format(
    name="har",
    summary="a HAR file with MCP over HTTP, or with requests to a model",
    recognises=recognises,
    read=read,
    example=_EXAMPLE,
    lacks=("servers that were not asked while it was written",),
    reading=(
        "Bodies may be JSON, event streams or Base64.",
        "Of each server the last complete list counts; without any, the last request to a model.",
        "A server that did not answer with a list is unknown, and so is one that was not asked.",
    ),
)
