"""Every command of the table, by its key: the state that follows, and where it is offered."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from textual.command import DiscoveryHit
from textual.widgets import Input

from tests.catalogs import catalog, source, tool
from tests.tui.driving import drive, explorer_of, press, running, settled, strike, workspace_of
from tests.tui.expectations import EXPECTED
from toolsearch_cli.analysis.evaluation.query_sets import Expected, LabelledQuery
from toolsearch_cli.tui.changes import used
from toolsearch_cli.tui.command import SCREENS, Command
from toolsearch_cli.tui.commands import COMMANDS, commands_of
from toolsearch_cli.tui.opening import QuerySource
from toolsearch_cli.tui.palette import CommandTableProvider
from toolsearch_cli.tui.widgets.bars import KeyLine
from toolsearch_cli.tui.widgets.grid_table import GridTable
from toolsearch_cli.tui.widgets.scenario_panel import ScenarioPanel
from toolsearch_cli.tui.workspace import QuerySet

if TYPE_CHECKING:
    from pathlib import Path

    from textual.pilot import Pilot

    from toolsearch_cli.tui.app import Explorer
    from toolsearch_cli.tui.workspace import Workspace

TRACKERS = catalog(
    source("linear", *(tool(f"issue_{at}", f"Close issue number {at}.", "id") for at in range(9))),
    source("mail", tool("send", "Send a mail to somebody.", "to", "text")),
    source("notes", tool("jot", "Write a note."), tool("find", "Find a note."), kind="plugin"),
)

ASKED = QuerySource(
    given=QuerySet(
        name="asked.jsonl",
        queries=(LabelledQuery(text="close mail", expected=(Expected("notes/jot"),)),),
    )
)


def test_every_command_is_expected_to_do_something() -> None:
    assert {one.name for one in COMMANDS} == set(EXPECTED)


@pytest.mark.parametrize("command", COMMANDS, ids=lambda one: one.name)
def test_a_key_does_what_its_command_says(command: Command) -> None:
    expected = EXPECTED[command.name]
    screen = expected.screen or command.screens[0]
    app = explorer_of(TRACKERS, screen=screen, queries=ASKED)

    async def given() -> tuple[Explorer, Workspace]:
        async with running(app) as pilot:
            await press(pilot, *expected.before)
            before = workspace_of(app)
            await pilot.press(command.keys.partition(",")[0])
            if command.name != "quit":
                await settled(pilot)
            assert expected.holds(app, before)
            return app, before

    drive(given())


@pytest.mark.parametrize("screen", SCREENS)
def test_no_two_commands_of_a_screen_share_a_key(screen: str) -> None:
    keys = [key for one in commands_of(screen) for key in one.keys.split(",")]
    assert len(keys) == len(set(keys))


@pytest.mark.parametrize("screen", SCREENS)
def test_the_palette_offers_what_the_screen_can_do(screen: str) -> None:
    async def offered(pilot: Pilot[None]) -> list[str]:
        provider = CommandTableProvider(pilot.app.screen)
        hits = [hit async for hit in provider.discover()]
        return [str(hit.display) for hit in hits if isinstance(hit, DiscoveryHit)]

    async def given() -> list[str]:
        async with running(explorer_of(TRACKERS, screen=screen)) as pilot:
            return await offered(pilot)

    assert drive(given()) == [one.title for one in commands_of(screen)]


def test_the_palette_runs_a_command() -> None:
    app = explorer_of(TRACKERS)

    async def given() -> None:
        async with running(app) as pilot:
            await press(pilot, "ctrl+p", *"larger context")
            await pilot.pause(0.4)
            await press(pilot, "enter")
            assert workspace_of(app).scenario.context == 400_000

    drive(given())


@pytest.mark.parametrize("screen", SCREENS)
def test_a_click_on_the_key_line_is_the_key(screen: str) -> None:
    app = explorer_of(TRACKERS, screen=screen)

    async def given() -> None:
        async with running(app) as pilot:
            if screen == "search":
                await press(pilot, "escape")
            line = app.screen.query_one(KeyLine)
            text = line.text
            at = text.index("s save")
            await pilot.click(KeyLine, offset=(at + 2, 0))
            await settled(pilot)
            assert type(app.screen).__name__ == "WriteSheet"

    drive(given())


def test_letters_in_a_field_are_letters() -> None:
    app = explorer_of(TRACKERS)

    async def given() -> None:
        async with running(app) as pilot:
            before = workspace_of(app).scenario
            await press(pilot, "slash", *"pmail")
            assert app.screen.query_one("#filter", Input).value == "pmail"
            assert workspace_of(app).scenario == before

    drive(given())


def test_held_keys_are_answered_once_at_the_end() -> None:
    app = explorer_of(TRACKERS)

    async def given() -> None:
        async with running(app) as pilot:
            before = app.answered
            for _ in range(8):
                app.action_command("percent_more")
            await settled(pilot)
            assert used(workspace_of(app).scenario)["threshold_pct"] == 20.0
            assert app.answered == before + 1

    drive(given())


def test_a_key_that_follows_at_once_finds_the_cursor_where_it_is() -> None:
    app = explorer_of(TRACKERS)

    async def given() -> None:
        async with running(app) as pilot:
            strike(app, "down", "down", "space")
            await settled(pilot)
            last = app.screen.query_one(GridTable).data.keys[2]
            assert workspace_of(app).scenario.scope.detached == {last}

    drive(given())


def test_a_file_is_written_once_and_never_over_another_unasked(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    app = explorer_of(TRACKERS)

    async def given() -> None:
        async with running(app) as pilot:
            await press(pilot, "s")
            strike(app, "enter", "enter", "enter")
            await settled(pilot)
            assert (tmp_path / "toolsearch.yaml").read_text().startswith("catalogs:")
            (tmp_path / "toolsearch.yaml").write_text("mine")
            await press(pilot, "escape", "s", "enter")
            assert (tmp_path / "toolsearch.yaml").read_text() == "mine"
            await press(pilot, "enter")
            assert (tmp_path / "toolsearch.yaml").read_text() != "mine"
            assert app.is_running

    drive(given())


def test_the_mouse_does_what_keys_do() -> None:
    app = explorer_of(TRACKERS)

    async def given() -> None:
        async with running(app) as pilot:
            panel = app.screen.query_one(ScenarioPanel)
            row = next(y for y, line in enumerate(panel.text.split("\n")) if "64k" in line)
            column = panel.text.split("\n")[row].index("64k")
            await pilot.click(ScenarioPanel, offset=(column + 2, row + 1))
            await settled(pilot)
            assert workspace_of(app).scenario.context == 64_000
            table = app.screen.query_one(GridTable)
            await pilot.click(GridTable, offset=(table.render_line(0).text.index("tools"), 0))
            await settled(pilot)
            assert workspace_of(app).order.sort == "tools"
            await pilot.click(GridTable, offset=(8, 3))
            await settled(pilot)
            assert table.row == 2
            assert workspace_of(app).selected == table.data.keys[2]
            await pilot.click(GridTable, offset=(8, 2), times=2)
            await settled(pilot)
            assert type(app.screen).__name__ == "ToolsScreen"

    drive(given())
