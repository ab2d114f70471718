"""What a host refuses, and columns that are answered late."""

from __future__ import annotations

import asyncio
from functools import partial
from threading import Event
from typing import TYPE_CHECKING

import pytest
from textual.widgets import Input

from tests.catalogs import catalog, source, tool
from tests.tui.driving import (
    drive,
    explorer_of,
    press,
    running,
    scene_of,
    settled,
    strike,
    workspace_of,
)
from toolsearch_cli.hosts.names import HOST_NAMES
from toolsearch_cli.hosts.scenario import Scenario
from toolsearch_cli.settings.scenarios import assigned
from toolsearch_cli.tui import comparing
from toolsearch_cli.tui.columns import add_typed
from toolsearch_cli.tui.widgets.grid_table import GridTable
from toolsearch_cli.tui.workspace import ComparedScenario

if TYPE_CHECKING:
    from toolsearch_cli.tui.app import Explorer
    from toolsearch_cli.tui.workspace import Workspace
    from toolsearch_cli.views.comparison import Answered

MAIL = catalog(source("mail", tool("send", "Send a mail.", "to")))


def toasts(app: Explorer) -> str:
    """Return the messages that are shown."""
    return "".join(str(one.render()) for one in app.screen.query("Toast"))


@pytest.mark.parametrize(
    ("host", "typed"),
    [
        ("hermes", "naming=neither"),
        ("litellm", "top_k=none"),
        ("docker", "400k tool-name-prefix=perhaps"),
        ("eager", "api="),
    ],
)
def test_a_column_that_its_host_refuses_is_said_and_not_added(host: str, typed: str) -> None:
    app = explorer_of(MAIL, scenario=Scenario(host=host), screen="compare")

    async def given() -> None:
        async with running(app) as pilot:
            columns = workspace_of(app).comparison.columns
            await press(pilot, "n")
            app.screen.query_one("#answer", Input).value = typed
            await press(pilot, "enter")
            assert workspace_of(app).comparison.columns == columns
            assert typed.rsplit(maxsplit=1)[-1].partition("=")[0] in toasts(app)
            await press(pilot, "right")
            assert workspace_of(app).comparison.column == 1

    drive(given())


@pytest.mark.parametrize("slow_from", [5_000, 0], ids=["at once", "in a thread"])
def test_a_column_that_cannot_be_answered_leaves_the_other_screens(
    slow_from: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("toolsearch_cli.tui.screens.compare.SLOW", slow_from)
    app = explorer_of(MAIL)

    async def given() -> None:
        async with running(app) as pilot:
            refused = assigned(Scenario(host="litellm"), "top_k", "none")
            app.apply(lambda present: comparing.add(present, ComparedScenario(scenario=refused)))
            await press(pilot, "2")
            assert "top_k" in toasts(app)
            assert not app.screen.query_one("#cells-box").loading
            await press(pilot, "1", "h")
            assert scene_of(app).shown.host != "hermes"

    drive(given())


def test_an_answer_that_comes_late_draws_the_columns_as_they_are_now(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("toolsearch_cli.tui.screens.compare.SLOW", 0)
    asked, may_go = Event(), Event()
    app = explorer_of(MAIL, screen="compare")

    async def given() -> None:
        async with running(app) as pilot:
            answered = app.answers.answered

            def held(workspace: Workspace) -> tuple[Answered, ...]:
                if app.answers.missing(workspace):
                    asked.set()
                    may_go.wait(10)
                return answered(workspace)

            monkeypatch.setattr(app.answers, "answered", held)
            app.apply(partial(add_typed, text="90k"))
            await asyncio.to_thread(asked.wait, 10)
            strike(app, "x")
            await pilot.pause()
            may_go.set()
            await settled(pilot)
            titles = [column.title for column in app.screen.query_one(GridTable).data.grid.columns]
            assert len(titles) == 1 + len(workspace_of(app).comparison.columns)
            assert not any("90k" in title for title in titles)

    drive(given())


def test_the_next_host_is_one_that_takes_the_settings() -> None:
    asked = assigned(Scenario(host="graph"), "model", "none")
    app = explorer_of(MAIL, scenario=asked)

    async def given() -> None:
        async with running(app) as pilot:
            for _ in HOST_NAMES:
                await press(pilot, "h")
                assert scene_of(app).workspace.scenario == workspace_of(app).scenario
            assert not toasts(app)

    drive(given())


def test_a_scenario_that_is_refused_is_gone_back_from() -> None:
    app = explorer_of(MAIL)
    refused = assigned(Scenario(host="litellm"), "top_k", "none")

    async def given() -> None:
        async with running(app) as pilot:
            app.apply(lambda present: present.asking(refused))
            await settled(pilot)
            assert "top_k" in toasts(app)
            assert workspace_of(app).scenario == scene_of(app).workspace.scenario
            assert not workspace_of(app).past
            await press(pilot, "+")
            assert scene_of(app).shown.host == "hermes"

    drive(given())


@pytest.mark.parametrize(
    ("keys", "path"),
    [
        (("1",), "manifest.txt"),
        (("2",), "matrix.csv"),
        (("4", "m", "escape"), "manifest.txt"),
        (("4", "m", "escape", "k"), "queries.txt"),
        (("5", "v"), "tools.json"),
        (("6",), "eval.csv"),
    ],
)
def test_an_export_offers_what_the_screen_shows_first(keys: tuple[str, ...], path: str) -> None:
    app = explorer_of(MAIL)

    async def given() -> None:
        async with running(app) as pilot:
            await press(pilot, *keys, "e")
            assert app.screen.query_one("#path", Input).value == path

    drive(given())
