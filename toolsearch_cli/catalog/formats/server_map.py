"""Servers by name: `{server: [tools]}`, `{server: {"tools": [tools]}}`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from toolsearch_cli.catalog.document import Format, child
from toolsearch_cli.catalog.formats.native import is_unknown, miss, read_server
from toolsearch_cli.catalog.model import Provenance, Source
from toolsearch_cli.catalog.tool_reading import read_tools

if TYPE_CHECKING:
    from toolsearch_cli.catalog.document import Document
    from toolsearch_cli.catalog.model import Json

_TOOL_KEYS: Final = frozenset({"inputSchema", "input_schema", "parameters", "description"})


def recognises(value: Json) -> bool:
    """Whether every value holds tools, or one of them holds what can be nothing else."""
    servers = _servers(value)
    if not servers:
        return False
    lists = [_tools_of(server) for server in servers.values()]
    if any(_are_tools(tools) for tools in lists):
        return True
    named = [isinstance(tools, list) and _are_named(tools) for tools in lists]
    return all(named) and any(lists)


def read(document: Document) -> tuple[Source, ...]:
    """Read every server, in the order of the map.

    Raises:
        InputError: A value is neither an array of tools nor an object with one.
    """
    value = document.expect_object(document.value, "")
    place = "/servers" if _is_wrapped(value) else ""
    servers = document.expect_object(value["servers"] if place else value, place)
    return tuple(
        source
        for name, server in servers.items()
        for source in _read(document, name, server, child(place, name))
    )


def _servers(value: Json) -> dict[str, Json]:
    if not isinstance(value, dict) or "tools" in value or _has_tools(value.get("result")):
        return {}
    inner = value.get("servers", value)
    return inner if isinstance(inner, dict) else {}


def _is_wrapped(value: dict[str, Json]) -> bool:
    inner = value.get("servers")
    return isinstance(inner, dict) and "tools" not in inner


def _has_tools(value: Json) -> bool:
    return isinstance(value, dict) and "tools" in value


def _tools_of(server: Json) -> Json:
    return server.get("tools") if isinstance(server, dict) else server


def _are_tools(tools: Json) -> bool:
    return isinstance(tools, list) and any(
        isinstance(tool, dict)
        and isinstance(tool.get("name"), str)
        and not _TOOL_KEYS.isdisjoint(tool)
        for tool in tools
    )


def _are_named(tools: list[Json]) -> bool:
    return all(isinstance(tool, dict) and isinstance(tool.get("name"), str) for tool in tools)


def _read(document: Document, name: str, server: Json, pointer: str) -> tuple[Source, ...]:
    named: dict[str, Json] = {**(server if isinstance(server, dict) else {}), "name": name}
    if server is None or is_unknown(named):
        return miss(document, named, pointer)
    if isinstance(server, dict):
        return (read_server(document, named, pointer),)
    if not isinstance(server, list):
        raise document.wrong("an array of tools", server, pointer)
    tools = read_tools(document, server, pointer)
    return (Source(name=name, tools=tools, provenance=Provenance(document.file, pointer)),)


_EXAMPLE: Final = """\
{
  "weather": [
    {
      "name": "forecast",
      "description": "Weather of the coming days at a place.",
      "inputSchema": {"type": "object", "properties": {"place": {"type": "string"}}}
    }
  ],
  "mail": {"tools": [{"name": "send", "description": "Send a mail.", "inputSchema": {}}]}
}
"""

FORMAT = Format(
    name="server_map",
    summary="{server: [tools]} or {server: {tools: [tools]}}",
    recognises=recognises,
    read=read,
    example=_EXAMPLE,
    lacks=("instructions, of a server that is an array",),
    reading=("The tools of a server that is null, or whose tools are, are unknown.",),
)
