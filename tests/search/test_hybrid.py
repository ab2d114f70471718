"""Two ordered answers made one."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from toolsearch_cli.search.hybrid import hybrid_order, shares

names = st.lists(st.sampled_from("abcdefghij"), unique=True)


@pytest.mark.parametrize(
    ("limit", "ratio", "expected"),
    [
        (8, 0.5, (4, 4)),
        (5, 0.5, (3, 2)),  # a half is rounded up, not to even
        (8, 0.0, (0, 8)),
        (8, 1.0, (8, 0)),
        (8, 0.3, (2, 6)),
        (1, 0.5, (1, 0)),
    ],
)
def test_a_limit_is_shared(limit: int, ratio: float, expected: tuple[int, int]) -> None:
    assert shares(limit, ratio) == expected


def test_meaning_comes_first_then_words_not_yet_seen() -> None:
    assert hybrid_order("abcde", "xbya", 8) == ("a", "b", "c", "d", "x", "y")


def test_a_share_left_over_is_not_given_away() -> None:
    assert hybrid_order("", "abcdefgh", 8) == ("a", "b", "c", "d")


@given(names, names, st.integers(1, 9), st.floats(0, 1))
def test_no_name_twice_and_each_search_in_its_order(
    by_meaning: list[str], by_words: list[str], limit: int, ratio: float
) -> None:
    merged = hybrid_order(by_meaning, by_words, limit, ratio)
    most, rest = shares(limit, ratio)
    assert len(set(merged)) == len(merged) <= limit
    assert list(merged[: len(by_meaning[:most])]) == by_meaning[:most]
    assert list(merged[len(by_meaning[:most]) :]) == [
        name for name in by_words[:rest] if name not in by_meaning[:most]
    ]
