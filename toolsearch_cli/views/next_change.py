"""The nearest change of a source, in a few words."""

from __future__ import annotations

from typing import TYPE_CHECKING

from toolsearch_cli.views.numbers import rounded_context

if TYPE_CHECKING:
    from toolsearch_cli.analysis.next_change import NextChange


def next_change_text(change: NextChange, *, short: bool = False) -> str:
    """Return `summary < 13,340`, `names ≥ 728k and cap ↑`, or `full: never (> 60k)`.

    Args:
        change: The change.
        short: Say ` +cap` and `never` alone, where there is little room.
    """
    if change.never:
        most = "" if short or change.limit is None else f" (> {rounded_context(change.limit)})"
        return f"{change.form}: never{most}"
    if change.context is not None:
        sign = "≥" if change.above else "<"
        words = f"{change.form} {sign} {rounded_context(change.context, up=change.above)}"
    elif change.threshold_pct is not None:
        words = f"{change.form} at pct {change.threshold_pct:g}"
    else:
        return f"{change.form} at cap {change.cap:,}"
    raised = " +cap" if short else " and cap ↑"
    return words if change.cap is None else f"{words}{raised}"
