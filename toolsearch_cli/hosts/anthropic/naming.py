"""The names that Anthropic's API takes, and the characters that Claude Code replaces."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from toolsearch_cli.hosts.disclosure import Refusal

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from toolsearch_cli.hosts.disclosure import Definition

LONGEST_NAME: Final = 128
MOST_TOOLS: Final = 10_000
"""Most tools of a catalog with tool search."""

_UNSAFE: Final = re.compile(r"[^A-Za-z0-9_-]")


def safe_name(name: str) -> str:
    """Replace every character that the API does not take by one underscore."""
    return _UNSAFE.sub("_", name)


def refusals(definitions: Iterable[Definition]) -> Iterator[Refusal]:
    """Yield the tools whose names the API refuses: a request that holds one fails as a whole."""
    for one in definitions:
        reason = _refused(one.name)
        if reason:
            yield Refusal("refused", one.source, one.tool.name, one.name, reason)


def _refused(name: str) -> str:
    if not name or _UNSAFE.search(name):
        return f"the API takes only A-Z a-z 0-9 _ - in a name, not {name}"
    if len(name) > LONGEST_NAME:
        return f"{name} has {len(name)} characters, the API takes {LONGEST_NAME}"
    return ""


def over_cap(definitions: Iterable[Definition]) -> Iterator[Refusal]:
    """Yield the tools that are too many, of those given in the order that decides."""
    for place, one in enumerate(definitions):
        if place >= MOST_TOOLS:
            reason = f"a catalog takes {MOST_TOOLS:,} tools; which of more are lost is not known"
            yield Refusal("over-cap", one.source, one.tool.name, one.name, reason)
