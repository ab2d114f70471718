"""Answers of `query` and `describe`, ready for the console; the prompt gives the same ones."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from toolsearch_cli.analysis.searching import SearchCall
    from toolsearch_cli.catalog.model import Catalog
    from toolsearch_cli.cli.choices import OutputFormat
    from toolsearch_cli.cli.console import Console
    from toolsearch_cli.hosts.protocol import Description
    from toolsearch_cli.hosts.questions import QuestionPlan
    from toolsearch_cli.hosts.scenario import Scenario
    from toolsearch_cli.reports.records import Record
    from toolsearch_cli.views.grid import Page


class Answer(NamedTuple):
    """A page, and the record behind it."""

    page: Page
    kind: str
    record: Callable[[], Record]

    def write(self, console: Console) -> None:
        """Write it in the format that the console was asked for."""
        console.page(self.page, self.kind, self.record)


def search_answer(
    calls: Sequence[SearchCall],
    output: OutputFormat,
    *,
    explain: bool = False,
    next_steps: tuple[str, ...] = (),
) -> Answer:
    """Return the answer of one or more calls of the search tool."""
    from toolsearch_cli.reports.search_records import query_record
    from toolsearch_cli.views.query import query_page, query_rows

    if output.rows_only:
        page = query_rows(calls, explain=explain)
    else:
        page = query_page(calls, explain=explain, next_steps=next_steps)
    return Answer(page, "query/1", lambda: query_record(calls))


def question_answer(host: str, plans: Sequence[QuestionPlan], output: OutputFormat) -> Answer:
    """Return the questions that a host would ask a decision model."""
    from toolsearch_cli.reports.question_records import question_record
    from toolsearch_cli.views.questions import question_page, question_rows

    page = question_rows(plans) if output.rows_only else question_page(host, plans)
    return Answer(page, "questions/1", lambda: question_record(host, plans))


def describe_answer(
    catalog: Catalog,
    scenario: Scenario,
    found: Sequence[Description],
    output: OutputFormat,
    exact: Sequence[int | None] = (),
) -> Answer:
    """Return the answer about one or more tools."""
    from toolsearch_cli.reports.search_records import describe_record
    from toolsearch_cli.views.describe import describe_page, rival_rows

    rows_only = output.rows_only
    page = rival_rows(found) if rows_only else describe_page(catalog, scenario, found, exact)
    return Answer(page, "describe/1", lambda: describe_record(catalog, scenario, found, exact))
