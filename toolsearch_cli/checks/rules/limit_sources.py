"""Where the limits that a rule looks at are known from, as Markdown for its docs."""

from __future__ import annotations

from typing import TYPE_CHECKING

from toolsearch_cli.hosts.limits import LIMITS

if TYPE_CHECKING:
    import re
    from collections.abc import Callable

    from toolsearch_cli.hosts.limits import Limits

_END = r"\Z"


def written(pattern: re.Pattern[str]) -> str:
    """Return a pattern as code, without its end."""
    return f"`{pattern.pattern.removesuffix(_END)}`"


def known_from(described: Callable[[Limits], str], *, of_schemas: bool = False) -> str:
    """Return a line for each host that has such a limit: the host, its limit, the source.

    Args:
        described: Says the limit in words; empty where the host has none.
        of_schemas: Whether the limit is one on schemas, which have a source of their own.
    """
    lines = []
    for one in LIMITS:
        limit = described(one)
        if limit:
            source = one.schemas_known_from if of_schemas else one.known_from
            lines.append(f"- {one.host}: {limit}; {source}")
    return "\n".join(lines)
