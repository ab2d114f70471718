"""Gemini tools: function declarations, in the spelling of the SDK or of the REST interface."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from toolsearch_cli.catalog.document import Format, child
from toolsearch_cli.catalog.formats.openai import miss_server, refuse_without_tools
from toolsearch_cli.catalog.model import Provenance, Source
from toolsearch_cli.catalog.naming import split_prefixes
from toolsearch_cli.catalog.parts import Held
from toolsearch_cli.catalog.tool_reading import Spelling, read_tool
from toolsearch_cli.errors import NoToolsError

if TYPE_CHECKING:
    from collections.abc import Iterator

    from toolsearch_cli.catalog.document import Document
    from toolsearch_cli.catalog.model import Json, Tool

_DECLARATIONS: Final = ("functionDeclarations", "function_declarations")
_SERVERS: Final = ("mcpServers", "mcp_servers")
_JSON_SCHEMAS: Final = ("parametersJsonSchema", "parameters_json_schema")
_INPUTS: Final = (*_JSON_SCHEMAS, "parameters")
_OUTPUTS: Final = ("responseJsonSchema", "response_json_schema", "response")


def recognises(value: Json) -> bool:
    """Whether it is a tool with declarations, a declaration, or an array with one of them."""
    # A client's config has its servers under one of the same keys, but is no array.
    keys = (*_DECLARATIONS, *_SERVERS) if isinstance(value, list) else _DECLARATIONS
    entries = value if isinstance(value, list) else [value]
    return any(
        isinstance(entry, dict)
        and (
            any(isinstance(entry.get(key), list) for key in keys)
            or ("name" in entry and any(key in entry for key in _JSON_SCHEMAS))
        )
        for entry in entries
    )


def read(document: Document) -> tuple[Source, ...]:
    """Read the array or the one tool, which is the whole document."""
    if isinstance(document.value, dict):
        return _source(document, tuple(_in_entry(document, document.value, "")), "")
    return read_entries(document, document.expect_array(document.value, ""), "")


def read_entries(document: Document, entries: list[Json], pointer: str) -> tuple[Source, ...]:
    """Read the array at `pointer`: one entry may declare many functions.

    Tools that Gemini builds in have no schema to show and are counted as lost; what the servers
    have that it asks is unknown.

    Raises:
        InputError: Declarations are no array; or strictly, one of them is no tool.
        NoToolsError: Every entry is a tool of Gemini's own.
        ServersOnlyError: Nothing is named but servers that Gemini asks.
    """
    tools = tuple(
        tool
        for index, entry in enumerate(entries)
        for tool in _in_entry(document, entry, f"{pointer}/{index}")
    )
    if not tools and document.remarks.lost:
        refuse_without_tools(document, ())
        raise NoToolsError("declares no functions", file=document.file)
    return _source(document, tools, pointer)


def _source(document: Document, tools: tuple[Tool, ...], pointer: str) -> tuple[Source, ...]:
    provenance = Provenance(document.file, pointer)
    source = Source(name=document.source_name, tools=tools, provenance=provenance, is_named=False)
    return split_prefixes(source)


def _in_entry(document: Document, entry: Json, pointer: str) -> Iterator[Tool]:
    if not isinstance(entry, dict) or "name" in entry:
        yield from _read_tool(document, entry, pointer)
        return
    keys = [key for key in _DECLARATIONS if entry.get(key) is not None]
    for key in keys:
        place = child(pointer, key)
        for index, declaration in enumerate(document.expect_array(entry[key], place)):
            yield from _read_tool(document, declaration, f"{place}/{index}")
    servers = [key for key in _SERVERS if isinstance(entry.get(key), list)]
    for key in servers:
        for index, server in enumerate(document.expect_array(entry[key], child(pointer, key))):
            name = server.get("name") if isinstance(server, dict) else None
            miss_server(document, name, f"{child(pointer, key)}/{index}")
    built_in = len(entry) - len(keys) - len(servers)
    if built_in or not entry:
        one, many = "built-in tool without a schema", "built-in tools without a schema"
        document.remarks.lose(one, many, built_in or 1)


def _read_tool(document: Document, entry: Json, pointer: str) -> Iterator[Tool]:
    keys = entry if isinstance(entry, dict) else {}
    spelling = Spelling.of(
        input_schema=next((key for key in _INPUTS if key in keys), "parameters"),
        output_schema=next((key for key in _OUTPUTS if key in keys), "response"),
    )
    tool = read_tool(document, entry, pointer, spelling)
    if tool is not None:
        yield tool


_EXAMPLE: Final = """\
[
  {
    "functionDeclarations": [
      {
        "name": "mcp__weather__forecast",
        "description": "Weather of the coming days at a place.",
        "parameters": {
          "type": "OBJECT",
          "properties": {
            "place": {"type": "STRING", "description": "A town or a postal code"},
            "days": {"type": "INTEGER", "nullable": true}
          },
          "required": ["place"],
          "propertyOrdering": ["place", "days"]
        }
      },
      {
        "name": "mcp__weather__warnings",
        "description": "Warnings in force at a place.",
        "parametersJsonSchema": {"type": "object", "properties": {"place": {"type": "string"}}}
      }
    ]
  },
  {"googleSearch": {}}
]
"""

_HELD: Final = Held(parts=frozenset({"outputSchema"}))

FORMAT = Format(
    name="gemini",
    summary="Gemini function declarations, many in one of its tools",
    recognises=recognises,
    read=read,
    example=_EXAMPLE,
    lacks=_HELD.lacks({"names": "names of servers, except as mcp__SERVER__TOOL"}),
    held=_HELD,
    reading=("Types in capitals stay as they are: the model gets them so.",),
)
