"""Servers of the MCP registry, in a list or as its API answers: recognised, they hold no tools.

The API has what the registry itself says beside each server: `{"server": {...}, "_meta": {...}}`.
One `server.json` alone is a `server_manifest`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NoReturn

from toolsearch_cli.catalog.document import Format
from toolsearch_cli.catalog.formats.server_manifest import is_entry

if TYPE_CHECKING:
    from collections.abc import Iterator

    from toolsearch_cli.catalog.document import Document
    from toolsearch_cli.catalog.model import Json

_HOLDS_TOOLS: Final = frozenset({"tools", "inputSchema", "input_schema", "parameters"})
_BESIDE: Final = ("_meta", "x-")
_START: Final = "start each to capture its tools: toolsearch capture -o tools.json -- COMMAND"


def recognises(value: Json) -> bool:
    """Whether it is a list with an entry of the registry, and nothing in it holds tools."""
    entries = [entry for _, entry in _entries(value)]
    return any(is_entry(entry) for entry in entries) and all(
        _HOLDS_TOOLS.isdisjoint(entry) for entry in entries
    )


def read(document: Document) -> NoReturn:
    """Refuse it, with the way to the tools. Several versions of a server are one server.

    Raises:
        ServersOnlyError: Always.
    """
    pointers: dict[str, str] = {}
    for pointer, entry in _entries(document.value):
        if isinstance(name := entry.get("name"), str):
            pointers.setdefault(name, pointer)
    for name, pointer in pointers.items():
        document.miss(name, "a registry describes it without them", pointer)
    raise document.servers_only(_START)


def _entries(value: Json) -> Iterator[tuple[str, dict[str, Json]]]:
    """Yield each server of a list, which may be under `servers`, and where it stands."""
    place = ""
    if isinstance(value, dict) and isinstance(value.get("servers"), list):
        value, place = value["servers"], "/servers"
    if not isinstance(value, list):
        yield from _wrapped(value, "")
        return
    for index, item in enumerate(value):
        pointer = f"{place}/{index}"
        wrapped = tuple(_wrapped(item, pointer))
        if wrapped or not isinstance(item, dict):
            yield from wrapped
        else:
            yield pointer, item


def _wrapped(value: Json, pointer: str) -> Iterator[tuple[str, dict[str, Json]]]:
    """Yield the server of an answer that has what the registry says beside it."""
    inner = value.get("server") if isinstance(value, dict) else None
    if not isinstance(value, dict) or not isinstance(inner, dict) or "tools" in value:
        return
    if any(key.startswith(_BESIDE) for key in value) or is_entry(inner):
        yield f"{pointer}/server", inner


_EXAMPLE: Final = """\
{
  "servers": [
    {
      "server": {
        "name": "io.github.example/weather",
        "description": "Forecasts and warnings.",
        "version": "1.2.0",
        "remotes": [{"type": "streamable-http", "url": "https://weather.example/mcp"}]
      },
      "_meta": {"io.modelcontextprotocol.registry/official": {"status": "active"}}
    },
    {
      "server": {
        "name": "io.github.example/mail",
        "description": "Letters.",
        "version": "0.3.1",
        "packages": [{"registryType": "npm", "identifier": "mail-mcp", "version": "0.3.1"}]
      },
      "_meta": {"io.modelcontextprotocol.registry/official": {"status": "active"}}
    }
  ],
  "metadata": {"count": 2}
}
"""

FORMAT = Format(
    name="registry",
    summary="servers of the MCP registry, many: told what to do",
    recognises=recognises,
    read=read,
    example=_EXAMPLE,
    lacks=("tools",),
)
