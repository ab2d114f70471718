"""The hits of one query as rows with bars, and the calls that would follow."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from toolsearch_cli.tokens.chars4 import chars, estimate
from toolsearch_cli.views.grid import Cell, Column, Grid, Row
from toolsearch_cli.views.query_notes import matched_words, path_in_words

if TYPE_CHECKING:
    from toolsearch_cli.analysis.searching import SearchCall
    from toolsearch_cli.hosts.protocol import Description
    from toolsearch_cli.search.ranking import Hit, Ranking

_COLUMNS = (
    Column(key="rank", title="#", unit="count"),
    Column(key="tool", title="tool"),
    Column(key="score", title="score", unit="score"),
    Column(key="bar", title="", rank=1),
    Column(key="matched", title="matched", rank=2),
)
_BAR = 10


def hit_grid(ranking: Ranking) -> Grid:
    """Return a row a hit: rank, tool, score, a bar of the score beside the best, the words."""
    finite = [hit.score for hit in ranking.hits if math.isfinite(hit.score)]
    best = max(finite, default=0.0)
    rows = tuple(
        Row((rank, hit.name, _score(ranking, hit), _bar(hit, best), matched_words(ranking, hit)))
        for rank, hit in enumerate(ranking.hits, start=1)
    )
    return Grid(columns=_COLUMNS, rows=rows)


def _score(ranking: Ranking, hit: Hit) -> Cell:
    if not ranking.scored:
        return None
    return hit.score if math.isfinite(hit.score) else "exact"


def _bar(hit: Hit, best: float) -> str:
    share = 1.0 if not math.isfinite(hit.score) else hit.score / best if best > 0 else 0.0
    return "█" * max(0, round(_BAR * share))


def outcome(call: SearchCall, ranking: Ranking) -> str:
    """Return how many were found, among how many, and how: `3 of 18 among 123 tools: BM25`."""
    hits = f"{len(ranking.hits)} of {ranking.found}" if ranking.found else "none"
    offered = "" if call.answer.offered else " · a what-if: the bridge is off"
    return f"{hits} among {ranking.documents:,} {ranking.ranks}s: {path_in_words(ranking)}{offered}"


def steps(call: SearchCall, best: Description | None) -> tuple[tuple[str, int], ...]:
    """Return the calls a model would make, each with the tokens of its result.

    Args:
        call: The search.
        best: What describing the best hit gives; `None` without a hit.
    """
    names = call.steps
    found = [(names[0], estimate(chars(call.answer.result)))] if names else []
    if best is not None and best.result is not None:
        found.append((f"{names[1]} {best.name}", estimate(chars(best.result))))
    return tuple(found)
