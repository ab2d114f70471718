"""A small office with labelled queries, and what the screen Eval shows of it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tests.catalogs import catalog, source, tool
from tests.tui.driving import SCENARIO, explorer_of
from toolsearch_cli.analysis.evaluation.query_sets import Expected, LabelledQuery
from toolsearch_cli.tui.opening import QuerySource
from toolsearch_cli.tui.screens.evaluation import EvaluationScreen
from toolsearch_cli.tui.widgets.evaluation_head import EvaluationHead
from toolsearch_cli.tui.widgets.grid_table import GridTable
from toolsearch_cli.tui.workspace import QuerySet

if TYPE_CHECKING:
    from toolsearch_cli.hosts.scenario import Scenario
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
