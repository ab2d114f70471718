"""Documents ranked by the cosine of their vectors with the query's."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from toolsearch_cli.search.vectors import VectorError, VectorIndex

if TYPE_CHECKING:
    from collections.abc import Sequence

values = st.floats(-1e6, 1e6, allow_nan=False, allow_infinity=False, width=32)
vector = st.lists(values, min_size=3, max_size=3)
vectors = st.lists(vector, min_size=1, max_size=9)


def index_of(rows: Sequence[Sequence[float]]) -> VectorIndex:
    return VectorIndex([f"t{at}" for at in range(len(rows))], rows)


def cosine(one: Sequence[float], other: Sequence[float]) -> float:
    lengths = math.hypot(*one) * math.hypot(*other)
    return math.fsum(a * b for a, b in zip(one, other, strict=True)) / lengths if lengths else 0.0


@given(vectors, vector)
def test_scores_are_cosines_best_first(rows: list[list[float]], query: list[float]) -> None:
    scores = index_of(rows).scores(query)
    assert sorted(score for _, score in scores) == [score for _, score in scores][::-1]
    for name, score in scores:
        assert score == pytest.approx(cosine(rows[int(name[1:])], query), abs=1e-9)


@given(vectors, vector, st.integers(-300, 300))
def test_only_the_direction_counts(
    rows: list[list[float]], query: list[float], exponent: int
) -> None:
    # Halving is exact, so the scores must be as well, unless values get too small to be exact.
    rows = [[value if abs(value) > 1e-3 else 0.0 for value in row] for row in rows]
    scaled = [[math.ldexp(value, exponent) for value in row] for row in rows]
    assert index_of(scaled).scores(query) == index_of(rows).scores(query)


@given(vector, vector, st.integers(2, 5_000))
def test_equal_vectors_have_equal_scores_and_keep_their_order(
    row: list[float], query: list[float], copies: int
) -> None:
    scores = index_of([row] * copies).scores(query)
    assert len({score for _, score in scores}) == 1
    assert [name for name, _ in scores] == [f"t{at}" for at in range(copies)]


def test_a_ranking_says_what_it_cut_and_what_is_tied() -> None:
    ranking = index_of([[0, 1], [1, 1], [1, 0], [2, 0]]).search("words", 2, [1, 0])
    assert [(hit.name, hit.document, hit.score) for hit in ranking.hits] == [
        ("t2", 2, 1.0),
        ("t3", 3, 1.0),
    ]
    assert [hit.name for hit in ranking.cut] == ["t1", "t0"]
    assert (ranking.path, ranking.found, ranking.documents) == ("vectors", 4, 4)
    assert ranking.ties == ((1, 2),)


@pytest.mark.parametrize(
    ("least", "names"), [(0.0, ["t0", "t1"]), (0.5, ["t0"]), (1.0, ["t0"]), (1.1, [])]
)
def test_hits_can_need_a_least_cosine(least: float, names: list[str]) -> None:
    ranking = index_of([[1, 0], [0, 1], [-1, 0]]).search("words", 9, [3, 0], least=least)
    assert [hit.name for hit in ranking.hits] == names
    assert (ranking.found, ranking.path) == (len(names), "vectors" if names else "none")


@pytest.mark.parametrize("bad", [math.nan, math.inf, -math.inf])
def test_a_value_that_is_not_finite_is_refused(bad: float) -> None:
    with pytest.raises(VectorError, match="vector 1 has a value that is not finite"):
        index_of([[1.0, 2.0], [1.0, bad]])
    with pytest.raises(VectorError, match="not finite"):
        index_of([[1.0, 2.0]]).scores([bad, 1.0])


def test_another_length_is_refused() -> None:
    with pytest.raises(VectorError, match="vector 1 has 3 dimensions, not 2"):
        index_of([[1, 2], [1, 2, 3]])
    with pytest.raises(VectorError, match="vector 0 has 2 dimensions, not 4"):
        VectorIndex(["a"], [[1, 2]], dimensions=4)
    with pytest.raises(VectorError, match="vector 0 has 1 dimensions, not 2"):
        index_of([[1, 2]]).scores([1])
    with pytest.raises(VectorError, match="1 vectors for 2 documents"):
        VectorIndex(["a", "b"], [[1]])


def test_zeros_point_nowhere() -> None:
    assert index_of([[0, 0], [1, 1]]).scores([1, 1]) == [("t1", pytest.approx(1.0)), ("t0", 0.0)]
    assert index_of([[1, 1]]).scores([0, 0]) == [("t0", 0.0)]


def test_an_index_without_documents_finds_nothing() -> None:
    assert index_of([]).search("words", 3, [1.0, 2.0]).path == "none"
    assert VectorIndex([], [], dimensions=2).scores([1.0, 2.0]) == []
