"""Eval: the figures are those of `eval`, and they are made beside the keys."""

from __future__ import annotations

from threading import Event
from typing import TYPE_CHECKING, Any

from tests.tui.driving import (
    drive,
    press,
    running,
    scene_of,
    settled,
    strike,
    workspace_of,
)
from tests.tui.evaluating import OFFICE, QUERIES, explorer, figures, head
from toolsearch_cli import workbench
from toolsearch_cli.analysis.evaluation.running import Options
from toolsearch_cli.hosts.scenario import Scenario
from toolsearch_cli.tui.screens.text_sheet import TextSheet
from toolsearch_cli.tui.widgets.line_block import LineBlock
from toolsearch_cli.tui.widgets.line_pane import LinePane

if TYPE_CHECKING:
    import pytest

    from toolsearch_cli.analysis.evaluation.running import Evaluation


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
            assert row.get("recall@1", "-") == "-"
            assert row["reachable"] == "0.750"
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
