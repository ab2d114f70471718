"""Where a curve of second degree is below zero, over whole numbers: solved, not sampled."""

from __future__ import annotations

from fractions import Fraction
from math import isqrt, lcm
from typing import TYPE_CHECKING, Final, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

_FINE: Final = 10**9
"""Parts of one to which a zero that is no fraction is told."""


class Curve(NamedTuple):
    """`square`·x² + `slope`·x + `start`."""

    square: Fraction
    slope: Fraction
    start: Fraction

    def at(self, x: int) -> Fraction:
        """Return its value."""
        return (self.square * x + self.slope) * x + self.start


class Span(NamedTuple):
    """Whole numbers from `least` to `most`, both included."""

    least: int
    most: int | None
    """`None`: without end."""


def curve_of(function: Callable[[int], Fraction]) -> Curve:
    """Return the curve of a function that is known to be of second degree at most."""
    start, one, two = (function(x) for x in (0, 1, 2))
    square = (two - 2 * one + start) / 2
    return Curve(square, one - start - square, start)


def below_zero(curve: Curve, low: int, high: int | None) -> tuple[Span, ...]:
    """Return where the curve is below zero between `low` and `high` (`None`: without end)."""
    starts = {low}
    for floor in _floors(curve):
        starts |= {floor, floor + 1}  # at a whole root it is zero, beside it not
    inside = sorted(one for one in starts if one >= low and (high is None or one <= high))
    spans: list[Span] = []
    for least, following in zip(inside, [*inside[1:], None], strict=True):
        if curve.at(least) >= 0:
            continue
        most = high if following is None else following - 1
        if spans and spans[-1].most == least - 1:
            spans[-1] = Span(spans[-1].least, most)
        else:
            spans.append(Span(least, most))
    return tuple(spans)


def zeros(curve: Curve) -> tuple[float, ...]:
    """Return where the curve is zero, ascending; nothing for one that is zero everywhere."""
    square, slope, start = _whole(curve)
    if square:
        discriminant = slope * slope - 4 * square * start
        if discriminant < 0:
            return ()
        root = isqrt(discriminant * _FINE * _FINE)
        ends = {Fraction(sign * root - slope * _FINE, 2 * square * _FINE) for sign in (-1, 1)}
        return tuple(float(one) for one in sorted(ends))
    return (float(Fraction(-start, slope)),) if slope else ()


def _floors(curve: Curve) -> Iterator[int]:
    """Yield the whole number at or under each zero, exactly."""
    square, slope, start = _whole(curve)
    if square:
        discriminant = slope * slope - 4 * square * start
        if discriminant < 0:
            return
        root = isqrt(discriminant)
        above = root if root * root == discriminant else root + 1
        yield (-slope - above) // (2 * square)
        yield (-slope + root) // (2 * square)
    elif slope:
        yield -start // slope


def _whole(curve: Curve) -> tuple[int, int, int]:
    """Return the curve times a number that makes it whole, opened upwards: the same zeros."""
    scale = lcm(*(one.denominator for one in curve))
    square, slope, start = (int(one * scale) for one in curve)
    return (-square, -slope, -start) if square < 0 else (square, slope, start)
