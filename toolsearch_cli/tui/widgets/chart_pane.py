"""Budget and use against context, with the place of each compared column and of the cursor."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from textual.message import Message

from toolsearch_cli.analysis.curve import curve
from toolsearch_cli.tui.widgets import drawing
from toolsearch_cli.tui.widgets.line_block import LineBlock
from toolsearch_cli.views.chart import LEAST_HEIGHT, LEAST_WIDTH, UNICODE, chart

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from textual import events

    from toolsearch_cli.catalog.model import Catalog
    from toolsearch_cli.hosts.scenario import Scenario
    from toolsearch_cli.tui.comparing import Place
    from toolsearch_cli.tui.widgets.drawing import Line
    from toolsearch_cli.views.chart import Chart

HERE, THERE = "▼", "▽"
"""Over the context of the cursor's column, and over that of another."""
_STYLES = {
    UNICODE.budget: "$text-primary",
    UNICODE.used: "$text-success",
    UNICODE.both: "$text-warning",
    UNICODE.change: "$text-accent",
}


class ChartPane(LineBlock):
    """The chart of the cursor's column; columns that differ from it in context alone are on it."""

    class Picked(Message):
        """A click nearest to the context of a column."""

        def __init__(self, column: int) -> None:
            self.column = column
            super().__init__()

    def __init__(self, pane_id: str) -> None:
        super().__init__(id=pane_id)
        self._at: Mapping[int, Place] = {}
        """The places, by their terminal column."""

    def show(
        self, catalog: Catalog, scenario: Scenario, places: Sequence[Place], here: int
    ) -> None:
        """Draw a scenario's chart; `here` is the cursor's column, which need not have a place."""
        self.redraw = partial(self.show, catalog, scenario, places, here)
        width = max(LEAST_WIDTH, self.size.width)
        height = max(LEAST_HEIGHT, self.size.height - 1)
        context = scenario.context
        drawn = chart(
            curve(catalog, scenario),
            width=width,
            height=height,
            cursor=context if context and context > 0 else None,
        )
        if drawn is None:
            self._at = {}
            text = f"No chart: what {scenario.host} lists here rests on no budget."
            self.put((((text, drawing.DIM),),))
            return
        self._at = _placed(drawn, places, here)
        at = next((x for x, place in self._at.items() if place.column == here), None)
        self.put((_place_line(self._at, here), *(tuple(_parts(one, at)) for one in drawn.lines)))

    def on_click(self, event: events.Click) -> None:
        """Say which column is nearest."""
        if self._at:
            nearest = min(self._at, key=lambda x: abs(x - event.x))
            self.post_message(self.Picked(self._at[nearest].column))


def _placed(drawn: Chart, places: Sequence[Place], here: int) -> dict[int, Place]:
    """Return the places by terminal column; the cursor's, then marked ones, hide others."""
    by_need = sorted(places, key=lambda one: (one.column == here, bool(one.mark)))
    return {drawn.left + drawn.column(one.context): one for one in by_need}


def _place_line(places: Mapping[int, Place], here: int) -> Line:
    """Return the line over the plot that says where each column stands."""
    line: list[drawing.Part] = []
    end = 0
    for x in sorted(places):
        place = places[x]
        cursor = place.column == here
        text = place.mark or (HERE if cursor else THERE)
        line += [
            (" " * (x - end), ""),
            (text, drawing.CURSOR if cursor else drawing.MARK if place.mark else drawing.DIM),
        ]
        end = x + 1
    return tuple(line)


def _parts(line: str, at: int | None) -> Iterator[tuple[str, str]]:
    """Part a line where its characters mean something else, and at the cursor's column."""
    start = 0
    for end in range(1, len(line) + 1):
        if end == len(line) or at in (start, end) or _style(line, end) != _style(line, start):
            yield (line[start:end], drawing.CURSOR if start == at else _style(line, start))
            start = end


def _style(line: str, at: int) -> str:
    return _STYLES.get(line[at], "")
