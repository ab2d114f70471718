"""Budget and use against context, as lines of a chart."""

from __future__ import annotations

from typing import TYPE_CHECKING

from toolsearch_cli.analysis.curve import curve
from toolsearch_cli.tui.widgets import drawing
from toolsearch_cli.tui.widgets.line_block import LineBlock
from toolsearch_cli.views.chart import LEAST_HEIGHT, LEAST_WIDTH, UNICODE, chart

if TYPE_CHECKING:
    from collections.abc import Iterator

    from toolsearch_cli.catalog.model import Catalog
    from toolsearch_cli.hosts.scenario import Scenario

_STYLES = {
    UNICODE.budget: "$text-primary",
    UNICODE.used: "$text-success",
    UNICODE.both: "$text-warning",
    UNICODE.change: "$text-accent",
    UNICODE.cursor: drawing.MARK,
}


class ChartPane(LineBlock):
    """The chart of one scenario, with a cursor at its context."""

    def show(self, catalog: Catalog, scenario: Scenario) -> None:
        """Draw a scenario's chart."""
        width = max(LEAST_WIDTH, self.size.width)
        height = max(LEAST_HEIGHT, self.size.height)
        drawn = chart(curve(catalog, scenario), width=width, height=height)
        if drawn is None:
            text = "No chart: with these settings nothing is listed at any budget."
            self.put((((text, drawing.DIM),),))
            return
        self.put(tuple(_parts(line)) for line in drawn.lines)


def _parts(line: str) -> Iterator[tuple[str, str]]:
    """Part a line where its characters mean something else."""
    start = 0
    for at in range(1, len(line) + 1):
        if at == len(line) or _STYLES.get(line[at]) != _STYLES.get(line[start]):
            yield line[start:at], _STYLES.get(line[start], "")
            start = at
