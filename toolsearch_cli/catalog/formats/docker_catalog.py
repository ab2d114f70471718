"""Docker MCP catalogs: servers by name under `registry`, some with the names of their tools."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final, NamedTuple

from toolsearch_cli.catalog.document import Format, child
from toolsearch_cli.catalog.formats import docker_tools
from toolsearch_cli.catalog.model import Provenance, Source
from toolsearch_cli.catalog.tool_reading import OPENAI, read_tool

if TYPE_CHECKING:
    from collections.abc import Sequence

    from toolsearch_cli.catalog.document import Document
    from toolsearch_cli.catalog.model import Json, Tool

_HEAD: Final = frozenset({"version", "name", "displayName", "registry"})
_MARKS: Final = frozenset({"image", "type", "title", "remote", "description", "tools", "ref"})


def recognises(value: Json) -> bool:
    """Whether it has servers of Docker's under `registry`."""
    servers = value.get("registry") if isinstance(value, dict) else None
    if not isinstance(value, dict) or not isinstance(servers, dict):
        return False
    if not servers:
        return value.keys() <= _HEAD
    marked = [_is_marked(server) for server in servers.values()]
    if value.keys() <= _HEAD:
        return any(marked)
    odd = (
        server for server, is_marked in zip(servers.values(), marked, strict=True) if not is_marked
    )
    return any(marked) and all(server is None for server in odd)


def _is_marked(server: Json) -> bool:
    return isinstance(server, dict) and not _MARKS.isdisjoint(server)


def read(document: Document) -> tuple[Source, ...]:
    """Read the servers that say their tools; those of the others are unknown.

    An empty list says nothing: the registry has one where a server could not be asked. Nor does
    an entry that is left blank.

    Raises:
        InputError: The structure has a wrong type.
        ServersOnlyError: No server says its tools.
    """
    value = document.expect_object(document.value, "")
    servers = document.expect_object(document.member(value, "registry", ""), "/registry")
    listed: list[Listed] = []
    for name, entry in servers.items():
        place = child("/registry", name)
        tools = None if entry is None else document.expect_object(entry, place).get("tools")
        listed.append(Listed(name, place, tools, f"{place}/tools"))
    return read_servers(document, listed)


class Listed(NamedTuple):
    """A server and where its tools stand, if they do."""

    name: str
    pointer: str
    tools: Json
    place: str
    switched_on: frozenset[str] | None = None
    """Names; `None`: all."""


def read_servers(document: Document, servers: Sequence[Listed]) -> tuple[Source, ...]:
    """Read the servers whose tools are listed; say of the others that theirs are unknown.

    Raises:
        InputError: Tools are no array.
        ServersOnlyError: There is none whose tools are listed.
    """
    sources: list[Source] = []
    for one in servers:
        if not one.tools:
            document.miss(one.name, "it is in a catalog without its tools", one.pointer)
            document.remarks.lose("server without its tools", "servers without their tools")
            continue
        entries = document.expect_array(one.tools, one.place)
        read = (
            _read_tool(document, entry, f"{one.place}/{index}")
            for index, entry in enumerate(entries)
        )
        tools = [tool for tool in read if tool is not None]
        if one.switched_on is not None:
            tools = [tool for tool in tools if tool.name in one.switched_on]
        sources.append(
            Source(
                name=one.name, tools=tuple(tools), provenance=Provenance(document.file, one.pointer)
            )
        )
    if not sources:
        hint = "capture their tools: toolsearch capture -o tools.json -- docker mcp gateway run"
        raise document.servers_only(hint)
    return tuple(sources)


def _read_tool(document: Document, entry: Json, pointer: str) -> Tool | None:
    if isinstance(entry, str):
        entry = {"name": entry}
    if isinstance(entry, dict) and isinstance(entry.get("parameters"), dict):
        tool = read_tool(document, entry, pointer, OPENAI)
        told = tool is None or "description" in entry
        return tool if tool is None or told else replace(tool, unknown=("description",))
    return docker_tools.read_entry(document, entry, pointer)


_EXAMPLE: Final = """\
version: 2
name: docker-mcp
displayName: Docker MCP Catalog
registry:
  weather:
    title: Weather
    description: Forecasts and warnings.
    type: server
    image: example/weather-mcp@sha256:0d5b
    tools:
      - name: forecast
      - name: warnings
    secrets:
      - {name: weather.key, env: WEATHER_KEY, example: <KEY>}
  shell:
    description: Runs one program.
    type: poci
    tools:
      - name: grep
        description: Search files.
        parameters:
          type: object
          properties: {pattern: {type: string}}
          required: [pattern]
  mail:
    title: Mail
    type: remote
    remote: {transport_type: streamable-http, url: https://mail.example/mcp}
"""

FORMAT = Format(
    name="docker_catalog",
    summary="a Docker MCP catalog: servers under `registry`",
    recognises=recognises,
    read=read,
    example=_EXAMPLE,
    lacks=(
        "descriptions and schemas of most tools",
        "all tools of servers it does not list them of",
    ),
)
