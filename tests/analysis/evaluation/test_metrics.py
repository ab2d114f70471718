"""The metrics are trec_eval's, and the ends of a tie band are the ends of all its orders."""

from __future__ import annotations

from itertools import groupby, permutations, product
from typing import TYPE_CHECKING, Final

import pytest
import pytrec_eval
from hypothesis import given
from hypothesis import strategies as st

from toolsearch_cli.analysis.evaluation.metrics import METRICS, extremes, gains_of, measured

if TYPE_CHECKING:
    from collections.abc import Sequence

THEIRS: Final = {
    "recall@1": "recall_1",
    "recall@3": "recall_3",
    "recall@5": "recall_5",
    "recall@10": "recall_10",
    "hit@1": "success_1",
    "hit@3": "success_3",
    "hit@5": "success_5",
    "hit@10": "success_10",
    "mrr": "recip_rank",
    "ndcg@10": "ndcg_cut_10",
}

grades = st.lists(st.integers(0, 3), min_size=1, max_size=14).filter(any)


def trec(order: Sequence[int], relevance: Sequence[int]) -> list[float]:
    """Ask trec_eval for documents in an order; each has the grade at its number."""
    qrel = {"q": {f"d{at}": grade for at, grade in enumerate(relevance)}}
    run = {"q": {f"d{at}": -float(rank) for rank, at in enumerate(order)}}
    asked = {"recall.1,3,5,10", "success.1,3,5,10", "recip_rank", "ndcg_cut.10"}
    found = pytrec_eval.RelevanceEvaluator(qrel, asked).evaluate(run)["q"]
    return [found[THEIRS[metric]] for metric in METRICS if metric != "no-result"]


def ours(order: Sequence[int], relevance: Sequence[int]) -> tuple[float, ...]:
    ideal = sorted((grade for grade in relevance if grade), reverse=True)
    return measured([relevance[at] for at in order], ideal, len(order))


@given(grades, st.data())
def test_every_metric_is_what_trec_eval_says(relevance: list[int], data: st.DataObject) -> None:
    """Also where a search returns only some of the documents."""
    everything = data.draw(st.permutations(range(len(relevance))))
    order = everything[: data.draw(st.integers(1, len(everything)))]
    assert ours(order, relevance)[:-1] == pytest.approx(trec(order, relevance), abs=1e-9)


@given(st.lists(st.integers(0, 3), min_size=1, max_size=6).filter(any), st.data())
def test_ties_are_bounded_by_the_worst_and_the_best_of_their_orders(
    relevance: list[int], data: st.DataObject
) -> None:
    size = len(relevance)
    drawn = data.draw(st.lists(st.integers(1, 3), min_size=size, max_size=size))
    scores = sorted(drawn, reverse=True)
    limit = data.draw(st.integers(1, size))
    ideal = sorted((grade for grade in relevance if grade), reverse=True)
    tied = [[at for at, _ in group] for _, group in groupby(enumerate(scores), lambda one: one[1])]
    orders = [
        [at for group in chosen for at in group]
        for chosen in product(*(permutations(group) for group in tied))
    ]
    found = [trec(order[:limit], relevance) for order in orders]
    worst, best = extremes(relevance, scores, limit)
    lows = [min(column) for column in zip(*found, strict=True)]
    highs = [max(column) for column in zip(*found, strict=True)]
    assert measured(worst, ideal, limit)[:-1] == pytest.approx(lows, abs=1e-9)
    assert measured(best, ideal, limit)[:-1] == pytest.approx(highs, abs=1e-9)


def test_nothing_found_is_no_result_and_zero_of_everything_else() -> None:
    assert measured([], [2.0, 1.0], 0) == (*(0.0,) * 10, 1.0)


def test_an_answer_that_several_hits_give_gains_once() -> None:
    """Two tools of one name are one right answer; the second of them adds nothing."""
    wanted = [(frozenset({"a/get", "b/get"}), 2.0), (frozenset({"c"}), 1.0)]
    assert gains_of(["x", "b/get", "a/get", "c"], wanted) == [0.0, 2.0, 0.0, 1.0]
