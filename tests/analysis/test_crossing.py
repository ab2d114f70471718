"""Where a curve is below zero: every whole number is looked at beside what was solved."""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from toolsearch_cli.analysis.crossing import Curve, Span, below_zero, curve_of, zeros

parts = st.fractions(min_value=-30, max_value=30, max_denominator=12)
curves = st.builds(Curve, parts, parts, parts)
LOW, HIGH = 0, 60


def inside(spans: tuple[Span, ...], x: int) -> bool:
    return any(one.least <= x and (one.most is None or x <= one.most) for one in spans)


@given(curves, st.sampled_from([HIGH, None]))
def test_what_is_solved_is_what_every_number_says(curve: Curve, high: int | None) -> None:
    spans = below_zero(curve, LOW, high)
    for x in range(LOW, HIGH + 1):
        assert inside(spans, x) == (curve.at(x) < 0), x
    assert inside(spans, 10**6) == (high is None and curve.at(10**6) < 0)
    for left, right in pairwise(spans):
        assert left.most is not None
        assert left.most + 1 < right.least, "two spans that touch are one"


@given(curves)
def test_at_a_zero_the_sign_changes_or_touches(curve: Curve) -> None:
    for at in zeros(curve):
        x = Fraction(at)
        value = (curve.square * x + curve.slope) * x + curve.start
        assert abs(value) < Fraction(1, 10**4) * (1 + abs(x))


@given(curves)
def test_a_curve_is_known_from_three_values(curve: Curve) -> None:
    assert curve_of(curve.at) == curve


@pytest.mark.parametrize(
    ("curve", "low", "high", "spans"),
    [
        (Curve(Fraction(0), Fraction(1), Fraction(-5)), 0, None, (Span(0, 4),)),
        (Curve(Fraction(0), Fraction(-1), Fraction(5)), 1, None, (Span(6, None),)),
        (Curve(Fraction(0), Fraction(0), Fraction(0)), 1, None, ()),
        (Curve(Fraction(0), Fraction(0), Fraction(-1)), 1, None, (Span(1, None),)),
        (Curve(Fraction(1), Fraction(-4), Fraction(4)), 0, 9, ()),
        (Curve(Fraction(-1), Fraction(4), Fraction(-4)), 0, 9, (Span(0, 1), Span(3, 9))),
        (Curve(Fraction(1), Fraction(0), Fraction(-2)), 0, 9, (Span(0, 1),)),
    ],
)
def test_equal_is_not_below(
    curve: Curve, low: int, high: int | None, spans: tuple[Span, ...]
) -> None:
    assert below_zero(curve, low, high) == spans
