"""Small catalogs for tests, as values and as files."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from toolsearch_cli.catalog.model import Catalog, Kind, Provenance, Source, Tool

if TYPE_CHECKING:
    from pathlib import Path


def tool(name: str, description: Any = "", *parameters: str) -> dict[str, Any]:
    """Return a tool as a server publishes it."""
    properties = {parameter: {"type": "string"} for parameter in parameters}
    schema = {"type": "object", "properties": properties}
    return {"name": name, "description": description, "inputSchema": schema}


def source(name: str, *tools: dict[str, Any], kind: Kind = "mcp") -> dict[str, Any]:
    """Return a source in the native form."""
    return {"name": name, "kind": kind, "tools": list(tools)}


def catalog(*sources: dict[str, Any]) -> Catalog:
    """Return the sources as a catalog."""
    return Catalog(tuple(_source(position, one) for position, one in enumerate(sources)))


def _source(position: int, given: dict[str, Any]) -> Source:
    place = f"/servers/{position}"
    return Source(
        name=given["name"],
        kind=given["kind"],
        tools=tuple(
            Tool(
                name=one["name"],
                description=one["description"],
                input_schema=one["inputSchema"],
                provenance=Provenance("catalog.json", f"{place}/tools/{at}"),
            )
            for at, one in enumerate(given["tools"])
        ),
        provenance=Provenance("catalog.json", place),
    )


def catalog_file(folder: Path, *sources: dict[str, Any]) -> str:
    """Write the sources to a file and return its path."""
    path = folder / "catalog.json"
    path.write_text(json.dumps({"servers": list(sources)}), encoding="utf-8")
    return str(path)


TRACKERS = (
    source(
        "github",
        tool("create_issue", "Create a new issue in a repository", "title", "body"),
        tool("list_issues", "List the issues of a repository", "state"),
        tool("search_code", "Search code", "q"),
    ),
    source(
        "linear",
        tool("create_issue", "Create an issue", "title", "team"),
        tool("archive", "Archive a ticket", "ticket"),
    ),
    source("notes", tool("jot", "Write a note", "text"), kind="plugin"),
    source("core", tool("terminal", "Run a command", "command"), kind="core"),
)
"""Two servers with one bare name in common, a plugin and a core tool."""
