"""Intervals cover the truth, chance is told from difference, and a seed gives the same answer."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from toolsearch_cli.analysis.evaluation.significance import intervals, paired

shares = st.floats(0, 1, allow_nan=False)


@given(st.lists(st.tuples(shares, shares), min_size=1, max_size=12), st.integers(0, 99))
def test_an_interval_lies_among_the_outcomes_and_is_repeatable(
    outcomes: list[tuple[float, float]], seed: int
) -> None:
    found = intervals(outcomes, seed, 100)
    assert found == intervals(outcomes, seed, 100)
    for one, column in zip(found, zip(*outcomes, strict=True), strict=True):
        assert min(column) - 1e-9 <= one.low <= one.high <= max(column) + 1e-9


def test_an_interval_is_about_two_standard_errors_to_each_side() -> None:
    """Of 400 queries, half of them found, the standard error is 0.025."""
    (found,) = intervals([(0.0,), (1.0,)] * 200, 1, 4_000)
    assert found.low == pytest.approx(0.5 - 1.96 * 0.025, abs=0.006)
    assert found.high == pytest.approx(0.5 + 1.96 * 0.025, abs=0.006)


@pytest.mark.parametrize(("better", "p"), [(1, 1.0), (2, 0.5), (5, 0.0625), (8, 0.0078)])
def test_the_chance_that_all_changes_go_one_way(better: int, p: float) -> None:
    """Of n equal changes all have one sign, either one, with probability 2 / 2**n."""
    found = paired([0.0] * better + [1.0] * 20, [1.0] * (better + 20), 3)
    assert found.p == pytest.approx(p, abs=0.015)
    assert (found.better, found.worse) == (better, 0)
    assert found.difference == pytest.approx(better / (better + 20))


def test_equal_outcomes_differ_by_chance_alone() -> None:
    assert paired([0.2, 0.4], [0.2, 0.4], 1).p == 1.0


@given(st.lists(st.tuples(shares, shares), min_size=1, max_size=8), st.integers(0, 9))
def test_the_other_way_round_only_signs_change(pairs: list[tuple[float, float]], seed: int) -> None:
    first, second = (list(column) for column in zip(*pairs, strict=True))
    there, back = paired(first, second, seed, 200), paired(second, first, seed, 200)
    assert there.difference == pytest.approx(-back.difference)
    assert (there.p, there.better, there.worse) == (back.p, back.worse, back.better)


def test_different_queries_cannot_be_compared() -> None:
    with pytest.raises(ValueError, match=r"zip"):
        paired([0.1], [0.1, 0.2], 1)
    with pytest.raises(ValueError, match="no query in common"):
        paired([], [], 1)
