"""What to know of a turn of Codex."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, Literal

from toolsearch_cli.hosts.codex.budget import BLOCK_BYTES
from toolsearch_cli.hosts.codex.documents import trimmed
from toolsearch_cli.hosts.codex.facts import EXEC, LONGEST_LINE
from toolsearch_cli.hosts.codex.naming import LONGEST, namespace, sanitised
from toolsearch_cli.hosts.disclosure import Note, Refusal

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from toolsearch_cli.hosts.codex.listing import Lines, Space
    from toolsearch_cli.hosts.codex.naming import Name
    from toolsearch_cli.hosts.disclosure import Definition

_MOST_NAMED: Final = 3


def renamed(tools: Iterable[tuple[Name, Definition, str]]) -> Iterator[Refusal]:
    """Yield the tools whose names have a hash, and why.

    Args:
        tools: Name, tool and its server's name.
    """
    for name, one, server in tools:
        wanted = sanitised(one.tool.name)
        if name.tool == wanted:
            continue
        too_long = len(name.namespace) + len(wanted) > LONGEST
        cause = f"is over {LONGEST} characters" if too_long else "is also that of another tool"
        reason = f"its name {cause} with {namespace(server)}, so it is {name.tool}"
        kind: Literal["cut", "renamed"] = "cut" if too_long else "renamed"
        yield Refusal(kind, one.source, one.tool.name, one.name, reason)


def notes_on(spaces: Sequence[Space], lines: Lines) -> Iterator[Note]:
    """Yield what mode direct has to say, the most useful first."""
    silent = [one.name for one in spaces if not trimmed(one.instructions)]
    if silent:
        count = "1 server has" if len(silent) == 1 else f"{len(silent):,} servers have"
        yield Note(
            "no-instructions",
            "info",
            f"{count} no instructions ({_some(silent)}): the model reads the name of the "
            "namespace and nothing of its tools.",
            f"The first line of a server's instructions, up to {LONGEST_LINE} characters, is "
            "shown, and all of them are searched with each of its tools.",
        )
    changed = [one.name for one in spaces if one.name != namespace(one.server)]
    if changed:
        yield Note(
            "namespaces",
            "warning",
            f"Namespaces that two servers would share, or too long ones, are changed: "
            f"{_some(changed)}.",
            "Rename one of the servers.",
        )
    if lines.shortened or lines.omitted:
        left_out = f", and {lines.omitted:,} namespaces are not shown" if lines.omitted else ""
        yield Note(
            "block-full",
            "warning",
            f"The block of namespaces takes {BLOCK_BYTES:,} bytes: "
            f"{lines.shortened:,} descriptions are cut or dropped{left_out}.",
            "Shorten the first lines of the servers' instructions, or take servers away.",
        )


def code_mode_notes() -> Iterator[Note]:
    """Yield what mode code has to say."""
    yield Note(
        "code-mode",
        "info",
        f"Nothing is ranked in code mode: the model's own script, given to {EXEC}, filters the "
        "names and descriptions of all tools.",
        "Whether the block of namespaces is shown as well is not known; it is not counted. "
        "--set mode=direct shows and ranks.",
    )


def _some(names: Sequence[str]) -> str:
    more = len(names) - _MOST_NAMED
    return ", ".join(names[:_MOST_NAMED]) + (f" and {more:,} more" if more > 0 else "")
