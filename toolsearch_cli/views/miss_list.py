"""The misses of one evaluation that one wants to look at: those of a group, those like a text."""

from __future__ import annotations

from functools import lru_cache
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
    in_group = [one for one in matching(found, wanted) if group in group_names(one.query)]
    listed = tuple(in_group[:MOST_LISTED])
    cut = f"the first {MOST_LISTED} shown · " if len(in_group) > len(listed) else ""
    name = found.name if group == EVERYTHING else f"{found.name} {group}"
    return MissList(
        misses=listed,
        grid=misses_grid(listed).drawn,
        title=f"{counted(len(in_group), 'miss', 'misses')} of {name}",
        reasons=cut + reasons_counted(in_group),
        empty="no miss is like that" if found.misses else "nothing is missed",
    )


def place_of(miss: Miss | None, misses: Sequence[Miss]) -> int:
    """Return the place of the miss of the same query and tool, as another host has it; else 0."""
    if miss is None:
        return 0
    wanted = (miss.query, miss.target.address)
    same = (at for at, one in enumerate(misses) if (one.query, one.target.address) == wanted)
    return next(same, 0)


def matching(found: Evaluation, wanted: str) -> tuple[Miss, ...]:
    """Return the misses that have every word of `wanted`, whatever its case.

    Looked through are the query, its kind and tags (`kind=keyword`, `tag=git`), the tool, the
    reason as it is named anywhere, and what won.
    """
    words = wanted.casefold().split()
    if not words:
        return found.misses
    said = zip(found.misses, _texts(found), strict=True)
    return tuple(miss for miss, text in said if all(word in text for word in words))


@lru_cache(maxsize=4)
def _texts(found: Evaluation) -> tuple[str, ...]:
    """Return what can be looked for in each miss: made once for all letters that are typed."""
    return tuple(map(_text, found.misses))


def _text(miss: Miss) -> str:
    query, target = miss.query, miss.target
    winner = miss.winners[0].name if miss.winners else ""
    groups = " ".join(group_names(query))
    why = f"{miss.reason} {reason_in_words(miss)} {reasons_counted((miss,))}"
    return f"{query.text} {groups} {target.label} {target.address} {why} {winner}".casefold()
