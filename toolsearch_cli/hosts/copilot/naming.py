"""Names of MCP tools in VS Code."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from toolsearch_cli.hosts.simple.javascript import underscored

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

LONGEST_NAME: Final = 64
LONGEST_PREFIX: Final = 18

_PREFIX: Final = "mcp_"
_UNSAFE_SERVER: Final = re.compile(r"[^a-z0-9_.-]+")
_UNSAFE_TOOL: Final = re.compile(r"[^A-Za-z0-9_-]")


def prefixes(servers: Iterable[str]) -> Iterator[str]:
    """Yield the prefix of each server, in the order that they start: `mcp_github_`.

    Servers with equal names, as far as the prefix holds them, are numbered from the second on.
    """
    taken: dict[str, int] = {}
    for server in servers:
        safe = _UNSAFE_SERVER.sub("_", server.lower())[: LONGEST_PREFIX - len(_PREFIX) - 1]
        number = taken[safe] = taken.get(safe, 0) + 1
        suffix = f"{'' if number == 1 else number}_"
        yield _PREFIX + safe[: LONGEST_PREFIX - len(_PREFIX) - len(suffix)] + suffix


def whole_name(prefix: str, tool: str) -> str:
    """Return the name of a tool before it is cut at `LONGEST_NAME` characters."""
    return (prefix + underscored(_UNSAFE_TOOL, tool)).replace(".", "_")
