"""What would have to change for a listing to reach a form: the smallest settings that do it."""

from __future__ import annotations

import math

from toolsearch_cli.hosts.hermes.settings import LISTING_MAX_TOKENS, HermesSettings

_STEP = 10
"""threshold_pct is proposed in tenths."""


def settings_for(needed: int, settings: HermesSettings, context: int | None) -> str | None:
    """Return, in words, the settings that give a budget of `needed` tokens.

    `None` when no setting can: the cap ends at 60,000 tokens and the share at 100 %.
    """
    if needed > LISTING_MAX_TOKENS[1]:
        return None
    changes = []
    if context is None or context <= 0:
        return f"a known context of {context_for(needed, settings):,} tokens or more"
    percent = _percent_for(needed, context)
    if percent is None:
        return None
    if percent > settings.threshold_pct:
        changes.append(f"threshold_pct {percent:g}")
    if needed > settings.listing_max_tokens:
        changes.append(f"listing_max_tokens {needed:,}")
    return " and ".join(changes)


def _percent_for(needed: int, context: int) -> float | None:
    """Return the smallest tenth of a percent whose budget, truncated as there, is enough."""
    tenths = math.ceil(needed * 100 * _STEP / context)
    while int(context * (tenths / _STEP / 100.0)) < needed:
        tenths += 1
    return tenths / _STEP if tenths <= 100 * _STEP else None


def context_for(needed: int, settings: HermesSettings) -> int:
    """Return the smallest context whose share of `threshold_pct` is `needed` tokens."""
    share = settings.threshold_pct / 100.0
    if share <= 0:
        return needed
    context = max(1, int(needed / share) - 1)
    while int(context * share) < needed:
        context += 1
    return context
