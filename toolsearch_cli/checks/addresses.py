"""Addresses of sources and tools as reports print them, and the globs that name them.

`github` is a source and `github/create_issue` a tool of it. Where the kind is another than MCP it
stands behind: `notes (plugin)`, `notes/jot (plugin)`. A glob may say the kind in the same way, and
then means that kind alone: it tells a plugin from a server of the same name.
"""

from __future__ import annotations

from fnmatch import fnmatchcase
from typing import TYPE_CHECKING

from toolsearch_cli.hosts.scenario import spellings_of

if TYPE_CHECKING:
    from toolsearch_cli.catalog.model import Kind

_NAMELESS = '""'


def address_of(source: str, tool: str | None = None, kind: Kind | None = None) -> str:
    """Return `github`, `github/create_issue`, `notes/jot (plugin)`; `/jot` of a nameless source."""
    whole = source or _NAMELESS if tool is None else f"{source}/{tool}"
    return whole if kind in (None, "mcp") else f"{whole} ({kind})"


def names_source(glob: str, source: str, kind: Kind) -> bool:
    """Say whether a glob names a source, in one of the spellings that a scope knows."""
    return any(fnmatchcase(spelled, glob) for spelled in spellings_of(source, kind))


def names_tool(glob: str, source: str, tool: str | None, kind: Kind | None) -> bool:
    """Say whether a glob names a tool: by `source/tool`, or by its source where there is no slash.

    A source itself, `tool` being `None`, is named by `source` and by `source/*`.
    """
    spelled = source if "/" not in glob else f"{source}/{tool or ''}"
    return fnmatchcase(spelled, glob) or fnmatchcase(f"{spelled} ({kind})", glob)
