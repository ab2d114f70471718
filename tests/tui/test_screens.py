"""Every screen as it looks: the pictures beside this file, which README.md shows too.

`TOOLSEARCH_UPDATE_PICTURES=1 pytest tests/tui/test_screens.py` draws them anew.
"""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from textual.widgets import Input

from tests.tui.driving import SMALL, WIDE, drive, explorer_on, press, running, settled
from toolsearch_cli.tui.opening import QuerySource

if TYPE_CHECKING:
    from toolsearch_cli.tui.app import Explorer


PICTURES = Path(__file__).parent / "pictures"
UPDATE = "TOOLSEARCH_UPDATE_PICTURES"


def compare(drawn: bytes, name: str) -> None:
    """Hold a screen to its picture; with the variable set, draw the picture anew."""
    path = PICTURES / f"{name}.svg"
    if os.environ.get(UPDATE):
        PICTURES.mkdir(exist_ok=True)
        path.write_bytes(drawn)
    assert path.exists(), f"no picture {path.name}: {UPDATE}=1 draws it"
    same = path.read_bytes() == drawn
    assert same, f"{name} looks different: see what changed with {UPDATE}=1 and git diff"


KEYS: dict[str, tuple[str, ...]] = {
    "disclosure": ("down",) * 5,
    "compare": ("a", "right", "right", "right", "b", "down"),
    "tools": (*("down",) * 5, "enter", "down", "down", "down"),
    "search": (*"create issue", "escape"),
    "manifest": ("slash", *"issue", "enter"),
    "eval": (*("h",) * 4, "down", "down"),
}
SIZES = {"120x40": WIDE, "80x24": SMALL}
THEMES = ("ansi-dark", "toolsearch-light")
SHEETS = {
    "scenario": ("o",),
    "save": ("P", "s"),
    "notes": ("w",),
    "help": ("question_mark",),
}


def picture(app: Explorer, size: tuple[int, int], *keys: str, theme: str = "") -> bytes:
    async def drawn() -> str:
        async with running(app, size) as pilot:
            if theme:
                app.theme = theme
                await settled(pilot)
                app.clear_notifications()
            await press(pilot, *keys)
            for field in app.screen.query(Input):
                field.cursor_blink = False
            await settled(pilot)
            return app.export_screenshot()

    return drive(drawn()).encode()


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("screen", KEYS)
def test_a_screen(screen: str, size: str) -> None:
    app = evaluating() if screen == "eval" else explorer_on("sample:demo", screen=screen)
    drawn = picture(app, SIZES[size], *KEYS[screen])
    compare(drawn, f"{screen}-{size}")


@pytest.mark.parametrize("sheet", SHEETS)
def test_a_sheet(sheet: str) -> None:
    drawn = picture(explorer_on("sample:demo"), WIDE, *SHEETS[sheet])
    compare(drawn, f"sheet-{sheet}")


def evaluating() -> Explorer:
    """Return an explorer that holds a release against another one, on queries that ship."""
    given = QuerySource().read("sample:everyday")
    queries = QuerySource(given=given)
    return explorer_on("sample:everyday", screen="eval", queries=queries)


@pytest.mark.parametrize("size", SIZES)
def test_the_explanation_of_a_miss(size: str) -> None:
    drawn = picture(evaluating(), SIZES[size], "down", "enter", "down")
    compare(drawn, f"miss-{size}")


@pytest.mark.parametrize("size", SIZES)
def test_the_tools_that_are_hardest_to_find(size: str) -> None:
    app = explorer_on("sample:everyday", screen="tools")
    compare(picture(app, SIZES[size], "comma", "down"), f"hardest-{size}")


@pytest.mark.parametrize("theme", THEMES)
def test_another_theme(theme: str) -> None:
    drawn = picture(explorer_on("sample:demo"), WIDE, *KEYS["disclosure"], theme=theme)
    compare(drawn, f"disclosure-{theme}")


def test_two_catalogs() -> None:
    app = explorer_on("sample:demo", other="sample:everyday", screen="compare")
    drawn = picture(app, WIDE, "right")
    compare(drawn, "compare-two-catalogs")


def test_a_terminal_that_is_too_small_is_told_so() -> None:
    drawn = picture(explorer_on("sample:everyday"), (60, 15)).decode()
    assert "80x24" in drawn


def test_every_picture_is_of_a_screen() -> None:
    known = {f"{screen}-{size}" for screen in (*KEYS, "miss", "hardest") for size in SIZES}
    known |= {f"sheet-{sheet}" for sheet in SHEETS}
    known |= {f"disclosure-{theme}" for theme in THEMES} | {"compare-two-catalogs"}
    assert {path.stem for path in PICTURES.glob("*.svg")} == known
