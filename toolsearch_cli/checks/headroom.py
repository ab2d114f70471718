"""Headroom: budgets that today's catalog keeps, with room to grow."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from toolsearch_cli.checks.budgets import Budget, Measure, Share, Subject, measured

if TYPE_CHECKING:
    from collections.abc import Sequence

    from toolsearch_cli.catalog.model import Catalog
    from toolsearch_cli.hosts.disclosure import Disclosure

MEASURED: tuple[Measure, ...] = (
    "tools",
    "eager-tokens",
    "listing-tokens",
    "tool-tokens",
    "shown-tokens",
)
"""Amounts that one figure can bound in every scenario."""

_KEPT_DIGITS = 2


@dataclass(frozen=True, slots=True)
class Room:
    """A budget, and what the catalog takes of it today."""

    measure: Measure
    today: int
    limit: int


def rooms(catalog: Catalog, answers: Sequence[Disclosure], percent: int) -> tuple[Room, ...]:
    """Return a budget for each amount that every scenario has, `percent` above the largest."""
    found = []
    for measure in MEASURED:
        figures = [figure_of(catalog, shown, measure) for shown in answers]
        known = [figure for figure in figures if figure is not None]
        if known and len(known) == len(figures):
            found.append(Room(measure, max(known), rounded_up(max(known), percent)))
    return tuple(found)


def figure_of(catalog: Catalog, shown: Disclosure, measure: Measure) -> int | None:
    """Return what the whole catalog takes; `None` where there is nothing to count."""
    subject = Subject.of(catalog, shown)
    share = Share(Budget(measure, 0), shown.sources, whole=True)
    return measured(subject, share).found


def rounded_up(figure: int, percent: int) -> int:
    """Return a figure with headroom, rounded up to two digits, and never without any."""
    least = figure + max(1, -(-figure * percent // 100)) if percent else figure
    step = 10 ** max(0, len(str(least)) - _KEPT_DIGITS)
    return -(-least // step) * step if percent else least
