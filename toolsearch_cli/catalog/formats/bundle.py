"""MCP bundles (`.mcpb`, `.dxt`) and their `manifest.json`: names and descriptions of tools."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final

from toolsearch_cli.catalog.document import Format
from toolsearch_cli.catalog.model import Provenance, Source
from toolsearch_cli.catalog.tool_reading import read_tool

if TYPE_CHECKING:
    from toolsearch_cli.catalog.document import Document
    from toolsearch_cli.catalog.model import Json, Tool

_VERSIONS: Final = ("manifest_version", "dxt_version")
_CAPTURE: Final = "unpack it and capture its tools: toolsearch capture -o tools.json -- COMMAND"


def recognises(value: Json) -> bool:
    """Whether it is a manifest with a server; those of browsers have a version too, but none."""
    return (
        isinstance(value, dict)
        and any(key in value for key in _VERSIONS)
        and isinstance(value.get("server"), dict)
    )


def read(document: Document) -> tuple[Source, ...]:
    """Read the one server.

    Raises:
        InputError: The structure has a wrong type.
        ServersOnlyError: The manifest lists no tools: the server makes them as it runs.
    """
    value = document.expect_object(document.value, "")
    name = document.expect_string(document.member(value, "name", ""), "/name")
    entries = document.expect_array(value.get("tools") or [], "/tools")
    if not entries:
        document.miss(name, "it makes its tools as it runs")
        raise document.servers_only(_CAPTURE)
    if value.get("tools_generated") is True:
        document.miss(name, "it makes more tools as it runs", "/tools_generated")
    read = (_read_entry(document, entry, f"/tools/{index}") for index, entry in enumerate(entries))
    return (
        Source(
            name=name,
            tools=tuple(tool for tool in read if tool is not None),
            provenance=Provenance(document.file),
        ),
    )


def _read_entry(document: Document, entry: Json, pointer: str) -> Tool | None:
    tool = read_tool(document, entry, pointer)
    if tool is None or tool.input_schema is not None:
        return tool
    told = isinstance(entry, dict) and "description" in entry
    return replace(tool, unknown=("schema",) if told else ("description", "schema"))


_EXAMPLE: Final = """\
{
  "manifest_version": "0.3",
  "name": "weather",
  "display_name": "Weather",
  "version": "1.2.0",
  "description": "Forecasts and warnings.",
  "author": {"name": "A. Uthor"},
  "server": {
    "type": "node",
    "entry_point": "server/index.js",
    "mcp_config": {"command": "node", "args": ["${__dirname}/server/index.js"], "env": {}}
  },
  "tools": [
    {"name": "forecast", "description": "Weather of the coming days at a place."},
    {"name": "warnings"}
  ],
  "tools_generated": false,
  "user_config": {"units": {"type": "string", "title": "Units", "default": "metric"}}
}
"""

FORMAT = Format(
    name="bundle",
    summary="an MCP bundle (.mcpb, .dxt) or its manifest.json",
    recognises=recognises,
    read=read,
    example=_EXAMPLE,
    lacks=("input schemas", "tools that the server makes as it runs", "instructions"),
    reading=("Of the archive nothing but manifest.json is unpacked.",),
)
