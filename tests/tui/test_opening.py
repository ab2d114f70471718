"""Catalogs that cannot be read, or not wholly: the explorer opens and lists what is wrong."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tests.catalogs import catalog_file, source, tool
from tests.process.hostile import ALL
from tests.tui.driving import SMALL, WIDE, drive, explorer_on, press, running, scene_of
from toolsearch_cli.hosts.scenario import Scenario, Scope
from toolsearch_cli.tui.command import SCREENS
from toolsearch_cli.tui.screens.text_sheet import TextSheet
from toolsearch_cli.tui.widgets.line_pane import LinePane

if TYPE_CHECKING:
    from pathlib import Path

HIDDEN = ("\x1b", "\u202e", "\u200b", "\x07", "\x9b", "\U000e0041", "\u2028")


def test_a_broken_file_opens_with_its_problem(tmp_path: Path) -> None:
    broken = tmp_path / "broken.json"
    broken.write_text('{"servers": [', encoding="utf-8")
    app = explorer_on(str(broken))

    async def given() -> str:
        async with running(app):
            assert isinstance(app.screen, TextSheet)
            return app.screen.query_one(LinePane).text

    assert "broken.json" in drive(given())
    assert scene_of(app).shown.sources == ()


def test_what_can_be_read_is_shown_and_the_rest_listed(tmp_path: Path) -> None:
    broken = tmp_path / "broken.json"
    broken.write_text("{", encoding="utf-8")
    good = catalog_file(tmp_path, source("mail", tool("send", "Send a mail.")))
    app = explorer_on(good, str(broken), str(tmp_path / "absent.json"))

    async def given() -> tuple[str, str]:
        async with running(app) as pilot:
            await press(pilot, "y", "exclamation_mark")
            return app.screen.query_one(LinePane).text, app.clipboard

    problems, line = drive(given())
    assert [row.source for row in scene_of(app).shown.sources] == ["mail"]
    assert "broken.json" in problems
    assert "absent.json" in problems
    assert "broken" not in line, "the copied command loads what could be loaded"


def test_hostile_text_is_shown_on_no_screen_as_it_is(tmp_path: Path) -> None:
    hostile = source(
        f"mail {ALL}"[:200].replace("\ud800", "").replace("\udfff", ""),
        tool("send [bold]x[/bold] [@click=app.quit]y[/]", f"[red]Send[/red] {ALL}", ALL),
        tool("\x1b[31mred", "Read."),
    )
    path = catalog_file(tmp_path, hostile, source("plain [link=x]y", tool("a", "[b]")))

    async def given(screen: str, size: tuple[int, int]) -> str:
        app = explorer_on(path, screen=screen)
        async with running(app, size) as pilot:
            await press(pilot, "enter", "down", "down")
            if screen == "search":
                await press(pilot, *"send", "escape")
            assert app.is_running
            return app.export_screenshot()

    for screen in SCREENS:
        for size in (WIDE, SMALL):
            drawn = drive(given(screen, size))
            assert not [char for char in HIDDEN if char in drawn], screen


def test_a_scope_that_names_no_source_ends_the_explorer_with_the_reason(tmp_path: Path) -> None:
    path = catalog_file(tmp_path, source("mail", tool("send", "Send a mail.")))
    app = explorer_on(path, scenario=Scenario(scope=Scope(only=("nope",))))

    async def given() -> None:
        async with app.run_test() as pilot:
            while app.is_running:
                await pilot.pause(0.01)

    drive(given())
    assert app.failure is not None
    assert "no such source" in app.failure.message


GATEWAY = """
search: {max_allowable_results: 3}
tools:
  - {namespace: mail, name: send, description: Send a mail., disclosure_mode: EAGER}
  - {namespace: mail, name: read, description: Read a mail.}
"""


def test_what_a_gateway_configures_is_seen_here_as_in_the_commands(tmp_path: Path) -> None:
    path = tmp_path / "gateway.yaml"
    path.write_text(GATEWAY, encoding="utf-8")
    app = explorer_on(str(path), scenario=Scenario(host="arion"))

    async def given() -> None:
        async with running(app):
            pass

    drive(given())
    assert [one.name for one in scene_of(app).shown.eager] == ["mail.send"]
    assert len(scene_of(app).workspace.opened.catalog.gateways) == 1
