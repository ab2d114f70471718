"""Servers as research catalogs have them, in arrays or alone: MCP-Zero, MCPToolBench++.

MCP-Zero tells parameters as text, `"(Optional, string) What it is"`, and brings vectors of its
own, which are not kept. MCPToolBench++ repeats a server for each of its tasks.
"""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING, Final

from toolsearch_cli.catalog.document import Format, child
from toolsearch_cli.catalog.model import Provenance, Source
from toolsearch_cli.catalog.tool_reading import ANTHROPIC, MCP, read_tool

if TYPE_CHECKING:
    from collections.abc import Iterator

    from toolsearch_cli.catalog.document import Document
    from toolsearch_cli.catalog.model import Json, Tool

_NAME: Final = "server_name"
_PARAMETERS: Final = "parameter"
_VECTOR: Final = "_embedding"
_TYPED: Final = re.compile(r"\((Optional, *)?([^()]{0,60})\)\s*(.*)", re.DOTALL | re.IGNORECASE)


def recognises(value: Json) -> bool:
    """Whether it is a named server and its tools, or an array with one."""
    return any(
        isinstance(entry, dict)
        and isinstance(entry.get(_NAME), str)
        and isinstance(entry.get("tools"), list)
        for entry in (value if isinstance(value, list) else [value])
    )


def read(document: Document) -> tuple[Source, ...]:
    """Read each server once: the tools of all entries of its name, of equal names the first.

    Raises:
        InputError: The structure has a wrong type; or strictly, an entry is no tool.
    """
    places: dict[str, str] = {}
    servers: dict[str, dict[str, Tool]] = {}
    for pointer, entry in document.entries():
        server = document.expect_object(entry, pointer)
        named = document.member(server, _NAME, pointer)
        name = document.expect_string(named, child(pointer, _NAME))
        place = child(pointer, "tools")
        tools = servers.setdefault(name, {})
        places.setdefault(name, pointer)
        _count_vectors(document, server)
        for tool in _tools(document, document.member(server, "tools", pointer), place):
            tools.setdefault(tool.name, tool)
    return tuple(
        Source(
            name=name,
            tools=tuple(tools.values()),
            provenance=Provenance(document.file, places[name]),
        )
        for name, tools in servers.items()
    )


def _tools(document: Document, value: Json, place: str) -> Iterator[Tool]:
    for index, entry in enumerate(document.expect_array(value, place)):
        tool = _read_tool(document, entry, f"{place}/{index}")
        if tool is not None:
            yield tool


def _read_tool(document: Document, entry: Json, pointer: str) -> Tool | None:
    if not isinstance(entry, dict) or MCP.input_schema in entry:
        return read_tool(document, entry, pointer)
    if ANTHROPIC.input_schema in entry:
        return read_tool(document, entry, pointer, ANTHROPIC)
    _count_vectors(document, entry)
    kept = {key: value for key, value in entry.items() if not key.endswith(_VECTOR)}
    parameters = kept.pop(_PARAMETERS, None)
    if isinstance(parameters, dict):
        kept[MCP.input_schema] = _schema(parameters)
    tool = read_tool(document, kept, pointer)
    return None if tool is None else replace(tool, unknown=("schema",), input_key=_PARAMETERS)


def _count_vectors(document: Document, mapping: dict[str, Json]) -> None:
    if count := sum(key.endswith(_VECTOR) for key in mapping):
        document.remarks.lose("vector", "vectors", count)


def _schema(parameters: dict[str, Json]) -> dict[str, Json]:
    properties: dict[str, Json] = {}
    required: list[Json] = []
    for name, told in parameters.items():
        match = _TYPED.fullmatch(told) if isinstance(told, str) else None
        if match is None:
            properties[name] = {"description": told} if isinstance(told, str) else {}
        else:
            properties[name] = {"type": match[2].strip(), "description": match[3]}
        if match is None or match[1] is None:
            required.append(name)
    return {"type": "object", "properties": properties, "required": required}


_EXAMPLE: Final = """\
[
  {
    "server_name": "Weather",
    "server_summary": "Forecasts and warnings.",
    "server_description": "A server for the weather.",
    "description_embedding": [0.12, -0.5],
    "summary_embedding": [0.4, 0.03],
    "tools": [
      {
        "name": "forecast",
        "description": "Weather of the coming days at a place.",
        "description_embedding": [0.2, 0.1],
        "parameter": {
          "place": "(string) A town or a postal code",
          "days": "(Optional, integer) How many"
        }
      }
    ]
  }
]
"""

FORMAT = Format(
    name="server_list",
    summary="[{server_name, tools}] or one, as MCP-Zero, MCPToolBench++",
    recognises=recognises,
    read=read,
    example=_EXAMPLE,
    lacks=("input schemas, where parameters are text",),
    reading=("Vectors are not kept: they are of a model of the data set's own.",),
)
