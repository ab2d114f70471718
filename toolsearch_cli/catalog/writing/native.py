"""The native snapshot: it has a place for all but gateways' settings."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from toolsearch_cli.catalog.formats.native import FAILURE, OWN_KEYS
from toolsearch_cli.catalog.tool_reading import ANTHROPIC, MCP, OPENAI, UNKNOWN, deferred_in
from toolsearch_cli.catalog.writing.mcp import keys_of
from toolsearch_cli.catalog.writing.writer import DEFER, NEXT, NOT_CAPTURED

if TYPE_CHECKING:
    from toolsearch_cli.catalog.model import Json, Source, Tool, UnknownServer
    from toolsearch_cli.catalog.writing.writer import Writer

_OTHER_SPELLINGS: Final = frozenset({OPENAI.input_schema, ANTHROPIC.input_schema})


def write(writer: Writer) -> Json:
    """Return every server, those whose tools are unknown last."""
    servers: list[Json] = [_server(writer, source) for source in writer.catalog.sources]
    return {"servers": [*servers, *map(unknown_server, writer.catalog.unknown)]}


def unknown_server(server: UnknownServer) -> dict[str, Json]:
    """Return a server whose tools are unknown, and why, as the native format reads it again."""
    beside = {key: server.extra[key] for key in server.extra if key not in ("name", "tools")}
    why: dict[str, Json] = {FAILURE: {"reason": server.reason}} if server.reason else {}
    if FAILURE in beside:
        why = {FAILURE: beside.pop(FAILURE)}
    return {"name": server.name, "kind": "mcp", **beside, "tools": None, **why}


def _server(writer: Writer, source: Source) -> dict[str, Json]:
    head: dict[str, Json] = {"name": source.name, "kind": source.kind}
    if source.instructions is not None:
        head["instructions"] = source.instructions
    head |= {key: value for key, value in source.extra.items() if key not in OWN_KEYS}
    if source.incomplete:
        head.setdefault(NEXT, NOT_CAPTURED)
    return {**head, "tools": [_tool(writer, tool) for tool in source.tools]}


def _tool(writer: Writer, tool: Tool) -> dict[str, Json]:
    own = keys_of(tool)
    if not _OTHER_SPELLINGS.isdisjoint(tool.extra):
        own.setdefault(MCP.input_schema, None)  # so that no other key is read as the schema
    if tool.embedding is not None:
        own["embedding"] = list(tool.embedding)
    for key, value in tool.extra.items():
        if key in own or (key == UNKNOWN and tool.unknown):
            writer.remarks.lose(f"second `{key}` of a tool", f"second `{key}` of tools")
        else:
            own[key] = value
    if tool.deferred is not None and tool.deferred != deferred_in(own):
        own[DEFER] = tool.deferred
    if tool.unknown:
        own[UNKNOWN] = list(tool.unknown)
    return own
