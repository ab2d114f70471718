"""Client configs: they name servers but hold no tools, and are told how to get them.

Recognised are `mcpServers` (as a map or a list), `servers` (VS Code, also under `mcp`),
`mcpServers` of `projects` (Claude Code), `context_servers` (Zed), `mcp_servers` (Codex, Hermes),
`mcp` (opencode), `extensions` (Goose) and a bare map of servers (Claude Code plugins).
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Final, NamedTuple, NoReturn

from toolsearch_cli.catalog.document import Format, child

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from toolsearch_cli.catalog.document import Document
    from toolsearch_cli.catalog.model import Json

_OF_A_PROJECT: Final = (
    "capture those of a project in its folder: toolsearch capture --discover -o tools.json"
)
_ALWAYS: Final = ("mcpServers", "mcp_servers", "context_servers")
_WHEN_LAUNCHING: Final = ("servers", "mcp", "extensions")
_TRANSPORTS: Final = frozenset(
    {"stdio", "http", "sse", "streamable-http", "streamable_http", "local", "remote", "builtin"}
)
COMMAND_KEYS: Final = ("command", "cmd")
URL_KEYS: Final = ("url", "uri", "serverUrl", "baseUrl", "httpUrl")
ENV_KEYS: Final = ("env", "environment", "envs")
HEADER_KEYS: Final = ("headers", "http_headers")


class NamedServer(NamedTuple):
    """One server of a config, as its client's file has it."""

    name: str
    pointer: str
    """Where it stands in the file."""
    settings: dict[str, Json]


def recognises(value: Json) -> bool:
    """Whether it says how to start or reach servers."""
    return named_servers(value) is not None or _has_projects(value)


def read(document: Document) -> NoReturn:
    """Refuse it, with the line that captures its servers.

    Raises:
        ServersOnlyError: Always.
    """
    from toolsearch_cli.catalog.capturing import capture_line

    of_projects = tuple(_of_projects(document.value))
    own = named_servers(document.value) or ()
    hints = [capture_line(document.file)] if own else []
    if of_projects:
        hints.append(_OF_A_PROJECT)
    raise document.servers_only("\n".join(hints) or None, len(own) + len(of_projects))


def named_servers(value: Json) -> tuple[NamedServer, ...] | None:
    """Return the servers in the order of the file; `None` where the value is no client config."""
    if not isinstance(value, dict):
        return _named(value, "") if _all_launch(_values(value)) else None
    for key in _ALWAYS:
        if isinstance(value.get(key), dict | list):
            return _named(value[key], child("", key))
    for key in _WHEN_LAUNCHING:
        inner = value.get(key)
        if isinstance(inner, dict) and (
            _all_launch(inner.values()) or (not inner and key == "servers")
        ):
            return _named(inner, child("", key))
    nested = value.get("mcp")
    if isinstance(nested, dict) and isinstance(nested.get("servers"), dict):
        return _named(nested["servers"], "/mcp/servers")
    return _named(value, "") if _all_launch(value.values()) else None


def all_servers(value: Json) -> tuple[NamedServer, ...]:
    """Return the servers of a config, then those that it has for single projects (Claude Code)."""
    return (*(named_servers(value) or ()), *_of_projects(value))


def _projects(value: Json) -> Iterator[tuple[str, Json]]:
    projects = value.get("projects") if isinstance(value, dict) else None
    for path, project in projects.items() if isinstance(projects, dict) else ():
        if isinstance(project, dict) and isinstance(project.get("mcpServers"), dict):
            yield child("/projects", path), project["mcpServers"]


def _has_projects(value: Json) -> bool:
    return any(True for _ in _projects(value))


def _of_projects(value: Json) -> Iterator[NamedServer]:
    for pointer, servers in _projects(value):
        yield from _named(servers, child(pointer, "mcpServers"))


def _values(value: Json) -> Iterable[Json]:
    return value if isinstance(value, list) else ()


def _all_launch(values: Iterable[Json]) -> bool:
    servers = list(values)
    return bool(servers) and all(_launches(server) for server in servers)


def _launches(server: Json) -> bool:
    if not isinstance(server, dict) or isinstance(server.get("tools"), list | dict):
        return False
    if any(key in server for key in (*COMMAND_KEYS, *URL_KEYS)):
        return True
    return server.get("type") in _TRANSPORTS if isinstance(server.get("type"), str) else False


def _named(value: Json, pointer: str) -> tuple[NamedServer, ...]:
    if isinstance(value, dict):
        return tuple(
            NamedServer(name, child(pointer, name), server if isinstance(server, dict) else {})
            for name, server in value.items()
        )
    return tuple(
        NamedServer(
            name if isinstance(name := server.get("name"), str) else f"server-{index + 1}",
            f"{pointer}/{index}",
            server,
        )
        for index, server in enumerate(_values(value))
        if isinstance(server, dict)
    )


def command_words(server: dict[str, Json]) -> Iterable[str]:
    """Yield the program that starts a server and its arguments, as they are written."""
    for key in COMMAND_KEYS:
        command = server.get(key)
        if isinstance(command, dict):  # Zed once nested it: {"path", "args"}.
            yield from _strings([command.get("path")])
            yield from _strings(command.get("args"))
        yield from _strings([command] if isinstance(command, str) else command)
    yield from _strings(server.get("args"))


def _strings(value: Json) -> Iterable[str]:
    """Return the words of a list; clients write numbers and booleans as JSON does."""
    return [
        item if isinstance(item, str) else json.dumps(item)
        for item in _values(value)
        if isinstance(item, str | int | float)
    ]


_EXAMPLE: Final = """\
{
  "mcpServers": {
    "weather": {"command": "npx", "args": ["-y", "weather-mcp"], "env": {"KEY": "${WEATHER_KEY}"}},
    "mail": {"type": "http", "url": "https://mail.example/mcp"}
  }
}
"""

FORMAT = Format(
    name="client_config",
    summary="a client's list of servers: told how to capture them",
    recognises=recognises,
    read=read,
    example=_EXAMPLE,
    lacks=("tools",),
    reading=(
        "Servers of single projects, as Claude Code keeps them, are named too.",
        "Of env, headers and arguments no value is shown or kept.",
    ),
)
