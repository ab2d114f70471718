"""What people do to a program: paths that cannot be, pastes, resizes, catalogs of nothing."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from textual import events
from textual.geometry import Size
from textual.widgets import Input

from tests.catalogs import catalog, catalog_file, source, tool
from tests.tui.driving import (
    SMALL,
    WIDE,
    drive,
    explorer_of,
    explorer_on,
    press,
    running,
    scene_of,
    settled,
    workspace_of,
)
from toolsearch_cli.hosts.names import HOST_NAMES
from toolsearch_cli.hosts.registry import host_named
from toolsearch_cli.hosts.scenario import Scenario
from toolsearch_cli.tui.screens.form_sheet import FormSheet
from toolsearch_cli.tui.screens.write_sheet import WriteSheet
from toolsearch_cli.tui.themes import DARK
from toolsearch_cli.tui.widgets.bars import KeyLine, TopBar
from toolsearch_cli.tui.widgets.grid_table import GridTable

if TYPE_CHECKING:
    from pathlib import Path

    from toolsearch_cli.tui.app import Explorer

MAIL = catalog(source("mail", tool("send", "Send a mail.", "to")))
DOTTED = next(
    (
        name
        for name in HOST_NAMES
        if any("." in spec.key for spec in host_named(name).setting_specs())
    ),
    "hermes",
)


def toasts(app: Explorer) -> str:
    """Return the messages that are shown."""
    return "".join(str(one.render()) for one in app.screen.query("Toast"))


PASTED = "\x1b[31mred\x1b[0m [b]bold[/b]\n\u202eline\x00 two\n" + "x" * 5_000


@pytest.mark.parametrize("key", ["s", "e"])
@pytest.mark.parametrize(
    "path",
    [
        "",
        ".",
        "absent/folder/file",
        "~nobody-of-this-name/file",
        "x" * 300,
        "nul\x00byte",
        "a\nb/c",
    ],
    ids=["nothing", "folder", "absent", "stranger", "long", "nul", "lines"],
)
def test_a_path_that_cannot_be_written_is_said(
    path: str, key: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    app = explorer_of(MAIL)

    async def given() -> None:
        async with running(app) as pilot:
            await press(pilot, key)
            app.screen.query_one("#path", Input).value = path
            await press(pilot, "enter", "enter")
            assert isinstance(app.screen, WriteSheet)
            await press(pilot, "down", "up", "escape")

    drive(given())
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("screen", "keys"),
    [
        ("disclosure", ("slash",)),
        ("disclosure", ("o",)),
        ("disclosure", ("e",)),
        ("compare", ("n",)),
        ("compare", ("slash",)),
        ("tools", ("slash",)),
        ("search", ()),
        ("manifest", ("slash",)),
        ("eval", ("slash",)),
        ("eval", ("n",)),
    ],
)
def test_what_is_pasted_breaks_nothing(
    screen: str, keys: tuple[str, ...], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    app = explorer_of(MAIL, screen=screen)

    async def given() -> str:
        async with running(app) as pilot:
            await press(pilot, *keys)
            app.post_message(events.Paste(PASTED))
            await settled(pilot)
            await press(pilot, "enter")
            return app.export_screenshot()

    drawn = drive(given())
    assert "\x1b" not in drawn
    assert "\u202e" not in drawn


FEW = {"no source": catalog(), "no tool": catalog(source("empty")), "one tool": MAIL}


@pytest.mark.parametrize("size", [SMALL, WIDE, (20, 5), (1, 1)], ids=str)
@pytest.mark.parametrize("given", FEW)
def test_nothing_and_little_can_be_looked_at(given: str, size: tuple[int, int]) -> None:
    app = explorer_of(FEW[given])

    async def walked() -> None:
        async with running(app, size) as pilot:
            for screen in "123456":
                await press(pilot, screen, "v", "down", "right", "escape", "slash", "x", "escape")
                await press(pilot, "enter", "m", "f", "y", "plus")
            assert app.is_running

    drive(walked())


def test_a_terminal_may_be_resized_while_the_catalog_is_read() -> None:
    app = explorer_on("sample:everyday")

    async def given() -> None:
        async with app.run_test(size=WIDE) as pilot:
            for width, height in (SMALL, (200, 60), (30, 8), WIDE):
                size = Size(width, height)
                app.post_message(events.Resize(size, size))
                await pilot.pause()
            await settled(pilot)
            assert "10 sources" in app.screen.query_one(TopBar).text

    drive(given())
    assert len(scene_of(app).shown.sources) == 10


def test_a_file_that_goes_while_it_is_looked_at_is_missed_by_nobody(tmp_path: Path) -> None:
    path = tmp_path / "catalog.json"
    app = explorer_on(catalog_file(tmp_path, source("mail", tool("send", "Send a mail.", "to"))))

    async def given() -> None:
        async with running(app) as pilot:
            path.unlink()
            await press(pilot, "plus", "2", "4", *"mail", "escape", "5", "v", "1")
            assert scene_of(app).shown.context == 400_000

    drive(given())


def test_a_second_catalog_can_be_named_while_it_runs(tmp_path: Path) -> None:
    (tmp_path / "with space").mkdir()
    named = catalog_file(tmp_path / "with space", source("notes", tool("jot", "Write a note.")))
    app = explorer_on("sample:everyday", screen="compare")

    async def given() -> None:
        async with running(app) as pilot:
            await press(pilot, "n")
            app.screen.query_one("#answer", Input).value = f"catalog={named}"
            await press(pilot, "enter")
            compared = workspace_of(app).comparison
            assert [one.other for one in compared.columns] == [False, True, *[False] * 4]
            assert compared.column == 1
            await press(pilot, "y")
            assert "with space" in app.clipboard.split("\n")[1]

    drive(given())


def test_a_second_catalog_that_cannot_be_read_is_said(tmp_path: Path) -> None:
    app = explorer_of(MAIL, screen="compare")

    async def given() -> None:
        async with running(app) as pilot:
            await press(pilot, "n")
            app.screen.query_one("#answer", Input).value = f"catalog={tmp_path / 'absent.json'}"
            await press(pilot, "enter")
            assert workspace_of(app).other is None
            assert "waiting" not in app.screen.query_one(TopBar).text
            assert "absent.json" in toasts(app)

    drive(given())


def test_a_setting_with_a_dot_in_its_name_can_be_typed() -> None:
    app = explorer_of(MAIL, scenario=Scenario(host=DOTTED, context=200_000))

    async def given() -> None:
        async with running(app) as pilot:
            await press(pilot, "o")
            assert isinstance(app.screen, FormSheet)

    drive(given())


def test_a_theme_that_is_unknown_starts_ours(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TEXTUAL_THEME", "no-such-theme")
    app = explorer_of(MAIL)

    async def given() -> None:
        async with running(app):
            assert app.theme == DARK.name

    drive(given())


def test_while_a_field_has_the_keys_the_key_line_says_so() -> None:
    app = explorer_of(MAIL)

    async def given() -> None:
        async with running(app) as pilot:
            keys = app.screen.query_one(KeyLine)
            await press(pilot, "slash")
            assert "typing" in keys.text
            await press(pilot, "escape")
            assert "quit" in keys.text

    drive(given())


def test_two_sources_of_one_name_are_told_apart() -> None:
    twins = catalog(source("twin", tool("a", "A.")), source("twin", tool("b", "B.")))
    app = explorer_of(twins)

    async def given() -> None:
        async with running(app) as pilot:
            names = [row[1] for row in app.screen.query_one(GridTable).shape.rows]
            assert names == ["twin", "twin #2"]
            await press(pilot, "3")
            names = [row[0] for row in app.screen.query_one(GridTable).shape.rows]
            assert [name.split(" ", 1)[1] for name in names] == ["twin", "twin #2"]

    drive(given())


def test_problems_are_seen_in_a_small_terminal_too(tmp_path: Path) -> None:
    broken = tmp_path / "broken.json"
    broken.write_text("{", encoding="utf-8")
    app = explorer_on(
        catalog_file(tmp_path, source("mail", tool("send", "Send a mail.", "to"))), str(broken)
    )

    async def given() -> None:
        async with running(app, SMALL):
            assert "! 1" in app.screen.query_one(TopBar).text

    drive(given())


def test_a_search_that_ends_after_the_explorer_is_left_breaks_nothing() -> None:
    app = explorer_of(MAIL, screen="search")

    async def given() -> None:
        async with running(app) as pilot:
            app.screen.query_one("#query", Input).value = "mail"
            await pilot.pause()
            app.leaving = True
            await app.screen.query("*").remove()
            await settled(pilot)

    drive(given())
