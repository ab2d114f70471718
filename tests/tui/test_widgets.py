"""Lines that wrap, tables that narrow, hints under the mouse."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from textual.geometry import Offset
from textual.selection import Selection
from textual.widgets import Input

from tests.catalogs import catalog, source, tool
from tests.tui.driving import SMALL, WIDE, drive, explorer_of, explorer_on, press, running
from toolsearch_cli.tui.commands import commands_of
from toolsearch_cli.tui.screens.text_sheet import TextSheet
from toolsearch_cli.tui.widgets.bars import KeyLine
from toolsearch_cli.tui.widgets.grid_layout import TableData, laid_out
from toolsearch_cli.tui.widgets.grid_table import GridTable
from toolsearch_cli.tui.widgets.headline import Headline
from toolsearch_cli.tui.widgets.line_pane import LinePane
from toolsearch_cli.views.grid import Column, Grid, Row

if TYPE_CHECKING:
    from toolsearch_cli.tui.app import Explorer

MAIL = catalog(source("mail", tool("send", "Send a mail.", "to")))
SENTENCE = "one two three four five six seven eight nine ten"


async def wrapped(app: Explorer, text: str) -> tuple[list[str], str]:
    """Return the rows of a wrapped line, and what selecting all of it copies."""
    async with running(app, SMALL) as pilot:
        app.push_screen(TextSheet("", [((text, ""),), (("last", ""),)]))
        await pilot.pause()
        pane = app.screen.query_one(LinePane)
        rows = [pane.row_text(at) for at in range(pane.virtual_size.height)]
        selected = pane.get_selection(Selection(Offset(0, 0), None))
        assert selected is not None
        return rows, selected[0]


@pytest.mark.parametrize(
    "text",
    [
        " ".join([SENTENCE] * 4),
        "  " + " ".join([SENTENCE] * 4),
        "x" * 500,
        "short " + "y" * 69 + " end",
        "日本語 " * 60,
    ],
    ids=["words", "indented", "one long word", "a word as long as a line", "wide"],
)
def test_a_line_that_wraps_loses_nothing_and_is_copied_as_one(text: str) -> None:
    rows, selected = drive(wrapped(explorer_of(MAIL), text))
    assert "".join(rows[:-1]) == text
    assert selected == f"{text}\nlast"


def test_words_are_broken_only_where_one_is_longer_than_a_line() -> None:
    rows, _ = drive(wrapped(explorer_of(MAIL), " ".join([SENTENCE] * 4)))
    assert len(rows) > 3
    assert {word for row in rows[:-1] for word in row.split()} == set(SENTENCE.split())


COLUMNS = (
    Column(key="source", title="source"),
    Column(key="eager", title="eager", unit="tokens", rank=2),
    Column(key="names", title="names", unit="tokens", rank=4),
)
LONG = Grid(columns=COLUMNS, rows=(Row(("a-source-of-a-very-long-name", 1_453_588, 26_394)),))


@pytest.mark.parametrize(
    ("width", "shown", "gap", "name"),
    [(60, (0, 1, 2), 2, 28), (38, (0, 1, 2), 2, 17), (36, (0, 1, 2), 1, 17), (30, (0, 1), 2, 17)],
)
def test_a_long_name_gives_way_then_space_then_a_column(
    width: int, shown: tuple[int, ...], gap: int, name: int
) -> None:
    layout = laid_out(TableData(grid=LONG, keys=(0,)), width)
    assert (layout.shown, layout.gap, layout.widths[0]) == (shown, gap, name)


def test_all_columns_of_the_fleet_are_seen_at_120_columns_and_the_eager_tokens_at_80() -> None:
    async def titles(size: tuple[int, int]) -> list[str]:
        app = explorer_on("sample:fleet")
        async with running(app, size):
            shape = app.screen.query_one(GridTable).shape
            return [shape.columns[at].key for at in shape.shown]

    assert drive(titles(WIDE))[2:7] == ["tools", "eager", "full", "names", "form"]
    assert {"eager", "form", "now", "next"} <= set(drive(titles(SMALL)))


def test_the_remedy_is_read_whole_in_80_columns() -> None:
    async def given() -> str:
        app = explorer_on("sample:fleet")
        async with running(app, SMALL):
            return app.screen.query_one(Headline).text

    last = drive(given()).split("\n")[-1]
    assert "threshold_pct" in last
    assert "listing_max_tokens" in last
    assert "…" not in last


def test_the_mouse_is_told_what_a_click_would_do_and_what_a_column_holds() -> None:
    app = explorer_of(MAIL)

    async def given() -> tuple[str, str]:
        async with running(app) as pilot:
            keys, table = app.screen.query_one(KeyLine), app.screen.query_one(GridTable)
            await pilot.hover(KeyLine, offset=(keys.text.index("save"), 0))
            await pilot.hover(GridTable, offset=(table.shape.widths[1] + 8, 0))
            return str(keys.tooltip), str(table.tooltip)

    key, column = drive(given())
    assert key == "Save the scenario to a file: s"
    assert column == "tools that the source publishes"


def test_a_pin_is_said_as_this_screen_does_not_show_it() -> None:
    app = explorer_of(MAIL)

    async def given() -> str:
        async with running(app) as pilot:
            await press(pilot, "p", "c")
            return "".join(str(one.render()) for one in app.screen.query("Toast"))

    assert "Compare" in drive(given())


def test_up_and_down_choose_what_to_write_while_the_path_is_typed() -> None:
    app = explorer_of(MAIL)

    async def given() -> tuple[str, str]:
        async with running(app) as pilot:
            await press(pilot, "e", "down", "down")
            field = app.screen.query_one("#path", Input)
            down = field.value
            await press(pilot, "up")
            assert field.has_focus
            return down, field.value

    assert drive(given()) == ("matrix.csv", "tools.json")


def test_in_a_small_terminal_all_keys_are_on_a_sheet_that_scrolls() -> None:
    app = explorer_of(MAIL)

    async def given() -> tuple[str, bool]:
        async with running(app, SMALL) as pilot:
            await press(pilot, "question_mark")
            pane = app.screen.query_one(LinePane)
            return pane.text, pane.has_focus

    text, focused = drive(given())
    assert focused
    assert all(one.title in text for one in commands_of("disclosure"))
