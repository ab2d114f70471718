"""The gateway's own tools, described in our own words."""

from __future__ import annotations

from typing import TYPE_CHECKING

from toolsearch_cli.hosts.docker.facts import BRIDGE, DEFAULT_LIMIT

if TYPE_CHECKING:
    from collections.abc import Iterator

    from toolsearch_cli.catalog.model import Json


def bridge_tools() -> Iterator[dict[str, Json]]:
    """Yield the six tools."""
    name = _text("Which server.")
    tool = _text("Which tool.")
    servers: dict[str, Json] = {
        "type": "array",
        "items": {"type": "string"},
        "description": "Whose tools the script may call.",
    }
    limit: dict[str, Json] = {
        "type": "integer",
        "description": f"Most servers to return; {DEFAULT_LIMIT} unless given.",
    }
    arguments: dict[str, Json] = {"type": "object", "description": "Its arguments."}
    config: dict[str, Json] = {"type": "object", "description": "Its new configuration."}
    query = _text("What is needed, in words.")
    find, add, remove, code, run, configure = BRIDGE
    yield _tool(find, "Find servers that could be added.", {"query": query, "limit": limit}, 1)
    yield _tool(add, "Add a server to the session, with all its tools.", {"name": name}, 1)
    yield _tool(remove, "Remove a server from the session.", {"name": name}, 1)
    yield _tool(
        code,
        "Make a tool that runs scripts, which may call the tools of some servers.",
        {"servers": servers, "name": _text("What to call it.")},
        2,
    )
    yield _tool(
        run,
        "Call a tool of an added server that is not listed.",
        {"name": tool, "arguments": arguments},
        1,
    )
    yield _tool(configure, "Configure a server.", {"server": name, "config": config}, 2)


def _text(description: str) -> dict[str, Json]:
    return {"type": "string", "description": description}


def _tool(
    name: str, description: str, properties: dict[str, dict[str, Json]], required: int
) -> dict[str, Json]:
    """Return one definition; the first `required` properties must be given."""
    return {
        "name": name,
        "description": description,
        "inputSchema": {
            "type": "object",
            "properties": {**properties},
            "required": [*list(properties)[:required]],
        },
    }
