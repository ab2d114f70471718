"""Tools that a setting names: by source, by name, or as source/tool, with globs."""

from __future__ import annotations

from fnmatch import fnmatchcase
from typing import TYPE_CHECKING

from toolsearch_cli.hosts.addressing import address

if TYPE_CHECKING:
    from collections.abc import Sequence

    from toolsearch_cli.hosts.disclosure import Definition
    from toolsearch_cli.hosts.simple.session import Session


def names_tool(patterns: Sequence[str], session: Session, definition: Definition) -> bool:
    """Say whether a pattern names a tool: `github`, `create_*`, `github/create_*`, a whole name."""
    if not patterns:
        return False
    plain = (definition.name, definition.tool.name, session.source(definition).name)
    addressed = (address(session.catalog, definition), *plain)
    return any(
        fnmatchcase(name, pattern)
        for pattern in patterns
        # A star reaches over a slash, so only a pattern with one is held against source/tool.
        for name in (addressed if "/" in pattern else plain)
    )
