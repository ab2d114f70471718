"""`y` copies a command line, and that command prints the numbers of the screen."""

from __future__ import annotations

import json
import shlex
from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from tests.catalogs import catalog_file, source, tool
from tests.process.program import run
from tests.tui.driving import drive, explorer_on, press, running, scene_of
from toolsearch_cli.hosts.scenario import Scenario, Scope
from toolsearch_cli.reports.evaluation_records import evaluation_record
from toolsearch_cli.reports.records import json_text, tiers_record
from toolsearch_cli.tui.evaluations import question_of
from toolsearch_cli.tui.screens.search import SearchScreen
from toolsearch_cli.tui.widgets.grid_table import GridTable
from toolsearch_cli.views.comparison import compared_rows

if TYPE_CHECKING:
    from pathlib import Path

    from toolsearch_cli.tui.app import Explorer

SOURCES = (
    source("linear", *(tool(f"issue_{at}", f"Change issue {at}.", "id") for at in range(40))),
    source("a [b] *", tool("send", "Send a mail.", "to"), tool("read", "Read a mail.")),
    source("notes", tool("jot", "Write a note."), kind="plugin"),
)
WALKS: tuple[tuple[str, ...], ...] = (
    (),
    ("minus", "minus", "p", "T"),
    ("h", "plus"),
    ("l", "g"),
    ("space", "plus"),
    ("down", "space"),
    ("left_square_bracket", "H"),
)


def printed(line: str, folder: Path, *more: str) -> str:
    program, *words = shlex.split(line)
    assert program == "toolsearch"
    ran = run(*words, *more, folder=folder)
    assert ran.code == 0, ran.said
    return ran.text


async def copied(app: Explorer, *keys: str) -> str:
    async with running(app) as pilot:
        await press(pilot, *keys, "y")
        return app.clipboard


@pytest.mark.parametrize("keys", WALKS, ids="-".join)
def test_tiers_prints_what_disclosure_shows(keys: tuple[str, ...], tmp_path: Path) -> None:
    app = explorer_on(catalog_file(tmp_path, *SOURCES))
    line = drive(copied(app, *keys))
    scene = scene_of(app)
    here = json_text("tiers/1", tiers_record(scene.workspace.opened.catalog, (scene.shown,)))
    assert json.loads(printed(line, tmp_path, "--json")) == json.loads(here)


def test_what_the_program_was_started_with_is_in_the_line(tmp_path: Path) -> None:
    config = {"threshold_pct": "7.5", "listing": True, "search_default_limit": 3}
    scenario = Scenario(
        host="hermes@0.22",
        context=None,
        config=config,
        options={"naming": "single"},
        scope=Scope(without=("note*",)),
    )
    app = explorer_on(catalog_file(tmp_path, *SOURCES), scenario=scenario)
    line = drive(copied(app))
    scene = scene_of(app)
    here = json_text("tiers/1", tiers_record(scene.workspace.opened.catalog, (scene.shown,)))
    assert json.loads(printed(line, tmp_path, "--json")) == json.loads(here)


@pytest.mark.parametrize("views", range(5))
def test_manifest_prints_the_text_of_the_screen(views: int, tmp_path: Path) -> None:
    app = explorer_on(catalog_file(tmp_path, *SOURCES), screen="manifest")
    line = drive(copied(app, *("v",) * views))
    text = printed(line, tmp_path)
    scene = scene_of(app)
    if "--array" in line:
        assert json.loads(text) == list(scene.shown.array)
    elif "--form" in line:
        form = shlex.split(line)[shlex.split(line).index("--form") + 1]
        assert form in ("full", "names", "summary")
        assert text.count("linear") > 0
    else:
        assert text == scene.shown.listing.text


def test_query_finds_what_search_shows(tmp_path: Path) -> None:
    app = explorer_on(catalog_file(tmp_path, *SOURCES), screen="search")

    async def given() -> tuple[list[str], str]:
        async with running(app) as pilot:
            await press(pilot, *"read mail", "escape", "y")
            screen = app.screen
            assert isinstance(screen, SearchScreen)
            assert screen.found is not None
            return [hit.name for hit in screen.found.ranking.hits], app.clipboard

    names, line = drive(given())
    found = json.loads(printed(line, tmp_path, "--json"))["explain"][0]["hits"]
    assert "read" in names[0]
    assert [hit["name"] for hit in found] == names


def test_eval_prints_the_figures_of_each_scenario(tmp_path: Path) -> None:
    app = explorer_on(catalog_file(tmp_path, *SOURCES), screen="eval")

    async def given() -> list[str]:
        async with running(app) as pilot:
            await press(pilot, "h", "y")
            return app.clipboard.split("\n")

    making, *lines = drive(given())
    printed(making, tmp_path)
    question = question_of(scene_of(app).workspace)
    known = app.evaluations.known(question) if question else None
    assert known is not None
    assert len(lines) == len(known.run.evaluations) == 2
    for line, one in zip(lines, known.run.evaluations, strict=True):
        answer = json.loads(printed(line, tmp_path, "--json"))
        here = json_text("eval/1", evaluation_record(replace(known.run, evaluations=(one,))))
        assert answer["evaluations"] == json.loads(here)["evaluations"]


def test_findability_prints_the_scores_of_the_tools(tmp_path: Path) -> None:
    app = explorer_on(catalog_file(tmp_path, *SOURCES), screen="tools")

    async def given() -> tuple[str, list[tuple[str, ...]]]:
        async with running(app) as pilot:
            await press(pilot, "comma", "y")
            return app.clipboard, list(app.screen.query_one("#tree", GridTable).shape.rows)

    line, rows = drive(given())
    tools = json.loads(printed(line, tmp_path, "--json"))["tools"]
    assert [score for _, score in rows] == [f"{one['score']:.3f}" for one in tools]
    for (name, _), one in zip(rows, tools, strict=True):
        assert name.endswith(f"/{one['tool']}")


def test_describe_shows_the_tool_of_the_tree(tmp_path: Path) -> None:
    app = explorer_on(catalog_file(tmp_path, *SOURCES), screen="tools")
    line = drive(copied(app, "enter", "down"))
    assert "describe" in line
    assert "sent eagerly it takes" in printed(line, tmp_path)


def test_a_line_a_column_prints_the_matrix(tmp_path: Path) -> None:
    app = explorer_on(catalog_file(tmp_path, *SOURCES), screen="compare")
    lines = drive(copied(app)).split("\n")
    workspace = scene_of(app).workspace
    rows = compared_rows(app.answers.answered(workspace))
    assert len(lines) == len(workspace.comparison.columns)
    for at, line in enumerate(lines):
        record = json.loads(printed(line, tmp_path, "--json"))["scenarios"][0]
        forms = {(one["source"], one["kind"]): one["now_tokens"] for one in record["sources"]}
        assert forms == {row.identity[:2]: row.cells[at].tokens for row in rows}


def test_two_sources_of_one_name_cannot_be_told_apart_on_a_command_line(tmp_path: Path) -> None:
    twins = (source("twin", tool("a", "A.")), source("twin", tool("b", "B."), kind="plugin"))
    app = explorer_on(catalog_file(tmp_path, *twins))
    assert drive(copied(app, "space")) == ""
