"""The nearest change of a source, and what reaches a budget, in a few words."""

from __future__ import annotations

from typing import TYPE_CHECKING

from toolsearch_cli.views.numbers import rounded_context

if TYPE_CHECKING:
    from toolsearch_cli.analysis.next_change import NextChange
    from toolsearch_cli.hosts.ladder import Reach


def next_change_text(change: NextChange, *, short: bool = False) -> str:
    """Return `summary < 13,340`, `names ≥ 728k and cap ↑`, `full: cap ≥ 3,000`, `full: never`.

    Args:
        change: The change.
        short: Say ` +cap` and `never` alone, where there is little room.
    """
    if change.never:
        return f"{change.form}: {_never(None if short else change.limit)}"
    if change.context is not None and not change.above:
        return f"{change.form} < {rounded_context(change.context, up=False)}"
    needed = _needed(change.context, change.threshold_pct, change.cap, short=short)
    return f"{change.form}{':' if change.context is None else ''} {needed}"


def reach_text(reach: Reach, *, short: bool = False) -> str:
    """Return `now`, `≥ 728k and cap ↑`, `cap ≥ 36,395`, or `never (> 60k)`."""
    if reach.given:
        return "now"
    if not reach.possible:
        return _never(reach.cap_limit if reach.cap is None else None)
    context = reach.context if reach.share_stands_in_the_way else None
    percent = reach.threshold_pct if reach.share_stands_in_the_way else None
    cap = reach.cap if reach.cap_stands_in_the_way else None
    return _needed(context, percent, cap, short=short)


def _never(limit: int | None) -> str:
    return "never" if limit is None else f"never (> {rounded_context(limit)})"


def _needed(context: int | None, percent: float | None, cap: int | None, *, short: bool) -> str:
    if context is not None:
        words = f"≥ {rounded_context(context)}"
    elif percent is not None:
        words = f"pct ≥ {percent:g}"
    else:
        return f"cap ≥ {cap:,}"
    if cap is None:
        return words
    return f"{words} +cap" if short else f"{words} and cap ↑"
