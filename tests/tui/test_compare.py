"""Compare: chart, matrix and difference are one selection."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.catalogs import catalog, source, tool
from tests.tui.driving import (
    SCENARIO,
    SMALL,
    drive,
    explorer_of,
    press,
    running,
    settled,
    workspace_of,
)
from toolsearch_cli.tui.comparing import Place, differing, first_columns, on_one_curve
from toolsearch_cli.tui.widgets.chart_pane import HERE, THERE, ChartPane
from toolsearch_cli.tui.widgets.grid_table import GridTable
from toolsearch_cli.tui.widgets.line_block import LineBlock
from toolsearch_cli.tui.widgets.line_pane import LinePane
from toolsearch_cli.tui.workspace import Comparison

if TYPE_CHECKING:
    from textual.pilot import Pilot

    from toolsearch_cli.tui.app import Explorer

TRACKERS = catalog(
    source("linear", *(tool(f"issue_{at}", f"Close issue number {at}.", "id") for at in range(9))),
    source("mail", tool("send", "Send a mail to somebody.", "to", "text")),
    source("a-name-that-is-rather-long-for-a-column", tool("jot", "Write a note.")),
)


def explorer() -> Explorer:
    return explorer_of(TRACKERS, screen="compare")


@pytest.mark.parametrize(
    ("here", "a", "b", "pair"),
    [
        (2, None, None, (1, 2)),
        (0, None, None, (0, 1)),
        (2, 0, None, (0, 2)),
        (1, None, 3, (1, 3)),
        (2, 0, 3, (0, 3)),
        (2, 2, None, None),
        (1, 3, 3, None),
    ],
)
def test_what_is_held_against_what(
    here: int, a: int | None, b: int | None, pair: tuple[int, int] | None
) -> None:
    columns = first_columns((SCENARIO,), with_other=False)
    assert differing(Comparison(columns=columns, column=here, mark_a=a, mark_b=b)) == pair


def test_one_column_differs_from_nothing() -> None:
    assert differing(Comparison(columns=first_columns((SCENARIO,), with_other=False)[:1])) is None


async def stepped(app: Explorer, *keys: str) -> tuple[str, str]:
    """Return the chart's first line and the difference's first, after some keys."""
    async with running(app) as pilot:
        await press(pilot, *keys)
        return first_lines(pilot)


def first_lines(pilot: Pilot[None]) -> tuple[str, str]:
    chart = pilot.app.screen.query_one(ChartPane).text.split("\n")[0]
    return chart, pilot.app.screen.query_one(LinePane).text.split("\n")[0]


def test_left_and_right_move_chart_and_difference_along() -> None:
    before, now = drive(stepped(explorer(), "right")), drive(stepped(explorer(), "right", "right"))
    assert before[0].count(HERE) == now[0].count(HERE) == 1
    assert now[0].index(HERE) > before[0].index(HERE)
    assert now[0].count(THERE) == 4
    assert before[1].startswith("A 8k → B 16k")
    assert now[1].startswith("A 16k → B 32k")


def test_one_mark_holds_and_the_cursor_is_the_other_side() -> None:
    chart, difference = drive(stepped(explorer(), "a", "right", "right", "right"))
    assert chart.strip().startswith("A")
    assert difference.startswith("A 8k → B 200k")


def test_a_click_on_the_chart_goes_to_the_nearest_column() -> None:
    app = explorer()

    async def given() -> int:
        async with running(app) as pilot:
            pane = app.screen.query_one(ChartPane)
            at = pane.text.split("\n")[0].rindex(THERE)
            await pilot.click(ChartPane, offset=(at + 3, 4))
            await settled(pilot)
            return workspace_of(app).comparison.column

    assert drive(given()) == 4


def test_only_columns_that_differ_in_context_alone_are_on_one_curve() -> None:
    app = explorer()

    async def given() -> tuple[Place, ...]:
        async with running(app) as pilot:
            await press(pilot, "n", *"cap=500 unknown", "enter")
            return on_one_curve(workspace_of(app).comparison)

    assert [place.context for place in drive(given())] == [
        8_000,
        16_000,
        32_000,
        200_000,
        1_000_000,
    ]


@pytest.mark.parametrize("part", ["matrix", "difference", "chart"])
def test_the_cursor_steps_whatever_part_a_small_terminal_shows(part: str) -> None:
    app = explorer()

    async def given() -> tuple[int, str]:
        async with running(app, SMALL) as pilot:
            await press(pilot, *("v",) * ["matrix", "difference", "chart"].index(part))
            await press(pilot, "right", "right", "left", "down")
            return workspace_of(app).comparison.column, app.screen.query_one(
                "#tabs", LineBlock
            ).text

    column, tabs = drive(given())
    assert column == 1
    assert f"[{part}]" in tabs
    assert "column 2 of 5" in tabs


def test_four_scenarios_stand_beside_each_other_in_80_columns() -> None:
    app = explorer()

    async def given() -> tuple[int, ...]:
        async with running(app, SMALL):
            return app.screen.query_one(GridTable).shape.shown

    assert drive(given())[:5] == (0, 1, 2, 3, 4)


def test_changed_first_goes_to_the_first_of_them() -> None:
    app = explorer()

    async def given() -> int:
        async with running(app) as pilot:
            await press(pilot, "z", "end", "o")
            return app.screen.query_one(GridTable).row

    assert drive(given()) == 0


def test_pinning_a_scenario_twice_goes_to_its_column() -> None:
    app = explorer_of(TRACKERS)

    async def given() -> None:
        async with running(app) as pilot:
            await press(pilot, "p", "c", "u", "c", "U", "c")
            compared = workspace_of(app).comparison
            assert len(compared.columns) == 6
            assert compared.column == 5

    drive(given())


def test_the_difference_marks_the_selected_source_whatever_its_place_in_the_other_catalog() -> None:
    fewer = catalog(
        *(source("other-first", tool("a", "A.")), source("mail", tool("send", "Send.")))
    )
    app = explorer_of(TRACKERS, other=fewer, screen="compare")

    async def given() -> tuple[str, str]:
        async with running(app) as pilot:
            await press(pilot, "z", "down", "down")
            pane, table = app.screen.query_one(LinePane), app.screen.query_one(GridTable)
            marked = "".join(text for text, _ in pane.lines[min(pane.marked)])
            return table.shape.rows[table.row][0], marked

    name, marked = drive(given())
    assert name == "mail"
    assert marked.startswith("mail")
