"""`query` as pages: the hits of each query, why they have their scores, and what to know."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from toolsearch_cli.analysis.searching import union
from toolsearch_cli.views.grid import Cell, Column, Grid, Page, Row
from toolsearch_cli.views.heading import heading
from toolsearch_cli.views.numbers import counted
from toolsearch_cli.views.query_notes import matched_words, notes_on, path_in_words

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from toolsearch_cli.analysis.searching import SearchCall
    from toolsearch_cli.search.ranking import Ranking

_QUERY = Column(key="query", title="query")
_RANK = Column(key="rank", title="#", unit="count")
_TOOL = Column(key="tool", title="tool")
HIT_COLUMNS = (
    _RANK,
    _TOOL,
    Column(key="source", title="source", rank=2),
    Column(key="score", title="score", unit="score"),
    Column(key="tied", title="", rank=3),
    Column(key="matched", title="matched words", rank=1),
)
_UNTIED_COLUMNS = tuple(column for column in HIT_COLUMNS if column.key != "tied")
TERM_COLUMNS = (
    Column(key="term", title="term"),
    Column(key="tf", title="tf", unit="count"),
    Column(key="df", title="df", unit="count"),
    Column(key="idf", title="idf", unit="score"),
    Column(key="contribution", title="contribution", unit="score"),
)
WORD_COLUMNS = (
    Column(key="word", title="word"),
    Column(key="term", title="indexed as", rank=1),
    Column(key="df", title="tools with it", unit="count"),
    Column(key="idf", title="idf", unit="score"),
    Column(key="remark", title=""),
)
UNION_COLUMNS = (
    Column(key="tool", title="tool"),
    Column(key="source", title="source", rank=1),
    Column(key="queries", title="found by query"),
)
_COUNTED = frozenset({"keyword", "points"})
"""Paths on which words are counted: no idf, no length and no frequency has a part in it."""
EXACT = "exact"
"""What stands for the score of a tool whose full name was the query."""


def query_page(
    calls: Sequence[SearchCall], *, explain: bool = False, next_steps: tuple[str, ...] = ()
) -> Page:
    """Return one page for all queries: the first, and the others following.

    Args:
        calls: At least one.
        explain: Add what the index knows of each word and each term's part of each score.
        next_steps: Commands to run next.
    """
    first, *others = (
        *(page for call in calls for page in _pages(call, explain=explain)),
        *_united(calls),
    )
    return replace(first, following=(*first.following, *others), next_steps=next_steps)


def query_rows(calls: Sequence[SearchCall], *, explain: bool = False) -> Page:
    """Return all queries as one grid: a row a hit or, to explain, a row a hit and term."""
    columns = (_RANK, _TOOL, *TERM_COLUMNS) if explain else _UNTIED_COLUMNS
    rows = (
        Row((ranking.query, *cells))
        for call in calls
        for ranking in call.answer.rankings
        for cells in (_term_rows(ranking) if explain else _plain_rows(call, ranking))
    )
    return Page(grid=Grid(columns=(_QUERY, *columns), rows=tuple(rows)))


def _pages(call: SearchCall, *, explain: bool) -> Iterator[Page]:
    if not call.answer.rankings:
        yield Page(head=(_heading(call, *call.queries), "no hit: the query is blank"))
    for ranking in call.answer.rankings:
        yield Page(
            head=(_heading(call, ranking.query), _outcome(call, ranking)),
            grid=_hits(call, ranking),
            notes=notes_on(call, ranking),
            following=tuple(_explained(ranking)) if explain else (),
        )


def _united(calls: Sequence[SearchCall]) -> Iterator[Page]:
    """Yield what several calls find together, where the host offers it together."""
    offered = union(calls)
    if offered:
        rows = (Row((one.name, one.source, ", ".join(map(str, one.queries)))) for one in offered)
        yield Page(
            head=(f"Together: {counted(len(offered), 'tool')} of {len(calls):,} searches",),
            grid=Grid(columns=UNION_COLUMNS, rows=tuple(rows)),
        )


def _heading(call: SearchCall, query: str = "") -> str:
    scenario = call.scenario
    return f"“{query}” · {heading(scenario.host, call.answer.fidelity, scenario.context)}"


def _outcome(call: SearchCall, ranking: Ranking) -> str:
    among = f"among {counted(ranking.documents, ranking.ranks)}"
    hits = counted(ranking.found, "hit") if ranking.found else "no hit"
    if ranking.found > len(ranking.hits):
        hits, among = f"{len(ranking.hits):,} of {hits}", f"{among} (limit {ranking.limit})"
    mark = "NOT A HOST · " if call.ranker == "okapi" else ""
    return f"{mark}{hits} {among}: {path_in_words(ranking)}"


def _hits(call: SearchCall, ranking: Ranking) -> Grid:
    ties = ranking.tied_ranks
    columns = [*(HIT_COLUMNS if ties else _UNTIED_COLUMNS)]
    columns[1] = replace(_TOOL, title=ranking.ranks)
    rows = []
    for rank, hit in enumerate(ranking.hits, start=1):
        tie = ("=" if rank in ties else "",) if ties else ()
        score: Cell = EXACT if hit.exact else hit.score if ranking.scored else None
        source = call.answer.sources.get(hit.name)
        rows.append(Row((rank, hit.name, source, score, *tie, matched_words(ranking, hit))))
    return Grid(columns=tuple(columns), rows=tuple(rows))


def _plain_rows(call: SearchCall, ranking: Ranking) -> Iterator[tuple[Cell, ...]]:
    for rank, hit in enumerate(ranking.hits, start=1):
        score = hit.score if ranking.scored and not hit.exact else None
        source = call.answer.sources.get(hit.name)
        yield (rank, hit.name, source, score, matched_words(ranking, hit))


def _term_rows(ranking: Ranking) -> Iterator[tuple[Cell, ...]]:
    for rank, hit in enumerate(ranking.hits, start=1):
        for one in hit.terms:
            parts = (one.count, one.document_frequency, one.idf, one.contribution)
            yield (rank, hit.name, one.term, *parts)


def _explained(ranking: Ranking) -> Iterator[Page]:
    """Yield the words as the index knows them, then each term's part of each score."""
    if ranking.terms:
        yield Page(
            head=("Words of the query",),
            grid=_of_the_path(
                ranking, Grid(columns=_word_columns(ranking), rows=tuple(_word_rows(ranking)))
            ),
        )
    rows = tuple(Row(cells) for cells in _term_rows(ranking))
    if rows:
        columns = (_RANK, replace(_TOOL, title=ranking.ranks, rank=1), *TERM_COLUMNS)
        length = f" (mean length {ranking.average_length:,.1f} words)"
        yield Page(
            head=(f"Why: the parts of each score{'' if ranking.path in _COUNTED else length}",),
            grid=_of_the_path(ranking, Grid(columns=columns, rows=rows)),
        )


def _of_the_path(ranking: Ranking, grid: Grid) -> Grid:
    """Leave out the columns that have no part in this path's scores."""
    if ranking.path not in _COUNTED:
        return grid
    kept = [at for at, one in enumerate(grid.columns) if one.key not in ("tf", "idf")]
    return replace(
        grid,
        columns=tuple(grid.columns[at] for at in kept),
        rows=tuple(replace(row, cells=tuple(row.cells[at] for at in kept)) for row in grid.rows),
    )


def _word_columns(ranking: Ranking) -> tuple[Column, ...]:
    return tuple(
        replace(one, title=f"{ranking.ranks}s with it") if one.key == "df" else one
        for one in WORD_COLUMNS
    )


def _word_rows(ranking: Ranking) -> Iterator[Row]:
    seen: set[str] = set()
    for one in ranking.terms:
        remarks = []
        if not one.document_frequency:
            remarks.append(f"no {ranking.ranks} contains it")
        if one.term == ranking.gate:
            remarks.append("required: the rarest")
        if one.term in seen:
            remarks.append("repeated: counts again")
        seen.add(one.term)
        yield Row((one.word, one.term, one.document_frequency, one.idf, ", ".join(remarks)))
