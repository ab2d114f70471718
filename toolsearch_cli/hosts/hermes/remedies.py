"""What would have to change for a listing to get a budget: the smallest settings that do it."""

from __future__ import annotations

from typing import NamedTuple

from toolsearch_cli.hosts.hermes.settings import UNKNOWN_CONTEXT_BUDGET, HermesSettings
from toolsearch_cli.hosts.hermes.thresholds import (
    least_cap,
    least_context,
    least_percent,
    share_of,
)


class Change(NamedTuple):
    """Settings to change together; `None` where the present value is enough."""

    context: int | None = None
    threshold_pct: float | None = None
    listing_max_tokens: int | None = None

    def __str__(self) -> str:
        """Return the change in words."""
        words = []
        if self.context is not None:
            words.append(f"a context of {self.context:,} tokens")
        if self.threshold_pct is not None:
            words.append(f"threshold_pct {self.threshold_pct:g}")
        if self.listing_max_tokens is not None:
            words.append(f"listing_max_tokens {self.listing_max_tokens:,}")
        return " and ".join(words) or "nothing"


def change_for(needed: int, settings: HermesSettings, context: int | None) -> Change | None:
    """Return the smallest change that gives a budget of `needed` tokens; `None`: there is none.

    A known context is kept and its share raised, by tenths of a percent; an unknown one, which
    counts for 10,000 tokens, has to become known where that is not enough.
    """
    cap = least_cap(needed)
    if cap is None:
        return None
    raised = cap if needed > settings.listing_max_tokens else None
    if context is None or context <= 0:
        if needed <= UNKNOWN_CONTEXT_BUDGET:
            return Change(listing_max_tokens=raised)
        known = least_context(needed, settings.threshold_pct)
        return None if known is None else Change(context=known, listing_max_tokens=raised)
    if share_of(context, settings.threshold_pct) >= needed:
        return Change(listing_max_tokens=raised)
    percent = least_percent(needed, context, decimals=1)
    if percent is None:
        return None
    return Change(threshold_pct=percent, listing_max_tokens=raised)
