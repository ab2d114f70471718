"""Limits held against evaluations, and evaluations held against each other, as grids."""

from __future__ import annotations

from typing import TYPE_CHECKING

from toolsearch_cli.views.grid import Column, Grid, Page, Row
from toolsearch_cli.views.numbers import context_name, counted

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from toolsearch_cli.analysis.evaluation.floors import Verdict
    from toolsearch_cli.analysis.evaluation.running import Comparison

_VERDICTS = (
    Column(key="host", title="host"),
    Column(key="context", title="context", rank=2),
    Column(key="limit", title="limit"),
    Column(key="before", title="before", unit="score"),
    Column(key="found", title="found", unit="score"),
    Column(key="p", title="p", rank=1),
    Column(key="holds", title="holds"),
)
_COMPARISONS = (
    Column(key="first", title="from"),
    Column(key="second", title="to"),
    Column(key="metric", title="metric"),
    Column(key="difference", title="difference", unit="score"),
    Column(key="p", title="p"),
    Column(key="better", title="better", unit="count"),
    Column(key="worse", title="worse", unit="count"),
)
CHANCE = 0.05
"""A difference that chance gives less often than this is marked."""
_LEAST_SHOWN = 0.001


def chance_text(p: float | None) -> str | None:
    """Return how often chance alone gives a difference: `0.042`, or `< 0.001`."""
    if p is None:
        return None
    return "< 0.001" if p < _LEAST_SHOWN else f"{p:.3f}"


def verdict_pages(verdicts: Sequence[Verdict], remarks: Sequence[str]) -> Iterator[Page]:
    """Yield the limits that were asked for, and what a baseline forbids; nothing without any."""
    if not verdicts:
        return
    shown = [one for one in verdicts if one.before is None or not one.holds]
    failing = sum(not one.holds for one in verdicts)
    said = f"failed: {failing:,} {'does' if failing == 1 else 'do'} not hold"
    said = said if failing else "all hold"
    rows = tuple(
        Row(
            (
                one.host,
                context_name(one.context),
                one.limit,
                one.before,
                one.found,
                chance_text(one.p),
                "yes" if one.holds else "no" if one.measured else "not measured",
            ),
            marked=not one.holds,
        )
        for one in shown
    )
    yield Page(
        head=(f"{counted(len(verdicts), 'limit')} · {said}",),
        grid=Grid(columns=_VERDICTS, rows=rows) if rows else None,
        notes=(
            *(
                f"! {one.host}: {one.limit} is decided by the order of equal scores only."
                for one in verdicts
                if one.by_ties
            ),
            *remarks,
        ),
    )


def comparison_pages(comparisons: Sequence[Comparison]) -> Iterator[Page]:
    """Yield a row for each metric of each pair; nothing without any."""
    if not comparisons:
        return
    rows = tuple(
        Row(
            (
                one.first,
                one.second,
                one.metric,
                one.outcome.difference,
                chance_text(one.outcome.p),
                one.outcome.better,
                one.outcome.worse,
            ),
            marked=one.outcome.p < CHANCE,
        )
        for one in comparisons
    )
    yield Page(
        head=("Compared on the same queries",),
        grid=Grid(columns=_COMPARISONS, rows=rows),
        notes=("· p: how often chance alone gives such a difference (randomisation test).",),
    )
