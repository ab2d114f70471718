"""`findability` as a page: each tool's ranks for its own words, and its strongest rival."""

from __future__ import annotations

from math import nextafter
from typing import TYPE_CHECKING

from toolsearch_cli.analysis.findability import DEEPEST_RANK
from toolsearch_cli.views.grid import Column, Grid, Page, Row
from toolsearch_cli.views.heading import heading
from toolsearch_cli.views.numbers import counted

if TYPE_CHECKING:
    from collections.abc import Sequence

    from toolsearch_cli.analysis.findability import Findabilities, Findability, ProbeKind

_COLUMNS = (
    Column(key="source", title="source", rank=1),
    Column(key="tool", title="tool"),
    Column(key="score", title="score", unit="score"),
    Column(key="name", title="name", unit="count"),
    Column(key="words", title="words", unit="count"),
    Column(key="sentence", title="sentence", unit="count"),
    Column(key="rival", title="rival", rank=2),
    Column(key="shared", title="both say", rank=4),
    Column(key="separating", title="only it says", rank=3),
)
_NOTE = (
    "· Ranks for the bare name, its words and the first sentence, as far as there are such; the "
    "score is the mean of 1 / rank. What only it says belongs into its first sentence."
)


def findability_page(
    found: Findabilities,
    shown: Sequence[Findability],
    *,
    least: float | None = None,
    next_steps: tuple[str, ...] = (),
) -> Page:
    """Return a row a tool.

    Args:
        found: Everything that was measured.
        shown: The tools to show, in order; the others are counted.
        least: The score that each should have.
        next_steps: What to run next.
    """
    scenario = found.scenario
    bar = 0.0 if least is None else nextafter(least, 0.0)
    lost = sum(not one.score for one in found.tools)
    head = (
        heading(scenario.host, found.fidelity, scenario.context),
        f"{counted(len(found.tools), 'tool')} · mean score {found.mean:.3f}"
        + (f" · {lost:,} found by none of their own words" if lost else ""),
    )
    return Page(
        head=head,
        grid=Grid(
            columns=_COLUMNS,
            rows=tuple(Row(_cells(one), marked=one.score <= bar) for one in shown),
            folded=len(found.tools) - len(shown),
        ),
        notes=(_NOTE, *_verdict(found, least)),
        next_steps=next_steps,
    )


def _verdict(found: Findabilities, least: float | None) -> tuple[str, ...]:
    if least is None:
        return ()
    below = len(found.below(least))
    said = f"failed: {counted(below, 'tool')} below" if below else "every tool keeps to"
    return (f"{'!' if below else '·'} {said} {least:g}.",)


def _rank(one: Findability, kind: ProbeKind) -> int | str | None:
    """Return a rank, `>50` for a tool that is not found so far, and nothing where none is asked."""
    for probe in one.probes:
        if probe.kind == kind:
            return f">{DEEPEST_RANK}" if probe.rank is None else probe.rank
    return None


def _cells(one: Findability) -> tuple[str | int | float | None, ...]:
    rival = one.rival
    return (
        one.source,
        one.tool,
        one.score,
        _rank(one, "name"),
        _rank(one, "words"),
        _rank(one, "sentence"),
        None if rival is None else rival.name,
        None if rival is None else ", ".join(rival.shared) or None,
        None if rival is None else ", ".join(rival.separating) or "nothing",
    )
