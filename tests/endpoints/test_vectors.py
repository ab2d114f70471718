"""Vectors are checked and brought to length 1."""

from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from toolsearch_cli.endpoints.failure import Failure
from toolsearch_cli.endpoints.vectors import unit_vector


def test_a_vector_gets_length_one() -> None:
    vector = unit_vector([3, 4.0], 2)
    assert not isinstance(vector, Failure)
    assert list(vector) == pytest.approx([0.6, 0.8])


@pytest.mark.parametrize(
    ("given_", "reason"),
    [
        ([1.0, 2.0], "2 dimensions where 3 are expected"),
        ([], "0 dimensions where 3 are expected"),
        ([1.0, math.nan, 0.0], "not every number is finite in 32 bits"),
        ([1.0, -math.inf, 0.0], "not every number is finite in 32 bits"),
        ([1e39, 0.0, 0.0], "not every number is finite in 32 bits"),
        ([10**400, 0.0, 0.0], "not every number is finite in 32 bits"),
        ([0, 0.0, -0.0], "a vector without direction: its length is 0"),
        ([1e-60, 0.0, 0.0], "a vector without direction: its length is 0"),
        ([1.0, "2", 0.0], "not every entry is a number"),
        ([1.0, True, 0.0], "not every entry is a number"),
        ([1.0, None, 0.0], "not every entry is a number"),
        ("AAA", "not a list of numbers"),
        (None, "not a list of numbers"),
        ({"0": 1.0}, "not a list of numbers"),
    ],
)
def test_what_cannot_be_used_is_a_reason(given_: object, reason: str) -> None:
    assert unit_vector(given_, 3) == Failure(reason)


@given(st.lists(st.floats(width=32, allow_nan=False, allow_infinity=False), min_size=1, max_size=9))
def test_any_direction_gets_length_one(numbers: list[float]) -> None:
    vector = unit_vector(numbers, len(numbers))
    if any(numbers):
        assert not isinstance(vector, Failure)
        assert math.hypot(*vector) == pytest.approx(1.0, abs=1e-6)
    else:
        assert isinstance(vector, Failure)
