"""Messages between clients and MCP servers, as logs keep them -> the last list of each server."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Final, NamedTuple

from toolsearch_cli.catalog.document import child
from toolsearch_cli.catalog.model import Provenance, Source
from toolsearch_cli.catalog.tool_reading import read_tools
from toolsearch_cli.catalog.unknowns import reasons_in_words
from toolsearch_cli.errors import NoToolsError, ServersOnlyError
from toolsearch_cli.text import visible

if TYPE_CHECKING:
    from collections.abc import Iterator

    from toolsearch_cli.catalog.document import Document
    from toolsearch_cli.catalog.model import Json, Tool

_INITIALIZE: Final = "initialize"
_LIST: Final = "tools/list"
_LISTS: Final = (_LIST, "list_tools")
FAILED: Final = "answered with an error"
"""How a request went wrong whose answer is an error, after the name of the server."""
_MOST_OPEN: Final = 10_000
"""Requests of one server that wait for their answers; a log with more has lost the answers."""


class Message(NamedTuple):
    """One request or answer."""

    body: dict[str, Json]
    """Has `method` and `params`, or `result` or `error`; a log may give an answer its method."""
    pointer: str
    """Of the body, or of the text that it is written in."""
    server: str = ""
    """What the log calls the server; "" where it does not."""
    in_text: bool = False
    """Whether the body is no value of the document itself, but of a text in it."""


@dataclass(slots=True)
class _List:
    """The pages of one answer to tools/list."""

    is_whole: bool
    """Whether it starts with its first page; a log may begin amid a list."""
    pages: list[Message] = field(default_factory=list)


@dataclass(slots=True)
class _Server:
    """What is known of one server so far."""

    name: str
    instructions: str | None = None
    asked: dict[str, tuple[str, Json]] = field(default_factory=dict)
    """By id: the method of a request, and the cursor of a page."""
    awaited: dict[str, _List] = field(default_factory=dict)
    """By the cursor of the next page: lists that are being read, the latest last."""
    latest: _List | None = None
    complete: _List | None = None
    """The last one that has all its pages."""
    lists: int = 0
    introduced: bool = False
    troubles: dict[str, str] = field(default_factory=dict)
    """How a request went wrong, by `initialize` or `tools/list`: "did not answer"."""


class Conversations:
    """Takes messages one after the other; answers are paired by id, pages by cursor."""

    def __init__(self, document: Document, *, log_names: bool = True) -> None:
        """Take the messages of a document.

        Args:
            document: Where they stand.
            log_names: Whether what the log calls a server counts more than what it calls itself.
        """
        self._document = document
        self._log_names = log_names
        self._servers: dict[str, _Server] = {}
        self._speaking: dict[str, str] = {}
        """Which server a log means that does not say: the last to introduce itself."""

    def take(self, message: Message) -> None:
        """Take the next message of the log."""
        body = message.body
        server = self._server(message.server)
        key, method = repr(body.get("id")), body.get("method")
        if not _is_answer(body):
            if isinstance(method, str) and not _is_of_another_protocol(body):
                _ask(server, key, method, body.get("params"))
            return
        request = server.asked.pop(key, None)
        asked, cursor = request or (method, None)
        result = body.get("result")
        if not isinstance(result, dict):
            _note_trouble(server, asked, FAILED)
        elif isinstance(result.get("serverInfo"), dict):
            server.troubles.pop(_INITIALIZE, None)
            self._introduce(message.server, result)
        elif isinstance(result.get("tools"), list) and (asked is None or asked in _LISTS):
            server.troubles.pop(_LIST, None)
            _add_page(server, message, cursor, is_paired=request is not None)
        else:
            _note_trouble(server, asked, "answered without a list of tools")

    def fail(self, request: Message, trouble: str) -> None:
        """Note how a request went wrong, unless an answer to it was taken.

        Args:
            request: One that was taken.
            trouble: What its server did, in words that stand after its name.
        """
        server = self._server(request.server)
        asked = server.asked.pop(repr(request.body.get("id")), None)
        if asked is not None:
            _note_trouble(server, asked[0], trouble)

    def sources(self, source_name: str) -> tuple[Source, ...]:
        """Return the servers that listed their tools, in the order in which they appear.

        Args:
            source_name: The name of one that neither the log nor itself names.

        Raises:
            ServersOnlyError: There is none, but servers with names that did not list theirs.
            NoToolsError: There is none.
            InputError: Strictly, an entry is no tool.
        """
        servers = list(self._servers.values())
        listed = [one for one in servers if one.complete or one.latest]
        for one in servers:
            is_mcp = self._log_names or one.introduced or one.troubles
            if one.name and is_mcp and not (one.complete or one.latest):
                self._document.miss(one.name, f"it {_why(one)}")
        if not listed:
            raise self._nothing_in(servers)
        return tuple(
            self._source(one, chosen, source_name)
            for one in listed
            if (chosen := one.complete or one.latest) is not None
        )

    def _nothing_in(self, servers: list[_Server]) -> NoToolsError:
        failed = any(one.troubles.get(_LIST) == FAILED for one in servers)
        reason = f"holds {'only an error as' if failed else 'no'} answer to tools/list"
        unknown = self._document.remarks.unknown
        if not unknown:
            return NoToolsError(reason, file=self._document.file)
        reason = f"{reason}: {reasons_in_words(unknown)}"
        return ServersOnlyError(reason, file=self._document.file)

    def _server(self, name: str) -> _Server:
        key = self._speaking.get(name, name)
        if key not in self._servers:
            self._servers[key] = _Server(name)
        return self._servers[key]

    def _introduce(self, said: str, result: dict[str, Json]) -> None:
        """Note who speaks."""
        info = result["serverInfo"]
        own = info.get("name") if isinstance(info, dict) else None
        if not said and isinstance(own, str) and own:
            self._speaking[said] = f"\0{own}"
            self._servers.setdefault(f"\0{own}", _Server(own))
            if said in self._servers and not self._servers[said].lists:
                self._servers.pop(said)
        server = self._server(said)
        if isinstance(own, str) and own and not self._log_names:
            server.name = own
        server.introduced, server.awaited, server.asked = True, {}, {}
        instructions = result.get("instructions")
        server.instructions = instructions if isinstance(instructions, str) else None

    def _source(self, server: _Server, chosen: _List, source_name: str) -> Source:
        if server.lists > 1:
            who = f" of {visible(server.name)}" if server.name else ""
            counts = "the last complete one counts" if server.complete else "the last one counts"
            self._document.remarks.warn(f"holds {server.lists} lists of tools{who}: {counts}")
        first, last = chosen.pages[0], chosen.pages[-1]
        page = last.body["result"]
        has_more = isinstance(page, dict) and self._document.has_more(
            page, child(last.pointer, "result")
        )
        if has_more and (trouble := server.troubles.get(_LIST)):
            self._document.remarks.warn(
                f"asked for its next page, the server {trouble}", last.pointer
            )
        if not chosen.is_whole:
            self._document.remarks.warn(
                "the list is incomplete: its first page is not in the log", first.pointer
            )
        return Source(
            name=server.name or source_name,
            tools=tuple(tool for message in chosen.pages for tool in self._tools(message)),
            provenance=Provenance(self._document.file, first.pointer),
            instructions=server.instructions,
            incomplete=has_more or not chosen.is_whole,
            is_named=bool(server.name),
        )

    def _tools(self, message: Message) -> Iterator[Tool]:
        result = message.body["result"]
        entries = result.get("tools") if isinstance(result, dict) else None
        place = f"{message.pointer}/result/tools"
        for tool in read_tools(self._document, entries if isinstance(entries, list) else [], place):
            if message.in_text:
                where = Provenance(self._document.file, message.pointer)
                yield replace(tool, provenance=where)
            else:
                yield tool


def _is_answer(body: dict[str, Json]) -> bool:
    return "result" in body or "error" in body


def _is_of_another_protocol(request: dict[str, Json]) -> bool:
    """Whether it begins a conversation, and not as MCP does."""
    params = request.get("params")
    said = params if isinstance(params, dict) else {}
    return request.get("method") == _INITIALIZE and "protocolVersion" not in said


def _ask(server: _Server, key: str, method: str, params: Json) -> None:
    """Note a request, unless too many wait for their answers."""
    if len(server.asked) < _MOST_OPEN:
        server.asked[key] = (method, _cursor(params))
    _note_trouble(server, method, "did not answer")


def _note_trouble(server: _Server, method: Json, trouble: str) -> None:
    if method in _LISTS:
        server.troubles[_LIST] = trouble
    elif method == _INITIALIZE:
        server.troubles[_INITIALIZE] = trouble


def _why(server: _Server) -> str:
    """Return why a server has no list, in words that stand after its name."""
    troubles = server.troubles
    return troubles.get(_LIST) or troubles.get(_INITIALIZE) or "was not asked for its tools"


def _cursor(params: Json) -> Json:
    return params.get("cursor") if isinstance(params, dict) else None


def _next_cursor(message: Message) -> Json:
    result = message.body.get("result")
    return result.get("nextCursor") if isinstance(result, dict) else None


def _add_page(server: _Server, message: Message, cursor: Json, *, is_paired: bool) -> None:
    """Add a page to the list that it continues, or begin another."""
    found = _continued(server, cursor, is_paired=is_paired)
    if found is None:
        found = _List(is_whole=cursor is None)
        server.lists += 1
    found.pages.append(message)
    server.latest = found
    following = _next_cursor(message)
    if following is not None:
        server.awaited.pop(repr(following), None)
        server.awaited[repr(following)] = found
    elif found.is_whole:
        server.complete = found


def _continued(server: _Server, cursor: Json, *, is_paired: bool) -> _List | None:
    """Take the list that a page continues: by its cursor, or the latest where none is known."""
    if is_paired:
        return None if cursor is None else server.awaited.pop(repr(cursor), None)
    return server.awaited.popitem()[1] if server.awaited else None
