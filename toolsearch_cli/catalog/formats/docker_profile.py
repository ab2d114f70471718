"""Docker MCP profiles: servers with a snapshot of their catalog entry and the tools switched on."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from toolsearch_cli.catalog.document import Format
from toolsearch_cli.catalog.formats.docker_catalog import Listed, read_servers

if TYPE_CHECKING:
    from toolsearch_cli.catalog.document import Document
    from toolsearch_cli.catalog.model import Json, Source

_TYPES: Final = ("image", "registry", "remote")
_WHERE: Final = ("image", "source", "endpoint", "snapshot")


def recognises(value: Json) -> bool:
    """Whether it has servers of the kinds that Docker's gateway runs."""
    servers = value.get("servers") if isinstance(value, dict) else None
    return (
        isinstance(servers, list)
        and bool(servers)
        and all(
            isinstance(one, dict)
            and one.get("type") in _TYPES
            and any(key in one for key in _WHERE)
            for one in servers
        )
    )


def read(document: Document) -> tuple[Source, ...]:
    """Read the servers that say their tools; those of the others are unknown.

    Where some tools are switched on, the others are not there.

    Raises:
        InputError: The structure has a wrong type.
        ServersOnlyError: No server says its tools.
    """
    value = document.expect_object(document.value, "")
    entries = document.expect_array(document.member(value, "servers", ""), "/servers")
    return read_servers(
        document, [_listed(document, entry, index) for index, entry in enumerate(entries)]
    )


def _listed(document: Document, entry: Json, index: int) -> Listed:
    place = f"/servers/{index}"
    server = document.expect_object(entry, place)
    snapshot = server.get("snapshot")
    inner = snapshot.get("server") if isinstance(snapshot, dict) else None
    known: dict[str, Json] = inner if isinstance(inner, dict) else {}
    named = (known.get("name"), *(server.get(key) for key in _WHERE))
    name = next((one for one in named if isinstance(one, str) and one), f"server-{index + 1}")
    switched_on = server.get("tools")
    if not known.get("tools"):
        return Listed(name, place, switched_on, f"{place}/tools")
    tools = document.expect_array(known["tools"], f"{place}/snapshot/server/tools")
    names = frozenset(
        one
        for one in (switched_on if isinstance(switched_on, list) else ())
        if isinstance(one, str)
    )
    return Listed(name, place, tools, f"{place}/snapshot/server/tools", names or None)


_EXAMPLE: Final = """\
version: 1
id: work
name: Work
servers:
  - type: image
    image: example/weather-mcp@sha256:0d5b
    tools: [forecast]
    snapshot:
      server:
        name: weather
        type: server
        image: example/weather-mcp@sha256:0d5b
        tools:
          - {name: forecast, description: Weather of the coming days at a place.}
          - {name: warnings, description: Warnings in force at a place.}
  - type: registry
    source: https://registry.example/v0/servers/mail
"""

FORMAT = Format(
    name="docker_profile",
    summary="a profile of Docker's gateway: servers, tools switched on",
    recognises=recognises,
    read=read,
    example=_EXAMPLE,
    lacks=("input schemas of most tools", "all tools of servers it does not list them of"),
)
