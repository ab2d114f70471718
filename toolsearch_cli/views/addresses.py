"""How a source and a tool are named to people: what one can type, with the kind after it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from toolsearch_cli.checks.addresses import address_of

if TYPE_CHECKING:
    from toolsearch_cli.catalog.model import Kind


def source_title(name: str, kind: Kind | None = None) -> str:
    """Return `github` or `notes (plugin)`; a kind other than MCP is said."""
    return address_of(name, None, kind)


def tool_title(source: str, tool: str, kind: Kind | None = None) -> str:
    """Return `github/create_issue` or `notes/jot (plugin)`: the address, then the kind."""
    return address_of(source, tool, kind)
