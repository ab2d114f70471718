"""LiveMCPBench's `tools.json`: packages of servers, each with the tools it was asked for."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from toolsearch_cli.catalog.document import Format, child
from toolsearch_cli.catalog.model import Provenance, Source
from toolsearch_cli.catalog.tool_reading import read_tools

if TYPE_CHECKING:
    from collections.abc import Iterator

    from toolsearch_cli.catalog.document import Document
    from toolsearch_cli.catalog.model import Json


def recognises(value: Json) -> bool:
    """Whether it is an array with a package whose `tools` are by server."""
    return isinstance(value, list) and any(
        isinstance(entry, dict)
        and isinstance(entry.get("config"), dict)
        and isinstance(tools := entry.get("tools"), dict)
        and all(isinstance(server, dict) and "tools" in server for server in tools.values())
        for entry in value
    )


def read(document: Document) -> tuple[Source, ...]:
    """Read every server of every package, in order.

    Raises:
        InputError: The structure has a wrong type.
    """
    entries = document.expect_array(document.value, "")
    return tuple(
        source
        for index, entry in enumerate(entries)
        for source in _package(document, entry, f"/{index}")
    )


def _package(document: Document, entry: Json, pointer: str) -> Iterator[Source]:
    package = document.expect_object(entry, pointer)
    place = child(pointer, "tools")
    servers = document.expect_object(document.member(package, "tools", pointer), place)
    for key, value in servers.items():
        at = child(place, key)
        server = document.expect_object(value, at)
        tools = document.expect_array(document.member(server, "tools", at), child(at, "tools"))
        name = server.get("server_name")
        yield Source(
            name=name if isinstance(name, str) else key,
            tools=read_tools(document, tools, child(at, "tools")),
            provenance=Provenance(document.file, at),
        )


_EXAMPLE: Final = """\
[
  {
    "name": "Weather",
    "description": "Forecasts and warnings.",
    "web": "https://example.org/weather",
    "config": {"mcpServers": {"weather": {"command": "npx", "args": ["-y", "weather-mcp"]}}},
    "category": "Daily life",
    "tools": {
      "weather": {
        "server_name": "weather",
        "version": "1.2.0",
        "tools": [
          {
            "name": "forecast",
            "description": "Weather of the coming days at a place.",
            "inputSchema": {"type": "object", "properties": {"place": {"type": "string"}}}
          }
        ],
        "model_config": {"extra": "allow"}
      }
    }
  }
]
"""

FORMAT = Format(
    name="livemcpbench",
    summary="LiveMCPBench's tools.json: packages of servers",
    recognises=recognises,
    read=read,
    example=_EXAMPLE,
)
