"""The misses of one evaluation that one wants to look at: those of a group, those like a text."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from toolsearch_cli.analysis.evaluation.summary import EVERYTHING, group_names
from toolsearch_cli.views.misses import misses_grid, reason_in_words, reasons_counted
from toolsearch_cli.views.numbers import counted

if TYPE_CHECKING:
    from collections.abc import Sequence

    from toolsearch_cli.analysis.evaluation.misses import Miss
    from toolsearch_cli.analysis.evaluation.running import Evaluation
    from toolsearch_cli.views.grid import Grid

MOST_LISTED: Final = 500
"""Misses that are listed; more are counted."""


class MissList(NamedTuple):
    """What is listed, and what is said of it."""

    misses: tuple[Miss, ...]
    """One a row of the grid."""
    grid: Grid
    title: str
    reasons: str
    """How many are missed for which reason, those that are not listed included."""
    empty: str
    """What to say where the list is empty."""


def miss_list(found: Evaluation, group: str, wanted: str) -> MissList:
    """Return the misses of a group of queries that have every word of `wanted`."""
    in_group = [one for one in found.misses if group in group_names(one.query)]
    left = matching(in_group, wanted)
    listed = left[:MOST_LISTED]
    cut = f"the first {MOST_LISTED} shown · " if len(left) > len(listed) else ""
    name = found.name if group == EVERYTHING else f"{found.name} {group}"
    return MissList(
        misses=listed,
        grid=misses_grid(listed).drawn,
        title=f"{counted(len(left), 'miss', 'misses')} of {name}",
        reasons=cut + reasons_counted(left),
        empty="no miss is like that" if in_group else "nothing is missed",
    )


def matching(misses: Sequence[Miss], wanted: str) -> tuple[Miss, ...]:
    """Return the misses that have every word of `wanted`, whatever its case.

    Looked through are the query, its kind and tags (`kind=keyword`, `tag=git`), the tool, the
    reason as its word and in words, and what won.
    """
    words = wanted.casefold().split()
    if not words:
        return tuple(misses)
    said = ((miss, _said(miss)) for miss in misses)
    return tuple(miss for miss, text in said if all(word in text for word in words))


def _said(miss: Miss) -> str:
    query, target = miss.query, miss.target
    winner = miss.winners[0].name if miss.winners else ""
    groups = " ".join(group_names(query))
    why = f"{miss.reason} {reason_in_words(miss)}"
    return f"{query.text} {groups} {target.label} {target.address} {why} {winner}".casefold()
