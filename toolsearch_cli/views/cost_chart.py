"""What a session costs against its turns, drawn with characters; both axes are linear."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from toolsearch_cli.analysis.cost import cost_by_turns
from toolsearch_cli.views.chart import LEAST_HEIGHT, LEAST_WIDTH
from toolsearch_cli.views.numbers import rounded_context

if TYPE_CHECKING:
    from collections.abc import Sequence
    from fractions import Fraction

    from toolsearch_cli.analysis.cost import Prices, Session, WayName
    from toolsearch_cli.analysis.cost_ways import HostCost
    from toolsearch_cli.views.chart import Marks

_LETTERS: Final[dict[WayName, str]] = {"eager": "E", "host": "H", "bare": "B"}
_LEFT: Final = 9
"""Columns of the labels on the left, the axis included."""
_BELOW: Final = 3
"""Lines under the plot: break-evens, turns, legend."""
_FURTHEST: Final = 20
"""How many times the session's turns the chart reaches, at most, to show a break-even."""


def cost_chart(
    one: HostCost,
    session: Session,
    prices: Prices | None,
    size: tuple[int, int],
    marks: Marks,
) -> list[str]:
    """Draw a line for each way, from the fewest turns past the session's and the break-evens.

    Where lines meet, the host's is the one that is seen.

    Args:
        one: The host.
        session: Its turns are marked.
        prices: What is drawn is money; without them, tokens.
        size: Columns and lines; at least 40 and 8.
        marks: The characters of axes and marks.
    """
    columns, rows = max(LEAST_WIDTH, size[0]) - _LEFT, max(LEAST_HEIGHT, size[1]) - _BELOW
    ways = one.found.ways
    crossings = _crossings(one, "tokens" if prices is None else "money")
    turns = _turns(session, crossings, columns)
    eager, host, *others = ways
    lines = {way.name: cost_by_turns(way, session, prices) for way in (host, eager, *others)}
    values = {name: [line(at) for at in turns] for name, line in lines.items()}
    top = max(max(line) for line in values.values())
    here = _nearest(turns, session.turns)
    cells = [[" "] * columns for _ in range(rows)]
    for row in cells:
        row[here] = marks.cursor
    for name, line in reversed(values.items()):
        for column, value in enumerate(line):
            cells[_row(value, top, rows)][column] = _LETTERS[name]
    labels = {rows - 1: _amount(top, prices), (rows - 1) // 2: _amount(top / 2, prices)}
    plot = [
        _line(labels.get(row, ""), "".join(cells[row]), marks.axis)
        for row in range(rows - 1, -1, -1)
    ]
    changes = [" "] * columns
    for crossing in crossings:
        if turns[0] <= crossing <= turns[-1]:
            changes[_nearest(turns, crossing)] = marks.change
    return [
        *plot,
        _line("0", "".join(changes), marks.corner),
        _line("turns", _turn_labels(turns, here), " "),
        _legend(values, marks, shown=marks.change in changes),
    ]


def _crossings(one: HostCost, measure: str) -> list[float]:
    return [at for even in one.break_evens if even.measure == measure for at in even.turns_at]


def _turns(session: Session, crossings: Sequence[float], columns: int) -> tuple[int, ...]:
    """Return the number of turns of each column, ascending."""
    first = session.edits + 1
    near = [one for one in crossings if one <= _FURTHEST * session.turns]
    last = max(2 * session.turns, first + 1, *(int(1.25 * one) + 1 for one in near))
    return tuple(first + (last - first) * at // (columns - 1) for at in range(columns))


def _nearest(turns: Sequence[int], wanted: float) -> int:
    return min(range(len(turns)), key=lambda at: abs(turns[at] - wanted))


def _row(value: Fraction, top: Fraction, rows: int) -> int:
    """Return the row of an amount, counted from the bottom."""
    return round(value / top * (rows - 1)) if top else 0


def _amount(value: Fraction, prices: Prices | None) -> str:
    return rounded_context(round(value)) if prices is None else f"{float(value):.3g}"


def _line(label: str, cells: str, axis: str) -> str:
    return f"{label:>{_LEFT - 2}} {axis}{cells}".rstrip()


def _turn_labels(turns: Sequence[int], here: int) -> str:
    """Write the session's turns, then the ends where there is room."""
    row = [" "] * len(turns)
    for at in (here, 0, len(turns) - 1):
        text = f"{turns[at]:,}"
        begin = min(at, len(row) - len(text))
        if not "".join(row[max(0, begin - 1) : begin + len(text) + 1]).strip():
            row[begin : begin + len(text)] = text
    return "".join(row)


def _legend(values: dict[WayName, list[Fraction]], marks: Marks, *, shown: bool) -> str:
    lines = [f"{_LETTERS[name]} {name}" for name in values]
    lines.append(f"{marks.cursor} this session")
    if shown:
        lines.append(f"{marks.change} same cost")
    return "  ".join(lines)
