"""LiveMCPBench's `tools.json`: packages of servers, each with the tools that it listed."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from toolsearch_cli.catalog.document import Format, child
from toolsearch_cli.catalog.formats.client_config import named_servers
from toolsearch_cli.catalog.model import Provenance, Source
from toolsearch_cli.catalog.tool_reading import read_tools

if TYPE_CHECKING:
    from collections.abc import Iterator

    from toolsearch_cli.catalog.document import Document
    from toolsearch_cli.catalog.model import Json


_CAPTURE: Final = "capture their tools: toolsearch capture -o tools.json -- COMMAND"


def recognises(value: Json) -> bool:
    """Whether it is a package whose `tools` are by server, or an array with one."""
    return any(
        isinstance(entry, dict)
        and isinstance(entry.get("config"), dict)
        and isinstance(tools := entry.get("tools"), dict)
        and _are_servers(tools)
        for entry in (value if isinstance(value, list) else [value])
    )


def _are_servers(tools: dict[str, Json]) -> bool:
    """Whether one of them holds tools, or none holds anything."""
    servers = tools.values()
    return any(isinstance(one, dict) and "tools" in one for one in servers) or not any(servers)


def read(document: Document) -> tuple[Source, ...]:
    """Read every server of every package, in order; those that listed none are unknown.

    Raises:
        InputError: The structure has a wrong type.
        ServersOnlyError: No server listed its tools.
    """
    sources = tuple(
        source
        for pointer, entry in document.entries()
        for source in _package(document, entry, pointer)
    )
    if document.remarks.unknown and not sources:
        raise document.servers_only(_CAPTURE)
    return sources


def _package(document: Document, entry: Json, pointer: str) -> Iterator[Source]:
    package = document.expect_object(entry, pointer)
    place = child(pointer, "tools")
    told = package.get("tools")
    servers = document.expect_object({} if told is None else told, place)
    _miss_silent(document, package, servers, pointer)
    for key, value in servers.items():
        at = child(place, key)
        if _is_silent(value):
            continue
        server = document.expect_object(value, at)
        tools = document.expect_array(document.member(server, "tools", at), child(at, "tools"))
        name = server.get("server_name")
        yield Source(
            name=name if isinstance(name, str) else key,
            tools=read_tools(document, tools, child(at, "tools")),
            provenance=Provenance(document.file, at),
        )


def _is_silent(server: Json) -> bool:
    """Whether nothing is said of its tools; who listed none has an empty list."""
    return server is None or (isinstance(server, dict) and server.get("tools") is None)


def _miss_silent(
    document: Document, package: dict[str, Json], servers: dict[str, Json], pointer: str
) -> None:
    """Keep the servers of a package that it says how to start, and not what they listed."""
    listed: set[str] = set()
    silent: dict[str, str] = {}
    for key, server in servers.items():
        named = server.get("server_name") if isinstance(server, dict) else None
        name = named if isinstance(named, str) else key
        if _is_silent(server):
            silent[name] = child(child(pointer, "tools"), key)
        listed |= {key, name}
    for one in named_servers(package.get("config")) or ():
        if one.name not in listed:
            silent[one.name] = f"{child(pointer, 'config')}{one.pointer}"
    own = package.get("name")
    if not servers and not silent and isinstance(own, str):
        silent[own] = pointer
    for name, place in silent.items():
        document.remarks.lose("server without its tools", "servers without their tools")
        document.miss(name, "it did not list them", place)


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
    lacks=("instructions",),
    reading=("A server that a package says how to start, and not its tools, is unknown.",),
)
