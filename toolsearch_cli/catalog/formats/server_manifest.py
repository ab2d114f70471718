"""Files that describe one server or plugin for installing it: recognised, they hold no tools.

They are `server.json` of the MCP registry, `smithery.yaml`, `server.yaml` of Docker's registry,
`plugin.json` and `.app.json` of plugins.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NoReturn

from toolsearch_cli.catalog.document import Format
from toolsearch_cli.errors import NoToolsError

if TYPE_CHECKING:
    from toolsearch_cli.catalog.document import Document
    from toolsearch_cli.catalog.model import Json

_PLUGIN: Final = "describes a plugin but holds no tools"
_BESIDE: Final = (
    "its servers are named by the .mcp.json beside it: toolsearch capture .mcp.json -o tools.json"
)
# A package.json has a name and an author too.
_OF_A_PACKAGE: Final = frozenset(
    {
        *("scripts", "dependencies", "devDependencies", "peerDependencies", "main", "bin"),
        *("exports", "engines", "private", "workspaces", "files"),
    }
)
_SERVER: Final = "names 1 server but holds no tools"
_START: Final = "start it to capture its tools: toolsearch capture -o tools.json -- COMMAND"


def recognises(value: Json) -> bool:
    """Whether it describes a server or a plugin, and not its tools."""
    return (
        isinstance(value, dict)
        and not any(isinstance(value.get(key), dict | list) for key in ("tools", "mcpServers"))
        and _says(value) is not None
    )


def read(document: Document) -> NoReturn:
    """Refuse it, with the way to its tools; beside a file that holds them it says nothing new.

    Raises:
        NoToolsError: Always.
    """
    value = document.value if isinstance(document.value, dict) else {}
    reason, hint = _says(value) or (_SERVER, _START)
    raise NoToolsError(reason, file=document.file, hint=hint)


def _says(value: dict[str, Json]) -> tuple[str, str] | None:
    """Return what is said of it, and the way; `None` where it is none of them."""
    name = value.get("name")
    if isinstance(value.get("apps"), dict):
        count = len(value["apps"]) if isinstance(value["apps"], dict) else 0
        return f"names {count} app{'' if count == 1 else 's'} but holds no tools", _BESIDE
    if isinstance(value.get("startCommand"), dict) or is_entry(value):
        return _SERVER, _START
    if isinstance(name, str) and isinstance(value.get("image"), str) and "about" in value:
        return _SERVER, _START
    is_plugin = isinstance(value.get("author"), dict) or isinstance(value.get("apps"), str)
    is_plugin = is_plugin and _OF_A_PACKAGE.isdisjoint(value)
    return (_PLUGIN, _BESIDE) if isinstance(name, str) and is_plugin else None


def is_entry(value: dict[str, Json]) -> bool:
    """Whether it is an entry of the MCP registry, of any draft of its schema."""
    schema = value.get("$schema")
    if isinstance(schema, str) and schema.endswith("/server.schema.json"):
        return True
    return isinstance(value.get("name"), str) and any(
        isinstance(value.get(key), list | dict) for key in ("packages", "remotes", "version_detail")
    )


_EXAMPLE: Final = """\
{
  "$schema": "https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json",
  "name": "io.github.example/weather",
  "description": "Forecasts and warnings.",
  "version": "1.2.0",
  "packages": [
    {
      "registryType": "npm",
      "identifier": "weather-mcp",
      "version": "1.2.0",
      "transport": {"type": "stdio"}
    }
  ]
}
"""

FORMAT = Format(
    name="server_manifest",
    summary="server.json, smithery.yaml, plugin.json: told what to do",
    recognises=recognises,
    read=read,
    example=_EXAMPLE,
    lacks=("tools",),
)
