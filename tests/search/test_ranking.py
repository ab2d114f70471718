"""Rankings: which ranks are tied, and which hits have no score."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import pytest

from toolsearch_cli.search.ranking import Hit, Path, Ranking

if TYPE_CHECKING:
    from collections.abc import Sequence


def ranking(scores: list[float], cut: Sequence[float] = (), path: Path = "bm25") -> Ranking:
    hits = [Hit(f"tool_{at}", at, score) for at, score in enumerate([*scores, *cut])]
    return Ranking(
        query="q",
        limit=len(scores),
        path=path,
        hits=tuple(hits[: len(scores)]),
        found=len(hits),
        terms=(),
        documents=9,
        average_length=1.0,
        cut=tuple(hits[len(scores) :]),
    )


@pytest.mark.parametrize(
    ("scores", "cut", "ties", "tied"),
    [
        ([3, 2, 1], [], (), set()),
        ([3, 3, 1, 1, 1], [], ((1, 2), (3, 4, 5)), {1, 2, 3, 4, 5}),
        ([3, 2], [2, 2, 1], ((2, 3, 4),), {2}),
        ([3, 2], [1, 1], (), set()),
        ([math.inf, math.inf, 2], [], ((1, 2),), {1, 2}),
        ([], [], (), set()),
    ],
)
def test_ties_are_equal_scores_that_begin_before_the_cut(
    scores: list[float], cut: list[float], ties: tuple[tuple[int, ...], ...], tied: set[int]
) -> None:
    found = ranking(scores, cut)
    assert (found.ties, set(found.tied_ranks)) == (ties, tied)


def test_what_has_no_score_is_not_tied() -> None:
    found = ranking([0, 0, 0], path="substring")
    assert not found.scored
    assert not found.ties
    assert not found.tied_ranks


def test_an_exact_name_has_no_score() -> None:
    assert [hit.exact for hit in ranking([math.inf, 2]).hits] == [True, False]
