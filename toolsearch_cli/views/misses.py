"""What an evaluation did not find, and why, as a grid."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

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
    Column(key="words", title="on the words", rank=2),
)
_REASONS: Final[dict[Reason, str]] = {
    "unknown": "no tool has that label",
    "out-of-scope": "its source is not granted",
    "dropped": "the host does not have it",
    "no-search": "the host has no search",
    "not-deferred": "it is sent, not searched",
    "no-word": "the query has no word to look up",
    "not-admitted": "every hit must hold “{gate}”",
    "not-matched": "it has no word of the query",
    "beyond-limit": "{beyond} behind the limit",
    "max-rank": "rank {rank} is {beyond} too late",
}
_MOST_WORDS = 4
_LONGEST_QUERY = 60


def misses_page(one: Evaluation, most: int | None) -> Page:
    """Return the misses of one evaluation, in the order of the queries.

    Args:
        one: The evaluation, with one miss at least.
        most: How many to show; `None`: all.
    """
    shown = one.misses if most is None else one.misses[:most]
    counts: dict[Reason, int] = {}
    for miss in one.misses:
        counts[miss.reason] = counts.get(miss.reason, 0) + 1
    ordered = sorted(counts.items(), key=lambda item: -item[1])
    why = ", ".join(f"{count:,} {reason}" for reason, count in ordered)
    folded = len(one.misses) - len(shown)
    return Page(
        head=(f"{counted(len(one.misses), 'miss', 'misses')} of {one.name} · {why}",),
        grid=Grid(columns=_COLUMNS, rows=tuple(Row(_cells(miss)) for miss in shown)),
        notes=(f"· {folded:,} more: -v shows them, --json has them all.",) if folded else (),
    )


def reason_in_words(miss: Miss) -> str:
    """Return why a tool is missed, and which words of the query no tool contains."""
    beyond = "over 1,000 places" if miss.beyond is None else counted(miss.beyond, "place")
    said = _REASONS[miss.reason].format(gate=miss.gate, beyond=beyond, rank=miss.rank)
    if miss.unknown_words:
        said += f"; no tool contains {_listed(miss.unknown_words)}"
    if miss.unread:
        said += f"; not looked up: {_listed(miss.unread)}"
    return said


def _cells(miss: Miss) -> tuple[str | None, ...]:
    winner = miss.winners[0] if miss.winners else None
    text = miss.query.text
    return (
        text if len(text) <= _LONGEST_QUERY else f"{text[: _LONGEST_QUERY - 1]}…",
        miss.target.address,
        reason_in_words(miss),
        None if winner is None else winner.name,
        None if winner is None else _parts(winner.parts),
    )


def _parts(parts: Sequence[Part]) -> str | None:
    return ", ".join(f"{one.term} {one.contribution:.2f}" for one in parts) or None


def _listed(words: Sequence[str]) -> str:
    shown = ", ".join(f"“{word}”" for word in words[:_MOST_WORDS])
    more = len(words) - _MOST_WORDS
    return f"{shown} and {more:,} more" if more > 0 else shown
