"""Numbers and names of things in a sentence of a host."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Sequence

MOST_NAMED: Final = 3
"""Names that a sentence spells out before it counts the rest."""


def counted(number: int, noun: str) -> str:
    """Return `1 tool`, `1,200 tools`."""
    return f"{number:,} {noun}{'' if number == 1 else 's'}"


def schemas_sent(count: int) -> str:
    """Return `1 schema sent`, `1,200 schemas sent`."""
    return f"{counted(count, 'schema')} sent"


def some_of(names: Sequence[str]) -> str:
    """Return `a, b, c and 4 more`."""
    more = len(names) - MOST_NAMED
    return ", ".join(names[:MOST_NAMED]) + (f" and {more:,} more" if more > 0 else "")
