"""The least settings that give a listing a budget, one setting at a time.

Every answer is checked with the host's own arithmetic, truncation and all; what no setting can
give is `None`.
"""

from __future__ import annotations

import math

from toolsearch_cli.hosts.hermes.settings import LISTING_MAX_TOKENS

LARGEST_CONTEXT = 10**12
"""Beyond this no context is proposed."""


def share_of(context: int, percent: float) -> int:
    """Return the tokens that `percent` of a context is, as the host computes it."""
    return int(context * (percent / 100.0))


def least_cap(budget: int) -> int | None:
    """Return the smallest `listing_max_tokens` that allows `budget` tokens."""
    low, high = LISTING_MAX_TOKENS
    return max(low, budget) if budget <= high else None


def least_context(budget: int, percent: float) -> int | None:
    """Return the smallest context, at least 1 token, whose share is `budget` tokens."""
    if share_of(LARGEST_CONTEXT, percent) < budget:
        return None
    low, high = 1, LARGEST_CONTEXT
    while low < high:
        middle = (low + high) // 2
        if share_of(middle, percent) < budget:
            low = middle + 1
        else:
            high = middle
    return low


def least_percent(budget: int, context: int, decimals: int) -> float | None:
    """Return the smallest `threshold_pct` with so many decimals whose share is `budget` tokens."""
    steps = 10**decimals
    tried = max(0, math.floor(budget * 100 * steps / context) - 1)
    while tried <= 100 * steps:
        if share_of(context, tried / steps) >= budget:
            return tried / steps
        tried += 1
    return None
