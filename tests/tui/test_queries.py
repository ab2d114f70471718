"""Where the labelled queries come from, and files of them that are odd."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest
from textual.widgets import Input, Static

from tests.process.hostile import ALL
from tests.tui.driving import drive, explorer_of, press, running, scene_of, settled, workspace_of
from tests.tui.evaluating import GIVEN, OFFICE, figures, head, missed
from toolsearch_cli import workbench
from toolsearch_cli.hosts.scenario import Scenario
from toolsearch_cli.tui.opening import QuerySource
from toolsearch_cli.tui.screens.evaluation import EvaluationScreen
from toolsearch_cli.tui.screens.queries_sheet import QueriesSheet
from toolsearch_cli.views.miss_list import MOST_LISTED

if TYPE_CHECKING:
    from pathlib import Path

    from toolsearch_cli.tui.app import Explorer

HIDDEN = ("\x1b", "\u202e", "\u200b", "\x07", "\x9b", "\U000e0041", "\u2028")


def file_of(folder: Path, *entries: dict[str, Any]) -> str:
    path = folder / "queries.jsonl"
    path.write_text("".join(f"{json.dumps(one)}\n" for one in entries), encoding="utf-8")
    return str(path)


def opening(path: str) -> Explorer:
    return explorer_of(OFFICE, screen="eval", queries=QuerySource(given=QuerySource().read(path)))


def test_without_a_file_queries_are_made_and_marked_as_generated() -> None:
    app = explorer_of(OFFICE, screen="eval")

    async def given() -> None:
        async with running(app):
            made = workbench.made_queries(OFFICE, scene_of(app).workspace.scenario)
            assert f"GENERATED  {len(made)} queries" in head(app)
            assert figures(app)[0]["queries"] == str(len(made))

    drive(given())


def test_a_catalog_without_tools_makes_no_query() -> None:
    from tests.catalogs import catalog

    app = explorer_of(catalog(), screen="eval")

    async def given() -> None:
        async with running(app) as pilot:
            assert "no query can be made" in head(app)
            await press(pilot, "enter", "f", "d", "b", "x", "v", "w", "escape", "y")
            assert app.is_running

    drive(given())


def test_the_file_of_the_settings_is_read_when_it_is_needed(tmp_path: Path) -> None:
    path = file_of(tmp_path, {"query": "send a mail", "expected": "mail/send"})
    app = explorer_of(OFFICE, queries=QuerySource(named=path, limit=3))

    async def given() -> None:
        async with running(app) as pilot:
            assert workspace_of(app).query_set is None
            await press(pilot, "6")
            assert f"{path}  1 query · limit 3" in head(app)

    drive(given())


def test_a_file_of_the_settings_that_is_absent_is_said(tmp_path: Path) -> None:
    app = explorer_of(OFFICE, screen="eval", queries=QuerySource(named=str(tmp_path / "absent")))

    async def given() -> None:
        async with running(app, (200, 40)):
            assert "GENERATED" in head(app)
            assert "absent" in head(app)
            assert "these are generated" in head(app)

    drive(given())


def test_a_file_is_opened_from_within_and_one_that_cannot_be_is_said(tmp_path: Path) -> None:
    good = file_of(tmp_path, {"query": "send a mail", "expected": "mail/send"})
    (tmp_path / "empty.jsonl").write_text("")
    (tmp_path / "prose.txt").write_text("some words\n")
    (tmp_path / "nothing.json").write_text('[{"query": "a"}]')
    app = explorer_of(OFFICE, screen="eval", queries=GIVEN)

    async def given() -> None:
        async with running(app) as pilot:
            await press(pilot, "n")
            for name, said in (
                (str(tmp_path / "absent.jsonl"), "absent.jsonl"),
                (str(tmp_path / "empty.jsonl"), "is empty"),
                (str(tmp_path / "prose.txt"), "prose.txt"),
                (str(tmp_path / "nothing.json"), "expects no tool"),
                (str(tmp_path), "regular file"),
                ("", "name a file"),
                ("-", "name a file"),
                ("~nobody-of-this-name/file", "cannot be read"),
                ("nul\x00byte", "cannot be read"),
            ):
                app.screen.query_one("#answer", Input).value = name
                await press(pilot, "enter")
                assert isinstance(app.screen, QueriesSheet), name
                told = str(app.screen.query_one("#told", Static).render())
                assert said in told, (name, told)
            app.screen.query_one("#answer", Input).value = good
            await press(pilot, "enter")
            assert isinstance(app.screen, EvaluationScreen)
            assert head(app).strip().startswith(f"{good}  1 query")
            assert figures(app)[0]["queries"] == "1"
            assert missed(app) == []

    drive(given())


def test_labels_that_are_no_tool_or_several_are_said(tmp_path: Path) -> None:
    path = file_of(
        tmp_path,
        {"query": "read it", "expected": "read"},
        {"query": "telephone", "expected": "phone/call"},
    )
    app = opening(path)

    async def given() -> str:
        async with running(app, (250, 40)) as pilot:
            before = head(app)
            await press(pilot, "home", "slash", *"telephone", "enter")
            assert missed(app) == ["telephone"]
            return before

    said = drive(given())
    assert "read (1 query) names several tools" in said
    assert "phone/call (1 query) names no tool" in said


def test_hostile_queries_and_labels_are_shown_on_no_part_as_they_are(tmp_path: Path) -> None:
    text = ALL.replace("\ud800", "").replace("\udfff", "")
    path = file_of(
        tmp_path,
        {"query": f"[bold]{text} mail", "expected": [f"a{text}"], "tags": [text], "kind": text},
        {"query": "send a mail", "expected": "mail/send"},
    )
    app = opening(path)

    async def given() -> str:
        async with running(app, (200, 50)) as pilot:
            drawn = app.export_screenshot()
            for keys in (("enter",), ("escape", "w"), ("escape", "d"), ("f",), ("escape",)):
                await press(pilot, *keys)
                drawn += app.export_screenshot()
            return drawn

    drawn = drive(given())
    assert [one for one in HIDDEN if one in drawn] == []
    assert "[bold]" in drawn.replace("&#91;", "[").replace("&#93;", "]")


def test_ten_thousand_queries_are_counted_and_the_first_misses_listed(tmp_path: Path) -> None:
    path = file_of(
        tmp_path,
        *({"query": f"nothing-{at}", "expected": "mail/send"} for at in range(10_000)),
    )
    app = opening(path)

    async def given() -> None:
        async with running(app) as pilot:
            assert figures(app)[0]["queries"] == "10,000"
            assert len(missed(app)) == MOST_LISTED
            box = app.screen.query_one("#misses-box")
            assert box.border_title == "10,000 misses of hermes"
            assert "the first 500 shown" in str(box.border_subtitle)
            await press(pilot, "slash")
            app.screen.query_one("#filter", Input).value = "nothing-9999"
            await settled(pilot)
            assert missed(app) == ["nothing-9999"]

    drive(given())


@pytest.mark.parametrize("host", ["graph", "arion", "cursor", "copilot", "docker", "anthropic"])
def test_every_kind_of_host_is_evaluated_or_says_why_not(host: str) -> None:
    app = explorer_of(OFFICE, screen="eval", queries=GIVEN, scenario=Scenario(host=host))

    async def given() -> None:
        async with running(app, (250, 40)) as pilot:
            assert f"{host} unknown" in figures(app)[0]["scenario"]
            assert host in head(app)
            await press(pilot, "enter", "escape")
            assert isinstance(app.screen, EvaluationScreen)

    drive(given())


def test_queries_that_expect_nothing_of_this_catalog_leave_the_screen(tmp_path: Path) -> None:
    app = opening(file_of(tmp_path, {"query": "telephone", "expected": "phone/call"}))

    async def given() -> None:
        async with running(app, (200, 40)) as pilot:
            await press(pilot, "enter", "v", "f", "d", "b", "w", "escape", "plus")
            assert isinstance(app.screen, EvaluationScreen)
            assert "none of the tools" in head(app) or "phone/call" in head(app)
            await press(pilot, "n")
            app.screen.query_one("#answer", Input).value = "sample:everyday"
            await press(pilot, "enter")
            assert "sample:everyday" in head(app)

    drive(given())
