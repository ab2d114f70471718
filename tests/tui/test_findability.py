"""Findability among the tools: the figures of `findability`, and what sets a tool apart."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tests.catalogs import catalog, source, tool
from tests.tui.driving import SCENARIO, drive, explorer_of, press, running, scene_of
from toolsearch_cli import workbench
from toolsearch_cli.hosts.scenario import Scenario
from toolsearch_cli.tui.widgets.grid_table import GridTable
from toolsearch_cli.tui.widgets.line_block import LineBlock
from toolsearch_cli.tui.widgets.line_pane import LinePane

if TYPE_CHECKING:
    import pytest

    from toolsearch_cli.analysis.findability import Findabilities
    from toolsearch_cli.tui.app import Explorer

OFFICE = catalog(
    source("files", tool("read", "Read a file."), tool("read_all", "Read a file, or many files.")),
    source("mail", tool("send", "Send a mail to somebody."), tool("read", "Read a mail.")),
)


def explorer(scenario: Scenario = SCENARIO) -> Explorer:
    return explorer_of(OFFICE, screen="tools", scenario=scenario)


def found(app: Explorer) -> list[tuple[str, str]]:
    """Return name and score of each row."""
    table = app.screen.query_one("#tree", GridTable)
    at = table.data.grid.index("score")
    return [(row[0].strip(" ▾▸"), row[at]) for row in table.shape.rows]


def measuring(app: Explorer) -> str:
    line = app.screen.query_one("#measuring", LineBlock)
    return line.text if line.display else ""


def test_the_column_has_the_scores_of_findability() -> None:
    app = explorer()

    async def given() -> list[tuple[str, str]]:
        async with running(app) as pilot:
            await press(pilot, "enter", "f")
            return found(app)

    measured = workbench.findability(OFFICE, SCENARIO)
    means = measured.by_source()
    files = [(one.tool, f"{one.score:.3f}") for one in measured.tools if one.source == "files"]
    rows = drive(given())
    assert rows == [("files", f"{means[0]:.3f}"), *sorted(files), ("mail", f"{means[1]:.3f}")]


def test_nothing_is_measured_before_it_is_asked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    app = explorer()
    asked: list[Scenario] = []
    findability = workbench.findability

    def counted(*words: Any) -> Findabilities:
        asked.append(words[1])
        return findability(*words)

    monkeypatch.setattr(workbench, "findability", counted)

    async def given() -> None:
        async with running(app) as pilot:
            await press(pilot, "enter", "down")
            assert asked == []
            await press(pilot, "f", "f", "f", "plus", "u")
            assert [one.context for one in asked] == [200_000, 400_000]

    drive(given())


def test_the_hardest_to_find_come_first() -> None:
    app = explorer()

    async def given() -> None:
        async with running(app) as pilot:
            await press(pilot, "comma")
            measured = workbench.findability(OFFICE, SCENARIO).tools
            hardest = sorted(measured, key=lambda one: (one.score, one.source, one.tool))
            assert found(app) == [
                (f"{one.source}/{one.tool}", f"{one.score:.3f}") for one in hardest
            ]
            await press(pilot, "slash", *"send", "enter")
            assert [name for name, _ in found(app)] == ["mail/send"]
            await press(pilot, "escape", "y")
            assert app.clipboard.startswith("toolsearch findability -c given.json")
            await press(pilot, "comma")
            assert found(app)[0][0] == "files"

    drive(given())


def test_the_detail_names_the_rival_and_what_sets_the_tool_apart() -> None:
    app = explorer()

    async def given() -> str:
        async with running(app) as pilot:
            await press(pilot, "enter", "down", "f")
            return app.screen.query_one("#detail", LinePane).text

    text = drive(given())
    one = next(one for one in workbench.findability(OFFICE, SCENARIO).tools if one.tool == "read")
    assert f"findability {one.score:.3f}" in text
    for probe in one.probes:
        assert f"rank {probe.rank}" in text
    assert one.rival is not None
    assert one.rival.name in text
    assert ", ".join(one.rival.shared) in text


def test_a_host_that_searches_nothing_is_said_to() -> None:
    app = explorer(Scenario(host="eager", context=200_000))

    async def given() -> None:
        async with running(app) as pilot:
            await press(pilot, "f")
            assert "nothing was measured: eager" in measuring(app)
            await press(pilot, "h")
            assert scene_of(app).shown.host == "hermes"
            assert measuring(app) == ""
            assert found(app)

    drive(given())
