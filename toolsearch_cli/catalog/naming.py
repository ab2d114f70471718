"""Source names for files that name none: from the file's own name, from prefixes of its tools."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

    from toolsearch_cli.catalog.model import Source, Tool

# Such a stem says what the file is, not whose tools it holds: its folder does.
_UNSPEAKING: Final = frozenset({"tools", "list", "catalog", "index", "tools-list", "tools_list"})
_ENDING: Final = re.compile(
    r"(?<!^)\.(?:json|jsonc|jsonl|ndjson|yaml|yml|txt|log|har|mcpb|dxt)\Z", re.IGNORECASE
)
SNAP: Final = ".snap"
"""How the file of one tool's snapshot ends."""
SNAPS: Final = "__toolsnaps__"
"""How the folder of one server's snapshots is called."""
# Names hold single underscores; only the double one says where the server's name ends.
_PREFIXED: Final = re.compile(r"mcp__((?:(?!__).)+)__(.+)", re.DOTALL)


def name_from_path(path: Path | None) -> str:
    """The name of a source whose file names none; `stdin` where there is no file."""
    if path is None:
        return "stdin"
    if path.name.endswith(SNAP):
        folder = path.absolute().parent
        return folder.parent.name if folder.name == SNAPS else folder.name
    stem = _ENDING.sub("", path.name.removesuffix(".gz"))
    if stem.lower() in _UNSPEAKING:
        return path.absolute().parent.name or stem
    return stem


def qualified(server: str, tool: str) -> str:
    """The name from which `split_prefixes` takes the server's again, where it has no `__`."""
    return f"mcp__{server}__{tool}"


def is_split_again(server: str, tool: str) -> bool:
    """Whether server and tool are told from their qualified name as they were."""
    match = _PREFIXED.fullmatch(qualified(server, tool))
    return match is not None and match[1] == server


def split_prefixes(source: Source) -> tuple[Source, ...]:
    """Split the tools of a nameless source by their `mcp__server__` prefixes.

    Tools without the prefix stay in the source they came with. Sources come in the order of
    their first tools.
    """
    if not any(tool.name.startswith("mcp__") for tool in source.tools):
        return (source,)
    return _split(source, _PREFIXED)


def split_at(sources: Iterable[Source], separator: str) -> tuple[Source, ...]:
    """Split the tools of each nameless source at the separator that the user names.

    The server's name is what stands before the first one, or between the first two where the
    tool's name begins with `mcp` and one.
    """
    between = re.escape(separator)
    prefixed = re.compile(rf"(?:mcp{between})?((?:(?!{between}).)+){between}(.+)", re.DOTALL)
    return tuple(
        part
        for source in sources
        for part in ((source,) if source.is_named else _split(source, prefixed))
    )


def _split(source: Source, prefixed: re.Pattern[str]) -> tuple[Source, ...]:
    groups: dict[str | None, list[Tool]] = {}
    for tool in source.tools:
        match = prefixed.fullmatch(tool.name)
        if match is None:
            groups.setdefault(None, []).append(tool)
        else:
            groups.setdefault(match[1], []).append(replace(tool, name=match[2]))
    return tuple(
        replace(source, tools=tuple(tools))
        if server is None
        else replace(source, name=server, tools=tuple(tools), is_named=True)
        for server, tools in groups.items()
    )
