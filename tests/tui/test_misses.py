"""Eval: the misses, and the way from one to its explanation."""

from __future__ import annotations

from textual.widgets import Input

from tests.tui.driving import (
    SCENARIO,
    SMALL,
    drive,
    explorer_of,
    press,
    running,
    scene_of,
    settled,
)
from tests.tui.evaluating import OFFICE, QUERIES, explorer, missed, screen_of
from toolsearch_cli import workbench
from toolsearch_cli.analysis.evaluation.query_sets import Expected, LabelledQuery
from toolsearch_cli.analysis.evaluation.running import Options
from toolsearch_cli.tui.opening import QuerySource
from toolsearch_cli.tui.screens.evaluation import EvaluationScreen
from toolsearch_cli.tui.screens.miss_sheet import MissSheet
from toolsearch_cli.tui.screens.search import SearchScreen
from toolsearch_cli.tui.screens.tools import ToolsScreen
from toolsearch_cli.tui.widgets.grid_table import GridTable
from toolsearch_cli.tui.widgets.line_block import LineBlock
from toolsearch_cli.tui.widgets.line_pane import LinePane
from toolsearch_cli.tui.workspace import QuerySet


def test_misses_are_listed_with_their_reason_and_the_winner() -> None:
    app = explorer()
    (found,) = workbench.evaluations(OFFICE, (SCENARIO,), QUERIES, Options())

    async def given() -> None:
        async with running(app) as pilot:
            assert missed(app) == [one.query.text for one in found.misses]
            assert "telephone" in missed(app)
            await press(pilot, "home")
            why = app.screen.query_one("#cause", LinePane).text
            miss = screen_of(app).miss
            assert miss is not None
            assert miss.target.address in why
            assert miss.winners[0].name in why
            assert f"rank {miss.rank}" in why

    drive(given())


def test_misses_are_narrowed_by_words_kinds_and_reasons() -> None:
    app = explorer()

    async def given() -> None:
        async with running(app) as pilot:
            everything = missed(app)
            for typed, left in (
                ("glue", ["glue papers"]),
                ("kind=keyword tag=git", ["show commit"]),
                ("unknown", ["telephone"]),
                ("phone/call", ["telephone"]),
                ("nothing-like-it", []),
            ):
                await press(pilot, "slash")
                app.screen.query_one("#filter", Input).value = typed
                await settled(pilot)
                assert missed(app) == left
                await press(pilot, "escape")
                assert missed(app) == everything

    drive(given())


def test_the_row_of_a_group_shows_its_misses_alone() -> None:
    app = explorer()

    async def given() -> None:
        async with running(app) as pilot:
            await press(pilot, "v", "end", "enter")
            assert missed(app) == ["show commit"]
            assert app.focused is app.screen.query_one("#misses")
            title = app.screen.query_one("#misses-box").border_title
            assert title == "1 miss of hermes tag=git"

    drive(given())


def test_a_miss_is_explained_as_search_explains_it() -> None:
    app = explorer()

    async def given() -> tuple[list[str], str]:
        async with running(app) as pilot:
            await press(pilot, "enter")
            sheet = app.screen
            assert isinstance(sheet, MissSheet)
            hits = [row[1] for row in sheet.query_one(GridTable).shape.rows]
            await press(pilot, "down")
            why = sheet.query_one("#why", LinePane).text
            await press(pilot, "f")
            assert isinstance(app.screen, SearchScreen)
            assert app.screen.query_text == "show commit"
            return hits, why

    hits, why = drive(given())
    (call,) = workbench.search(OFFICE, SCENARIO, ("show commit",), 10)
    assert hits == [one.name for one in call.answer.rankings[0].hits]
    assert why.startswith(hits[1])


def test_from_a_miss_to_the_tool_that_should_be_found() -> None:
    app = explorer()

    async def given() -> None:
        async with running(app) as pilot:
            await press(pilot, "enter", "d")
            assert isinstance(app.screen, ToolsScreen)
            assert app.screen.query_one(LinePane).row_text(0).endswith("log_9")
            await press(pilot, "6", "end", "d")
            assert isinstance(app.screen, EvaluationScreen), "no tool is called phone/call"
            await press(pilot, "enter")
            assert "phone/call" in app.screen.query_one("#cause", LinePane).text
            await press(pilot, "escape")
            assert isinstance(app.screen, EvaluationScreen)

    drive(given())


def test_a_miss_of_another_scenario_is_searched_for_in_that_scenario() -> None:
    app = explorer()

    async def given() -> None:
        async with running(app) as pilot:
            await press(pilot, "h", "v", "home", "enter", "f")
            assert isinstance(app.screen, SearchScreen)
            assert scene_of(app).shown.host == "hermes"
            await press(pilot, "escape", "u")
            assert scene_of(app).shown.host != "hermes"

    drive(given())


def test_in_a_small_terminal_the_misses_have_a_line_of_their_own() -> None:
    app = explorer()

    async def given() -> None:
        async with running(app, SMALL):
            line = app.screen.query_one("#misses-line", LineBlock)
            assert line.text.strip().startswith("3 misses of hermes")
            assert not app.screen.query_one("#cause").display

    drive(given())


def test_a_query_of_several_lines_is_searched_for_by_the_same_words() -> None:
    query = LabelledQuery(text="show\n\tcommit", expected=(Expected("git/log_9"),))
    given = QuerySource(given=QuerySet(name="lines.jsonl", queries=(query,)))
    app = explorer_of(OFFICE, screen="eval", queries=given)

    async def walked() -> None:
        async with running(app) as pilot:
            await press(pilot, "f")
            assert isinstance(app.screen, SearchScreen)
            assert app.screen.query_text == "show commit"

    drive(walked())


def test_of_a_label_that_is_no_tool_it_is_not_said_that_nothing_is_found() -> None:
    app = explorer()

    async def given() -> None:
        async with running(app) as pilot:
            await press(pilot, "end")
            text = app.screen.query_one("#cause", LinePane).text
            assert "no such tool" in text
            assert "nothing is found" not in text

    drive(given())
