"""How many tools and groups each toolset may show: the slots of VS Code's grouping."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Sequence

MOST_TOOLS: Final = 128
"""Tools of a request."""
LEAST_GROUPED: Final = 64
"""Fewer tools than these are all shown, whatever the threshold."""
MATCHED_TOOLS: Final = 10
"""Tools that are always added, by the similarity of their embeddings to the question."""
SHOWN: Final = MOST_TOOLS - MATCHED_TOOLS - 30
"""Tools and groups that are shown together, built-in tools included."""

_OF_A_GROUP: Final = 4


def allocate(sizes: Sequence[int], available: int) -> tuple[int, ...]:
    """Share slots out among toolsets.

    Args:
        sizes: The tools of each toolset, at least 1, in order of appearance.
        available: All slots; may be negative.

    Returns:
        The slots of each: one, then its share of what remains while it shrinks, the largest first;
        what is left over goes round. Not capped at its size. With no more slots than toolsets the
        first ones have one each, the rest none.
    """
    if len(sizes) >= available:
        return tuple(int(place < available) for place in range(len(sizes)))
    slots = [1] * len(sizes)
    remaining = available - len(sizes)
    largest = sorted(range(len(sizes)), key=lambda place: -sizes[place])
    for place in largest:
        share = sizes[place] / sum(sizes) * remaining
        added = min(math.floor(share + 0.5), remaining)
        slots[place] += added
        remaining -= added
    for turn in range(remaining if sizes else 0):
        slots[largest[turn % len(largest)]] += 1
    return tuple(slots)


def most_groups(tools: int, slots: int) -> int:
    """Return how many groups a toolset with fewer slots than tools is clustered into, at most."""
    return 1 if slots == 1 else min(slots, -(-tools // _OF_A_GROUP))
