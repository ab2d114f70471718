"""Budget and use against context, drawn with characters; both axes are logarithmic.

A pure value: whoever shows it brings the colour and finds a context's column here.
"""

from __future__ import annotations

import math
from bisect import bisect_left, bisect_right
from dataclasses import dataclass
from itertools import groupby
from typing import TYPE_CHECKING

from toolsearch_cli.views.next_change import reach_text
from toolsearch_cli.views.numbers import context_name

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from toolsearch_cli.analysis.curve import Curve, Point

LEAST_WIDTH, LEAST_HEIGHT = 40, 8
_LEFT = 7
"""Columns of the labels on the left, the axis included."""
_LEGEND = 30
_WIDE = 100
"""Columns from which on the legend stands on the right."""
_BELOW = 3
"""Lines under the plot: breakpoints, contexts, tiers."""
_SHORTEST = 2_000
_LONGEST = 1_500_000
_LABELS = (
    *(8_000, 32_000, 128_000, 1_000_000, 2_000, 4_000, 16_000, 64_000, 200_000, 400_000, 1_000),
    *(one * 10**power for power in range(6, 12) for one in (1, 2, 5)),
)
"""Contexts that are written under the plot, in the order in which they get their room."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Marks:
    """The characters of a chart."""

    budget: str = "─"
    used: str = "▒"
    both: str = "▓"
    """Budget and use in one cell."""
    change: str = "▲"
    cursor: str = "┊"
    axis: str = "┤"
    corner: str = "└"
    run: str = "─"
    """What carries a tier on to the next."""
    least: str = "≥"


UNICODE = Marks()
ASCII = Marks(
    budget="-",
    used="#",
    both="=",
    change="^",
    cursor=":",
    axis="|",
    corner="+",
    run="-",
    least=">=",
)


@dataclass(frozen=True, slots=True)
class Chart:
    """Lines of text, and where they show what."""

    lines: tuple[str, ...]
    left: int
    """The column of the first context."""
    contexts: tuple[int, ...]
    """Ascending, a column each: what is drawn holds at exactly this context."""
    changes: tuple[int, ...]
    """Columns, counted from `left`, by which the listing has another shape."""

    def column(self, context: int) -> int:
        """Return the column, counted from `left`, that shows a context; the nearest at the ends."""
        return max(0, bisect_right(self.contexts, context) - 1)


def chart(
    curve: Curve, *, width: int, height: int, marks: Marks = UNICODE, cursor: int | None = None
) -> Chart | None:
    """Draw budget and use from the smallest to the largest context that matters.

    Args:
        curve: What is drawn.
        width: Columns of the longest line, legend included; at least 40.
        height: Lines; at least 8.
        marks: The characters; `ASCII` for a terminal that has no others.
        cursor: A context whose column is marked, at least 1.

    Returns:
        `None` where nothing is listed at any budget.
    """
    if not curve.rungs:
        return None
    beside = width >= _WIDE
    columns = max(LEAST_WIDTH, width) - _LEFT - (_LEGEND if beside else 0)
    rows = max(LEAST_HEIGHT, height) - _BELOW - (0 if beside else 1)
    contexts = _contexts(curve, columns, cursor)
    points = curve.at(contexts)
    breaks = curve.breaks
    changes = sorted({bisect_left(contexts, one) for one in breaks if one <= contexts[-1]})
    at = None if cursor is None else bisect_right(contexts, cursor) - 1
    lines = [
        *_plot(points, rows, marks, at),
        _line("", _change_row(changes, columns, marks), marks.corner),
        _line("", _label_row(contexts, at), " "),
        _line("tier", _tier_row(points, marks), " "),
    ]
    legend = _legend(curve, marks)
    if beside:
        lines = _beside(lines, legend, _LEFT + columns)
    else:
        lines.append("  ".join(legend[:2])[:width])
    return Chart(tuple(line.rstrip() for line in lines), _LEFT, contexts, tuple(changes))


def _contexts(curve: Curve, columns: int, cursor: int | None) -> tuple[int, ...]:
    """Return the context of each column: all breakpoints, and the cursor, lie between the ends."""
    marked = [*curve.breaks, *([] if cursor is None else [cursor])]
    low = max(1, min([_SHORTEST, *(one // 2 for one in marked)]))
    high = max([_LONGEST, *(one * 3 // 2 for one in marked)])
    step = math.log(high / low) / (columns - 1)
    contexts = [round(low * math.exp(step * column)) for column in range(columns)]
    if cursor is not None:
        contexts[bisect_right(contexts, cursor) - 1] = cursor
    return tuple(contexts)


def _plot(points: Sequence[Point], rows: int, marks: Marks, at: int | None) -> list[str]:
    """Draw the rows from the top: the budget as a line, the use as an area."""
    positive = [one for point in points for one in (point.budget, point.used) if one > 0]
    low = _tick_line(min((point.used for point in points if point.used), default=1))
    high = max(positive, default=1)
    scale = _Scale(low, max(high, low * 10), rows)
    ticks = {scale.row(tick): context_name(tick) for tick in _ticks(low, scale.high)}
    lines = []
    for row in range(rows - 1, -1, -1):
        cells = [_cell(point, row, scale, marks) for point in points]
        if at is not None and cells[at] == " ":
            cells[at] = marks.cursor
        lines.append(_line(ticks.get(row, ""), "".join(cells), marks.axis))
    return lines


@dataclass(frozen=True, slots=True)
class _Scale:
    low: int
    high: int
    rows: int

    def row(self, tokens: int) -> int:
        """Return the row of a number of tokens, counted from the bottom; -1 under the plot."""
        if tokens < self.low:
            return -1
        share = math.log(tokens / self.low) / math.log(self.high / self.low)
        return min(self.rows - 1, round(share * (self.rows - 1)))


def _cell(point: Point, row: int, scale: _Scale, marks: Marks) -> str:
    used = row <= scale.row(point.used)
    if row == scale.row(point.budget):
        return marks.both if used else marks.budget
    return marks.used if used else " "


def _ticks(low: int, high: int) -> Iterable[int]:
    """Yield 1, 3, 10, 30, ... between two numbers."""
    power = 1
    while power <= high:
        yield from (one for one in (power, 3 * power) if low <= one <= high)
        power *= 10


def _tick_line(tokens: int) -> int:
    power: int = 10 ** (len(str(tokens)) - 1)
    return 3 * power if tokens >= 3 * power else power


def _line(label: str, cells: str, axis: str) -> str:
    return f"{label:>{_LEFT - 2}} {axis}{cells}"


def _change_row(changes: Sequence[int], columns: int, marks: Marks) -> str:
    return "".join(marks.change if one in set(changes) else " " for one in range(columns))


def _label_row(contexts: Sequence[int], at: int | None) -> str:
    """Write as many contexts as have room, each from its column on; the cursor's first."""
    row = [" "] * len(contexts)
    if at is not None:
        _write(row, at, context_name(contexts[at]))
    for size in _LABELS:
        if contexts[0] <= size <= contexts[-1]:
            _write(row, bisect_left(contexts, size), context_name(size))
    return "".join(row)


def _write(row: list[str], column: int, text: str) -> None:
    """Write where nothing stands, with a space on either side."""
    column = min(column, len(row) - len(text))
    around = row[max(0, column - 1) : column + len(text) + 1]
    if not "".join(around).strip():
        row[column : column + len(text)] = text


def _tier_row(points: Sequence[Point], marks: Marks) -> str:
    runs = []
    for tier, run in groupby(point.tier for point in points):
        length = len(list(run))
        runs.append(f"{tier} ".ljust(length - 1, marks.run)[: length - 1] + " ")
    return "".join(runs)


def _legend(curve: Curve, marks: Marks) -> list[str]:
    """Say what the characters mean, and what all names and all descriptions would take."""
    lines = [
        f"{marks.budget} budget  {marks.used} used  {marks.both} both",
        f"{marks.change} form changes",
    ]
    for what, forms in (("names", ("names", "full")), ("full", ("full",))):
        rung = next((one for one in curve.rungs if one.form in forms), None)
        if rung is not None:
            reached = reach_text(rung.reach, short=True).replace("≥", marks.least)
            lines += [f"{what} for all {rung.budget:,}:", f"  {reached}"]
    return lines


def _beside(lines: Sequence[str], legend: Sequence[str], width: int) -> list[str]:
    padded = [*legend, *[""] * len(lines)]
    return [f"{line:<{width}}  {text}" for line, text in zip(lines, padded, strict=False)]
