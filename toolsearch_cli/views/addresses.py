"""How a source and a tool are named to people: what one can type, with the kind after it."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from toolsearch_cli.catalog.model import Kind

_NAMELESS = '""'


def source_title(name: str, kind: Kind | None = None) -> str:
    """Return `github` or `notes (plugin)`; a kind other than MCP is said."""
    return f"{name or _NAMELESS}{_suffix(kind)}"


def tool_title(source: str, tool: str, kind: Kind | None = None) -> str:
    """Return `github/create_issue` or `notes/jot (plugin)`: the address, then the kind."""
    return f"{source}/{tool}{_suffix(kind)}"


def _suffix(kind: Kind | None) -> str:
    return "" if kind in (None, "mcp") else f" ({kind})"
