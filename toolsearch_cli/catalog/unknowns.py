"""What the files of a catalog cannot tell of its tools, in words: unknown is not none."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from toolsearch_cli.catalog.model import Source, Tool, UnknownServer, Untold

_MOST_NAMED: Final = 3
_PARTS: Final[dict[tuple[Untold, ...], str]] = {
    ("schema",): "schemas",
    ("description",): "descriptions",
    ("description", "schema"): "descriptions and schemas",
}
LOWER_BOUND: Final = "every count with them is a lower bound"
CAPTURE: Final = "Capture the server's own list of tools."
"""What to do about it."""


def has_unknown(source: Source) -> bool:
    """Whether the file of a source does not tell all that a host would show of its tools."""
    return any(tool.unknown for tool in source.tools)


def unknown_in_words(sources: Iterable[Source]) -> str:
    """Return what of the sources is unknown and what follows; "" where nothing is.

    Such as `schemas unknown for 302 tools of zscaler: every count with them is a lower bound`.
    """
    counts: Counter[tuple[Untold, ...]] = Counter()
    names: dict[str, None] = {}
    for source in filter(has_unknown, sources):
        own = Counter(tool.unknown for tool in source.tools if tool.unknown)
        counts += own
        names[source.name] = None
    if not counts:
        return ""
    said = [
        f"{_PARTS[untold]} unknown for {count:,} tool{'' if count == 1 else 's'}"
        for untold, count in sorted(counts.items())
    ]
    return f"{', '.join(said)} of {_named(list(names))}: {LOWER_BOUND}"


def untold_in_words(tool: Tool) -> str:
    """Return what the file of a tool does not tell of it; "" where it tells all.

    Such as `its schema is unknown`, `its description and schema are unknown`.
    """
    if not tool.unknown:
        return ""
    return f"its {' and '.join(tool.unknown)} {'is' if len(tool.unknown) == 1 else 'are'} unknown"


def unknown_servers_in_words(servers: Iterable[UnknownServer]) -> str:
    """Return which servers' tools are unknown and what follows; "" where none's are.

    Such as `The tools of slack and mail are unknown: no count holds them`.
    """
    names = list(dict.fromkeys(server.name for server in servers))
    return f"The tools of {_named(names)} are unknown: no count holds them" if names else ""


def reasons_in_words(servers: Sequence[UnknownServer]) -> str:
    """Return why the tools of servers are unknown; "" without any.

    Such as `slack: it was offline; mail: it asks for a login`.
    """
    said = [server.words for server in servers[:_MOST_NAMED]]
    if len(servers) > _MOST_NAMED:
        said.append(f"{len(servers) - _MOST_NAMED:,} more")
    return "; ".join(said)


def _named(names: list[str]) -> str:
    if len(names) <= _MOST_NAMED:
        return " and ".join(name or '""' for name in names)
    first = ", ".join(name or '""' for name in names[:_MOST_NAMED])
    return f"{first} and {len(names) - _MOST_NAMED:,} more"
