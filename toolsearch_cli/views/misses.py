"""What an evaluation did not find, and why, as a grid."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from toolsearch_cli.analysis.evaluation.answering import DEEPEST_RANK
from toolsearch_cli.views.grid import Column, Grid, Page, Row
from toolsearch_cli.views.numbers import counted

if TYPE_CHECKING:
    from collections.abc import Sequence

    from toolsearch_cli.analysis.evaluation.misses import Miss, Part, Reason
    from toolsearch_cli.analysis.evaluation.running import Evaluation

_COLUMNS = (
    Column(key="query", title="query"),
    Column(key="expected", title="not found"),
    Column(key="reason", title="why"),
    Column(key="winner", title="found instead", rank=1),
    Column(key="words", title="on the words", rank=3),
    Column(key="unknown", title="in no tool", rank=2),
)
_REASONS: Final[dict[Reason, str]] = {
    "unknown": "no such tool",
    "out-of-scope": "not granted",
    "dropped": "the host lacks it",
    "no-search": "no search",
    "not-deferred": "sent, not searched",
    "no-word": "no word in the query",
    "not-admitted": "lacks “{gate}”",
    "not-matched": "no word of the query",
    "beyond-limit": "{beyond} behind",
    "max-rank": "rank {rank}, {beyond} late",
}
_COUNTED: Final[dict[Reason, str]] = {
    "not-admitted": "without a required word",
    "beyond-limit": "behind the limit",
    "max-rank": "too late",
}
"""The same without what differs from miss to miss."""
_NOTE = (
    "· N behind: it would be found with a limit that much larger. In no tool: words of the query "
    "that no tool contains, or that are not looked up."
)
_MOST_WORDS = 4
_LONGEST_QUERY = 48


def misses_page(one: Evaluation, most: int | None) -> Page:
    """Return the misses of one evaluation, in the order of the queries.

    Args:
        one: The evaluation, with one miss at least.
        most: How many to show; `None`: all.
    """
    shown = one.misses if most is None else one.misses[:most]
    folded = len(one.misses) - len(shown)
    count = counted(len(one.misses), "miss", "misses")
    return Page(
        head=(f"{count} of {one.name} · {reasons_counted(one.misses)}",),
        grid=misses_grid(shown),
        notes=(
            _NOTE,
            *((f"· {folded:,} more: -v shows them, --json has them all.",) if folded else ()),
        ),
    )


def misses_grid(misses: Sequence[Miss]) -> Grid:
    """Return a row for each miss; a long query is cut."""
    return Grid(columns=_COLUMNS, rows=tuple(Row(_cells(miss)) for miss in misses))


def reasons_counted(misses: Sequence[Miss]) -> str:
    """Return how many are missed for which reason, the most frequent first."""
    counts: dict[Reason, int] = {}
    for miss in misses:
        counts[miss.reason] = counts.get(miss.reason, 0) + 1
    ordered = sorted(counts.items(), key=lambda item: -item[1])
    return ", ".join(
        f"{count:,} {_COUNTED.get(reason, _REASONS[reason])}" for reason, count in ordered
    )


def reason_in_words(miss: Miss) -> str:
    """Return why a tool is missed, in a few words."""
    beyond = f"over {DEEPEST_RANK:,}" if miss.beyond is None else f"{miss.beyond:,}"
    return _REASONS[miss.reason].format(gate=miss.gate, beyond=beyond, rank=miss.rank)


def _cells(miss: Miss) -> tuple[str | None, ...]:
    winner = miss.winners[0] if miss.winners else None
    text = miss.query.text
    return (
        text if len(text) <= _LONGEST_QUERY else f"{text[: _LONGEST_QUERY - 1]}…",
        miss.target.address,
        reason_in_words(miss),
        None if winner is None else winner.name,
        None if winner is None else parts_in_words(winner.parts),
        _listed((*miss.unknown_words, *miss.unread)) or None,
    )


def parts_in_words(parts: Sequence[Part]) -> str | None:
    """Return words with what each gives a score: `open 6.02, their 3.16`; `None` without any."""
    return ", ".join(f"{one.term} {one.contribution:.2f}" for one in parts) or None


def _listed(words: Sequence[str]) -> str:
    shown = ", ".join(words[:_MOST_WORDS])
    more = len(words) - _MOST_WORDS
    return f"{shown} and {more:,} more" if more > 0 else shown
