"""The least settings that give a listing a budget, and the largest that keep the bridge on.

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
    # Below the largest context, division is off by less than one token.
    context = max(1, int(budget * 100.0 / percent) - 1) if budget else 1
    while share_of(context, percent) < budget:
        context += 1
    return context


def least_percent(budget: int, context: int, decimals: int) -> float | None:
    """Return the smallest `threshold_pct` with so many decimals whose share is `budget` tokens."""
    steps: int = 10**decimals
    tried = max(0, math.floor(budget * 100 * steps / context) - 1)
    while tried <= 100 * steps:
        if share_of(context, tried / steps) >= budget:
            return tried / steps
        tried += 1
    return None


def gate_of(context: int, percent: float) -> int:
    """Return the tokens from which hermes@0.19 defers, in its own order of operations."""
    return int(context * percent / 100)


def largest_context_on(tokens: int, percent: float) -> int | None:
    """Return the largest context at which hermes@0.19 defers `tokens`; `None` where all do."""
    if gate_of(LARGEST_CONTEXT, percent) <= tokens:
        return None
    context = int((tokens + 1) * 100 / percent) + 1
    while gate_of(context, percent) > tokens:
        context -= 1
    return context


def largest_percent_on(tokens: int, context: int, decimals: int) -> float:
    """Return the largest `threshold_pct` with so many decimals at which it defers `tokens`."""
    steps: int = 10**decimals
    tried = min(100 * steps, math.ceil((tokens + 1) * 100 * steps / context) + 1)
    while gate_of(context, tried / steps) > tokens:
        tried -= 1
    return tried / steps
