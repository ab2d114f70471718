"""Eval: the figures are those of `eval`, and the way from a miss to its explanation."""

from __future__ import annotations

from threading import Event
from typing import TYPE_CHECKING, Any

from textual.widgets import Input

from tests.catalogs import catalog, source, tool
from tests.tui.driving import (
    SCENARIO,
    SMALL,
    drive,
    explorer_of,
    press,
    running,
    scene_of,
    settled,
    strike,
    workspace_of,
)
from toolsearch_cli import workbench
from toolsearch_cli.analysis.evaluation.query_sets import Expected, LabelledQuery
from toolsearch_cli.analysis.evaluation.running import Options
from toolsearch_cli.hosts.scenario import Scenario
from toolsearch_cli.tui.opening import QuerySource
from toolsearch_cli.tui.screens.evaluation import EvaluationScreen
from toolsearch_cli.tui.screens.miss_sheet import MissSheet
from toolsearch_cli.tui.screens.search import SearchScreen
from toolsearch_cli.tui.screens.text_sheet import TextSheet
from toolsearch_cli.tui.screens.tools import ToolsScreen
from toolsearch_cli.tui.widgets.evaluation_head import EvaluationHead
from toolsearch_cli.tui.widgets.grid_table import GridTable
from toolsearch_cli.tui.widgets.line_block import LineBlock
from toolsearch_cli.tui.widgets.line_pane import LinePane
from toolsearch_cli.tui.workspace import QuerySet

if TYPE_CHECKING:
    import pytest

    from toolsearch_cli.analysis.evaluation.running import Evaluation
    from toolsearch_cli.tui.app import Explorer

OFFICE = catalog(
    source("mail", tool("send", "Send a mail to somebody.", "to"), tool("read", "Read a mail.")),
    source("files", tool("read", "Read a file from disk."), tool("merge", "Join two files.")),
    source("git", *(tool(f"log_{at}", f"Show commit number {at}.", "id") for at in range(12))),
)


def asked(text: str, *labels: str, kind: str = "", tags: tuple[str, ...] = ()) -> LabelledQuery:
    expected = tuple(Expected(label) for label in labels)
    return LabelledQuery(text=text, expected=expected, kind=kind, tags=tags)


QUERIES = (
    asked("send a mail", "mail/send", kind="sentence"),
    asked("show commit", "git/log_9", kind="keyword", tags=("git",)),
    asked("glue papers", "files/merge", kind="keyword"),
    asked("telephone", "phone/call", kind="keyword"),
)
GIVEN = QuerySource(given=QuerySet(name="office.jsonl", queries=QUERIES))


def explorer(scenario: Scenario = SCENARIO) -> Explorer:
    return explorer_of(OFFICE, screen="eval", queries=GIVEN, scenario=scenario)


def screen_of(app: Explorer) -> EvaluationScreen:
    assert isinstance(app.screen, EvaluationScreen)
    return app.screen


def figures(app: Explorer) -> list[dict[str, str]]:
    """Return the rows of figures as they are drawn."""
    table = app.screen.query_one("#figures", GridTable)
    keys = [column.key for column in table.data.grid.columns]
    return [dict(zip(keys, row, strict=True)) for row in table.shape.rows]


def missed(app: Explorer) -> list[str]:
    return [row[0] for row in app.screen.query_one("#misses", GridTable).shape.rows]


def head(app: Explorer) -> str:
    return app.screen.query_one(EvaluationHead).text


def evaluated(scenario: Scenario) -> Evaluation:
    return workbench.evaluations(OFFICE, (scenario,), QUERIES, Options())[0]


def of_evaluation(one: Evaluation, group: str, metric: str) -> str:
    found = next(each for each in one.groups if each.name == group).figure(metric)
    assert found is not None
    return f"{found.value:.3f}"


def test_the_figures_are_those_of_eval() -> None:
    app = explorer()

    async def given() -> list[dict[str, str]]:
        async with running(app) as pilot:
            await press(pilot, "h")
            return figures(app)

    rows = drive(given())
    ours = [row for row in rows if "against" not in row["scenario"]]
    hosts = ("hermes", scene_of(app).shown.host)
    expected = [
        (name, evaluated(Scenario(host=name, context=200_000)), group)
        for group in ("all", "kind=keyword", "kind=sentence", "tag=git")
        for name in hosts
    ]
    assert len(ours) == len(expected)
    for row, (name, one, group) in zip(ours, expected, strict=True):
        assert f"{name} 200k" in row["scenario"]
        assert row["queries_of"] == group
        for metric in ("recall@1", "recall@5", "recall@10", "mrr", "ndcg@10", "no-result"):
            assert row[metric] == of_evaluation(one, group, metric)
        assert row["reachable"] == of_evaluation(one, group, "reachable")


def test_a_scenario_is_held_against_the_first_one() -> None:
    app = explorer()

    async def given() -> list[dict[str, str]]:
        async with running(app) as pilot:
            for _ in range(4):
                await press(pilot, "h")
            assert scene_of(app).shown.host == "hermes@0.22"
            return figures(app)

    less = drive(given())[2]
    first, second = (
        evaluated(Scenario(host=name, context=200_000)) for name in ("hermes", "hermes@0.22")
    )
    found = workbench.compared_with_first((first, second), Options().seed)[1]
    assert less["scenario"].strip() == "against the first"
    for one in found:
        star = "*" if one.outcome.p < 0.05 else ""
        assert less[one.metric] == f"{star}{one.outcome.difference:+.3f}"


def test_misses_are_listed_with_their_reason_and_the_winner() -> None:
    app = explorer()

    async def given() -> None:
        async with running(app) as pilot:
            assert missed(app) == [one.query.text for one in evaluated(SCENARIO).misses]
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


def test_what_was_evaluated_once_is_there_at_once_after_an_undo(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    app = explorer()
    scenarios: list[Scenario] = []
    evaluations = workbench.evaluations

    def counted(*words: Any) -> tuple[Evaluation, ...]:
        scenarios.extend(words[1])
        return evaluations(*words)

    monkeypatch.setattr(workbench, "evaluations", counted)

    async def given() -> None:
        async with running(app) as pilot:
            await press(pilot, "plus", "plus", "u", "u", "U")
            assert [one.context for one in scenarios] == [200_000, 400_000, 1_000_000]
            assert "400k" in figures(app)[1]["scenario"]

    drive(given())


def test_a_newer_question_stops_the_work_on_an_older_one(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    app = explorer()
    evaluations = workbench.evaluations
    began, may_go, ended = Event(), Event(), []

    def held(*words: Any) -> tuple[Evaluation, ...]:
        if words[1][0].context == 400_000:
            began.set()
            may_go.wait(10)
        found = evaluations(*words)
        ended.append(words[1][0].context)
        return found

    async def given() -> None:
        async with running(app) as pilot:
            monkeypatch.setattr(workbench, "evaluations", held)
            strike(app, "plus")
            while not began.is_set():
                await pilot.pause()
            assert "queries put to hermes" in head(app)
            strike(app, "plus")
            await pilot.pause()
            may_go.set()
            await settled(pilot)
            assert ended == [1_000_000], "the older one came as far as its first query"
            assert "1M" in figures(app)[1]["scenario"]

    drive(given())


def test_the_explorer_can_be_left_while_it_works(monkeypatch: pytest.MonkeyPatch) -> None:
    app = explorer()
    evaluations = workbench.evaluations
    began, may_go, ended = Event(), Event(), []

    def held(*words: Any) -> tuple[Evaluation, ...]:
        began.set()
        may_go.wait(10)
        found = evaluations(*words)
        ended.append(found)
        return found

    async def given() -> None:
        async with running(app) as pilot:
            monkeypatch.setattr(workbench, "evaluations", held)
            strike(app, "plus")
            while not began.is_set():
                await pilot.pause()
            strike(app, "q")
            await pilot.pause()
            may_go.set()

    drive(given())
    assert not ended


def test_a_host_without_a_search_is_said_to_be_one() -> None:
    app = explorer(Scenario(host="eager", context=200_000))

    async def given() -> None:
        async with running(app) as pilot:
            assert "eager has no search that is simulated" in head(app)
            (row,) = (one for one in figures(app) if one["queries_of"] == "all")
            assert row["recall@1"] == "-"
            await press(pilot, "enter")
            assert "no search" in app.screen.query_one("#outcome", LineBlock).text

    drive(given())


def test_pins_and_the_baseline() -> None:
    app = explorer()

    async def given() -> None:
        async with running(app) as pilot:
            await press(pilot, "plus", "c", "plus")
            assert [one.context for one in workspace_of(app).evaluated] == [
                200_000,
                400_000,
                1_000_000,
            ]
            await press(pilot, "b")
            assert "1M" in figures(app)[0]["scenario"]
            await press(pilot, "v", "home", "down", "x")
            contexts = [one.context for one in workspace_of(app).evaluated]
            assert contexts == [1_000_000, 400_000]

    drive(given())


def test_the_last_scenario_stays() -> None:
    app = explorer()

    async def given() -> None:
        async with running(app) as pilot:
            await press(pilot, "x")
            assert [one.context for one in workspace_of(app).evaluated] == [200_000]

    drive(given())


def test_every_note_of_eval_can_be_read() -> None:
    app = explorer()

    async def given() -> None:
        async with running(app) as pilot:
            await press(pilot, "w")
            assert isinstance(app.screen, TextSheet)
            assert "of the right tools" in app.screen.query_one(LinePane).text
            assert "phone/call" in app.screen.query_one(LinePane).text

    drive(given())


def test_in_a_small_terminal_the_misses_have_a_line_of_their_own() -> None:
    app = explorer()

    async def given() -> None:
        async with running(app, SMALL):
            line = app.screen.query_one("#misses-line", LineBlock)
            assert line.text.strip().startswith("3 misses of hermes")
            assert not app.screen.query_one("#cause").display

    drive(given())
