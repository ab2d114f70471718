"""The answer to tools/list, with the server's introduction beside it where there is one server."""

from __future__ import annotations

from typing import TYPE_CHECKING

from toolsearch_cli.catalog.tool_reading import MCP
from toolsearch_cli.catalog.writing.writer import NEXT, NOT_CAPTURED

if TYPE_CHECKING:
    from collections.abc import Iterator

    from toolsearch_cli.catalog.model import Json, Source, Tool
    from toolsearch_cli.catalog.writing.writer import Writer

_INFO = "serverInfo"


def write(writer: Writer) -> Json:
    """Return one server as it answers, with its name beside; several with prefixed names."""
    sources = writer.catalog.sources
    alone = sources[0] if len(sources) == 1 and sources[0].kind == "mcp" else None
    head: dict[str, Json] = {}
    if alone is not None and alone.is_named:
        info = alone.extra.get(_INFO)
        head[_INFO] = {**(info if isinstance(info, dict) else {}), "name": alone.name}
        if alone.instructions is not None:
            head["instructions"] = alone.instructions
        writer.lose_keys(alone, _INFO)
    tools = [_tool(writer, name, tool) for name, tool in _named(writer, alone)]
    writer.warn_of_schemas("clients of MCP refuse")
    incomplete = any(source.incomplete for source in sources)
    return {**head, "tools": tools, **({NEXT: NOT_CAPTURED} if incomplete else {})}


def keys_of(tool: Tool) -> dict[str, Json]:
    """Return what a tool has of MCP's own keys, in their order."""
    keys: dict[str, Json] = {
        "name": tool.name,
        "title": tool.title,
        "description": tool.description,
        MCP.input_schema: tool.input_schema,
        MCP.output_schema: tool.output_schema,
        "annotations": tool.annotations,
        "_meta": tool.meta,
    }
    return {key: value for key, value in keys.items() if value is not None}


def _named(writer: Writer, alone: Source | None) -> Iterator[tuple[str, Tool]]:
    if alone is not None and alone.is_named:
        return ((tool.name, tool) for tool in alone.tools)
    return writer.tools()


def _tool(writer: Writer, name: str, tool: Tool) -> Json:
    return writer.fitting(tool, {**keys_of(tool), "name": name})
