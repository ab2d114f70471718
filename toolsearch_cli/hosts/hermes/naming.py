"""Names as the model sees them: sanitising, prefixes, the cut of long names, group labels."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from toolsearch_cli.catalog.model import Source
    from toolsearch_cli.hosts.hermes.releases import Release
    from toolsearch_cli.hosts.hermes.settings import Naming

BRIDGE_NAMES = ("tool_search", "tool_describe", "tool_call")
MCP_PREFIX = "mcp-"

_UNSAFE = re.compile(r"[^A-Za-z0-9_]")
_KEPT_OF_LONG_NAME = 55
_DIGEST_LENGTH = 8


def safe_name(name: str) -> str:
    """Replace every character outside `[A-Za-z0-9_]` by one underscore; nothing is collapsed."""
    return _UNSAFE.sub("_", name)


def qualified(server: str, tool: str, release: Release, naming: Naming = "double") -> str:
    """Return the name that an MCP tool gets: `mcp__server__tool`, cut where the release cuts."""
    bar = "__" if naming == "double" else "_"
    name = f"mcp{bar}{safe_name(server)}{bar}{safe_name(tool)}"
    if release.name_limit is None or len(name) <= release.name_limit:
        return name
    from hashlib import sha256

    digest = sha256(name.encode()).hexdigest()[:_DIGEST_LENGTH]
    return f"{name[:_KEPT_OF_LONG_NAME]}_{digest}"


def spellings(server: str, tool: str, release: Release) -> tuple[str, ...]:
    """Return every qualified name that people may know an MCP tool by, however long."""
    uncut = replace(release, name_limit=None)
    namings: tuple[Naming, ...] = ("double", "single")
    names = (qualified(server, tool, one, way) for one in (release, uncut) for way in namings)
    return tuple(dict.fromkeys(names))


def toolset(source: Source) -> str:
    """Return the registry toolset: `mcp-NAME` for a server, the bare name otherwise."""
    return f"{MCP_PREFIX}{source.name}" if source.kind == "mcp" else source.name


def label(of_toolset: str) -> str:
    """Return the heading under which a toolset is listed; only an empty toolset is `other`."""
    return of_toolset.removeprefix(MCP_PREFIX) if of_toolset else "other"
