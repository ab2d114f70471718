"""Evaluations of several scenarios under each other, with their differences to the first."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from toolsearch_cli.views.evaluation import figures_grid
from toolsearch_cli.views.grid import Cell, Column, Grid, Row
from toolsearch_cli.views.verdicts import CHANCE

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from toolsearch_cli.analysis.evaluation.run import EvaluationRun
    from toolsearch_cli.analysis.evaluation.running import Comparison
    from toolsearch_cli.analysis.evaluation.summary import Group

_SCENARIO = Column(key="scenario", title="scenario")
_REPLACED = ("host", "context")
_SURE: Final = {
    "recall@1": "R@1",
    "recall@5": "R@5",
    "ndcg@10": "nDCG@10",
    "no-result": "no result",
    "reachable": "reachable",
    "recall@10": "R@10",
    "mrr": "MRR",
}
DIFFERENCE = "  against the first"
STARRED = "* chance alone gives such a difference in less than 1 of 20 cases"


class FoundRow(NamedTuple):
    """What a row of the grid is about."""

    evaluation: int
    """Which of the evaluations."""
    group: str
    """The queries that it is over."""
    difference: bool = False
    """Whether it holds differences to the first evaluation."""


def scenarios_grid(
    run: EvaluationRun, titles: Sequence[str], against: Sequence[Sequence[Comparison]]
) -> tuple[Grid, tuple[FoundRow, ...]]:
    """Return the figures of `eval` with a title for each scenario, and what each row is about.

    The scenarios stand under each other for all queries, then for each kind and tag.

    Args:
        run: What was found.
        titles: What each evaluation is called.
        against: What each evaluation has more or less than the first; where there is something, a
            row of its own says it, with a star before what is hardly chance.
    """
    figures = figures_grid(run)
    wanted = [at for at, one in enumerate(figures.columns) if one.key not in _REPLACED]
    columns = tuple(figures.columns[at] for at in wanted)
    given = iter(figures.rows)
    found: dict[str, list[tuple[FoundRow, Row]]] = {}
    for at, (one, title) in enumerate(zip(run.evaluations, titles, strict=True)):
        for group in one.groups:
            cells = next(given).cells
            row = Row((title, *(cells[each] for each in wanted)))
            rows = found.setdefault(group.name, [])
            rows.append((FoundRow(at, group.name), row))
            if group is one.whole and against[at]:
                less = Row((DIFFERENCE, *_differences(columns, row, against[at])))
                rows.append((FoundRow(at, group.name, difference=True), less))
    ordered = [row for rows in found.values() for row in rows]
    return (
        Grid(columns=(_SCENARIO, *columns), rows=tuple(row for _, row in ordered)),
        tuple(about for about, _ in ordered),
    )


def row_of(about: Sequence[FoundRow], evaluation: int, group: str) -> int:
    """Return the row of a group of an evaluation; of all its queries where there is no such one."""
    rows = [at for at, one in enumerate(about) if one.evaluation == evaluation]
    return next((at for at in rows if about[at].group == group), rows[0])


def sure_text(group: Group) -> str:
    """Return how sure the figures of a group are: ties first, as they are rarer; then intervals.

    One query alone has no interval.
    """
    known = {one.metric: one for one in group.figures}
    shown = [(title, known[key]) for key, title in _SURE.items() if key in known]
    tied = [f"{title} {one.worst:.3f}-{one.best:.3f}" for title, one in shown if one.tied]
    sure = [f"{title} {one.low:.3f}-{one.high:.3f}" for title, one in shown]
    said = {"equal scores otherwise": tied, "95 %": sure if group.queries > 1 else []}
    return " · ".join(f"{what}: {', '.join(each)}" for what, each in said.items() if each)


def _differences(
    columns: Sequence[Column], figures: Row, against: Sequence[Comparison]
) -> Iterator[Cell]:
    """Yield a cell a column: the difference of what was compared, and the name of the group."""
    known: Mapping[str, Comparison] = {one.metric: one for one in against}
    for column, cell in zip(columns, figures.cells[1:], strict=True):
        if column.key in known:
            outcome = known[column.key].outcome
            star = "*" if outcome.p < CHANCE else ""
            yield f"{star}{outcome.difference:+.3f}"
        else:
            yield cell if column.key == "queries_of" else ""
