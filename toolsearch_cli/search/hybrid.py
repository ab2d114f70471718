"""Two ordered answers made one: what a search by meaning found, then what a search by words did."""

from __future__ import annotations

import math
from itertools import chain, islice
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence


def shares(limit: int, ratio: float) -> tuple[int, int]:
    """Return how many hits a search by meaning may give, and how many one by words.

    Args:
        limit: Most hits together.
        ratio: 0 for words only to 1 for meaning only. A half is rounded up.
    """
    by_meaning = math.floor(limit * ratio + 0.5)
    return by_meaning, limit - by_meaning


def hybrid_order(
    by_meaning: Sequence[str], by_words: Sequence[str], limit: int, ratio: float = 0.5
) -> tuple[str, ...]:
    """Return the names in the order in which ToolHive's optimizer gives them.

    Those found by meaning come first, then those found by words that are not among them. Scores
    are not mixed, and a share that is not used up is not given to the other search.

    Args:
        by_meaning: Best first, already within the greatest distance; empty without embeddings.
        by_words: Best first.
        limit: Most names to return.
        ratio: The share of the search by meaning.
    """
    most, rest = shares(limit, ratio)
    found: Iterable[str] = chain(by_meaning[:most], by_words[:rest])
    return tuple(islice(dict.fromkeys(found), limit))
