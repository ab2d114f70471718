"""Anthropic tools arrays: `{"name", "description", "input_schema", ...}`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from toolsearch_cli.catalog.document import Format
from toolsearch_cli.catalog.formats.openai import (
    lose_built_in,
    refuse_only_built_in,
    refuse_without_tools,
)
from toolsearch_cli.catalog.model import Provenance, Source
from toolsearch_cli.catalog.naming import split_prefixes
from toolsearch_cli.catalog.parts import Held
from toolsearch_cli.catalog.tool_reading import ANTHROPIC, read_tool

if TYPE_CHECKING:
    from toolsearch_cli.catalog.document import Document
    from toolsearch_cli.catalog.model import Json, Tool


def recognises(value: Json) -> bool:
    """Whether it is a tool with an `input_schema`, or an array with one or with a toolset."""
    if isinstance(value, list):
        entries = [entry for entry in value if isinstance(entry, dict)]
        mcp_tools = any("inputSchema" in entry for entry in entries)
        return not mcp_tools and any(_is_tool(entry) for entry in entries)
    return isinstance(value, dict) and _is_tool(value)


def read(document: Document) -> tuple[Source, ...]:
    """Read the array or the one tool, which is the whole document."""
    if isinstance(document.value, dict):
        tool = _read_entry(document, document.value, "")
        refuse_without_tools(document, ())
        return _source(document, () if tool is None else (tool,), "")
    return read_entries(document, document.expect_array(document.value, ""), "")


def read_entries(document: Document, entries: list[Json], pointer: str) -> tuple[Source, ...]:
    """Read the array at `pointer`; server tools are lost, toolsets' servers unknown: no schemas.

    Raises:
        InputError: Strictly, an entry is no tool.
    """
    refuse_only_built_in(document, entries, pointer)
    read = (
        _read_entry(document, entry, f"{pointer}/{index}") for index, entry in enumerate(entries)
    )
    return _source(document, tuple(tool for tool in read if tool is not None), pointer)


def _is_tool(entry: dict[str, Json]) -> bool:
    if entry.get("type") == "mcp_toolset":
        return "mcp_server_name" in entry
    return "input_schema" in entry and "name" in entry and "tools" not in entry


def _source(document: Document, tools: tuple[Tool, ...], pointer: str) -> tuple[Source, ...]:
    provenance = Provenance(document.file, pointer)
    source = Source(name=document.source_name, tools=tools, provenance=provenance, is_named=False)
    return split_prefixes(source)


def _read_entry(document: Document, entry: Json, pointer: str) -> Tool | None:
    if isinstance(entry, dict) and entry.get("type") not in (None, "custom"):
        lose_built_in(document, entry, pointer)
        return None
    return read_tool(document, entry, pointer, ANTHROPIC)


_EXAMPLE: Final = """\
[
  {
    "name": "mcp__weather__forecast",
    "description": "Weather of the coming days at a place.",
    "input_schema": {"type": "object", "properties": {"place": {"type": "string"}}},
    "defer_loading": true
  },
  {"type": "tool_search_tool_bm25_20251119", "name": "tool_search_tool_bm25"}
]
"""

_HELD: Final = Held(
    parts=frozenset({"deferral"}),
    keys=("cache_control", "strict", "input_examples", "allowed_callers"),
)

FORMAT = Format(
    name="anthropic",
    summary="an Anthropic tools array (name, description, input_schema)",
    recognises=recognises,
    read=read,
    example=_EXAMPLE,
    lacks=_HELD.lacks({"names": "names of servers, except as mcp__SERVER__TOOL"}),
    held=_HELD,
    reading=(
        "Server tools are counted as lost; what a toolset's server has is unknown.",
        "For names that part server and tool in another way: --split-prefix SEPARATOR.",
    ),
)
