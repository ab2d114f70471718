"""`eval` as a page: figures by host and group, comparisons, what-ifs, misses, limits."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from toolsearch_cli.analysis.evaluation.metrics import METRICS
from toolsearch_cli.analysis.evaluation.summary import EVERYTHING, FIGURES, MAX_RANK, REACHABLE
from toolsearch_cli.views.grid import Cell, Column, Grid, Page, Row
from toolsearch_cli.views.misses import misses_page
from toolsearch_cli.views.numbers import context_name, counted
from toolsearch_cli.views.verdicts import comparison_pages, verdict_pages
from toolsearch_cli.views.what_if import what_if_page

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from toolsearch_cli.analysis.evaluation.run import EvaluationRun
    from toolsearch_cli.analysis.evaluation.running import Evaluation
    from toolsearch_cli.analysis.evaluation.summary import Figure, Group

_WHO = (
    Column(key="host", title="host"),
    Column(key="context", title="context", rank=5),
    Column(key="queries_of", title="queries", usual=EVERYTHING),
    Column(key="queries", title="n", unit="count", rank=3),
)
_SHOWN: Final = (
    ("recall@1", "R@1", 2),
    ("recall@3", "R@3", 6),
    ("recall@5", "R@5", 1),
    ("recall@10", "R@10", 0),
    ("hit@5", "hit@5", 7),
    ("mrr", "MRR", 4),
    ("ndcg@10", "nDCG@10", 2),
    ("no-result", "no result", 1),
    (REACHABLE, "reachable", 0),
    (MAX_RANK, "max rank", 3),
)
_LONG = (
    *(Column(key=column.key, title=column.title, unit=column.unit) for column in _WHO),
    Column(key="metric", title="metric"),
    *(
        Column(key=key, title=key, unit="score")
        for key in ("value", "low", "high", "worst", "best")
    ),
)
_MOST_PROBLEMS = 10


def evaluation_page(run: EvaluationRun, most_misses: int | None) -> Page:
    """Return figures first; then comparisons, what-ifs and misses, and last what fails.

    Args:
        run: What was found.
        most_misses: How many misses of each evaluation to show; `None`: all.
    """
    return Page(
        head=(_head(run),),
        grid=figures_grid(run),
        notes=tuple(evaluation_notes(run)),
        following=(
            *comparison_pages(run.comparisons),
            *(what_if_page(one, tried) for one, tried in run.what_ifs),
            *(
                misses_page(one, most_misses)
                for one in run.evaluations
                if one.misses and not one.catalog
            ),
            *verdict_pages(run.verdicts, run.remarks),
        ),
    )


def evaluation_rows(run: EvaluationRun) -> Page:
    """Return a row for each host, context, group and measure."""
    rows = [
        Row((one.name, context_name(one.scenario.context), group.name, group.queries, *figure))
        for one in run.evaluations
        for group in one.groups
        for figure in group.figures
    ]
    return Page(grid=Grid(columns=_LONG, rows=tuple(rows)))


def _head(run: EvaluationRun) -> str:
    first = run.evaluations[0]
    return f"{counted(len(first.answers), 'labelled query', 'labelled queries')} · limit " + (
        " · ".join((str(run.options.limit), f"seed {run.options.seed}"))
    )


def figures_grid(run: EvaluationRun) -> Grid:
    """Return a row for each host, context and group of queries; without a column nobody has."""
    known = {
        figure.metric for one in run.evaluations for group in one.groups for figure in group.figures
    }
    shown = [one for one in _SHOWN if one[0] in known or one[0] in FIGURES[: len(METRICS)]]
    contexts = {one.scenario.context for one in run.evaluations}
    usual = context_name(next(iter(contexts))) if len(contexts) == 1 else None
    who = tuple(
        Column(key="context", title="context", rank=5, usual=usual)
        if column.key == "context"
        else column
        for column in _WHO
    )
    columns = (
        *who,
        *(Column(key=key, title=title, unit="score", rank=rank) for key, title, rank in shown),
        Column(key="interval", title="nDCG 95 %", rank=4),
    )
    rows = tuple(
        Row(_cells(one, group, [metric for metric, _, _ in shown]))
        for one in run.evaluations
        for group in one.groups
    )
    return Grid(columns=columns, rows=rows)


def _cells(one: Evaluation, group: Group, metrics: Sequence[str]) -> tuple[Cell, ...]:
    figures = {figure.metric: figure for figure in group.figures}
    values = [figures[metric].value if metric in figures else None for metric in metrics]
    return (
        one.name,
        context_name(one.scenario.context),
        group.name,
        group.queries,
        *values,
        _interval(figures.get("ndcg@10"), group.queries),
    )


def _interval(figure: Figure | None, queries: int) -> str | None:
    """Return the interval; one query has none."""
    if figure is None or queries == 1:
        return None
    return f"{figure.low:.3f}-{figure.high:.3f}"


def evaluation_notes(run: EvaluationRun) -> Iterator[str]:
    """Yield what to know of the figures; what is doubtful starts with an exclamation mark."""
    yield (
        "· R@K: share of the right tools among the first K hits; hit@K: queries with any of them. "
        "MRR: mean of 1 / rank of the first; nDCG: grades, discounted by rank, of the best there "
        "could be. reachable: sent, named in the listing, or found by a search that the model has."
    )
    for one in run.evaluations:
        yield from _notes_on(one, run.options.limit)
    yield from _problems(run)


def _notes_on(one: Evaluation, asked: object) -> Iterator[str]:
    if not one.searched:
        yield f"! {one.name} has no search that is simulated: only what it shows is measured."
        return
    if one.limit is not None and one.limit != asked:
        yield f"! {one.name} takes limit {asked} as {one.limit}: nothing behind it is found."
    if one.ranks == "server":
        yield (
            f"· {one.name} ranks servers: a hit on its server finds a tool, and the tools of one "
            "server are one right answer."
        )
    yield from (f"· {one.name}, first query: {said}" for said in one.remarks)
    if not one.offered:
        yield f"· {one.name} sends every schema here, so its search is a what-if."
    reaches = [
        f"{count:,} {'is' if count == 1 else 'are'} {_REACHES[reach]}"
        for reach, count in one.reaches.items()
        if count
    ]
    yield f"· {one.name}: of the right tools {', '.join(reaches)}."
    tied = [figure for figure in one.whole.figures if figure.tied]
    if tied:
        bands = (f"{one.metric} {one.worst:.3f}-{one.best:.3f}" for one in tied)
        yield f"· {one.name}: equal scores in another order give {', '.join(bands)}."


_REACHES = {
    "schema": "sent",
    "name": "named",
    "search": "found only by a search",
    "none": "out of reach",
}


def _problems(run: EvaluationRun) -> Iterator[str]:
    """Yield each label that is not one tool, once, whatever the hosts."""
    known = {problem.label: problem for one in run.evaluations for problem in one.problems}
    for problem in list(known.values())[:_MOST_PROBLEMS]:
        queries = counted(problem.queries, "query", "queries")
        if problem.candidates:
            meant = ", ".join(problem.candidates)
            yield f"! {problem.label} ({queries}) names several tools; any counts: {meant}."
        else:
            near = "" if problem.near is None else f" Is it {problem.near}?"
            yield f"! {problem.label} ({queries}) names no tool: never found, and counted so.{near}"
    if len(known) > _MOST_PROBLEMS:
        yield f"! {len(known) - _MOST_PROBLEMS:,} more labels are not one tool: see --json."
