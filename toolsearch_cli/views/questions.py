"""`query --dry-run` as pages: how the tools are split into choice questions, and what each asks."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import TYPE_CHECKING

from toolsearch_cli.endpoints.numbered import question_body
from toolsearch_cli.views.grid import Column, Grid, Page, Row
from toolsearch_cli.views.numbers import counted

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from toolsearch_cli.endpoints.deciding import Question
    from toolsearch_cli.hosts.questions import QuestionPlan

COLUMNS = (
    Column(key="query", title="query", rank=2),
    Column(key="choice", title="choice", unit="count"),
    Column(key="tools", title="tools", unit="count"),
    Column(key="options", title="options", unit="count"),
    Column(key="first", title="first option", rank=1),
    Column(key="last", title="last option", rank=1),
    Column(key="chars", title="characters", unit="count"),
)


def question_page(host: str, plans: Sequence[QuestionPlan]) -> Page:
    """Return one page for all queries: the plan of each, then the body of each request."""
    first, *others = (page for plan in plans for page in _pages(host, plan))
    return replace(first, following=(*first.following, *others))


def question_rows(plans: Sequence[QuestionPlan]) -> Page:
    """Return the plans of all queries as one grid: a row a question."""
    rows = tuple(row for plan in plans for row in _rows(plan))
    return Page(grid=Grid(columns=COLUMNS, rows=rows))


def _pages(host: str, plan: QuestionPlan) -> Iterator[Page]:
    grid = Grid(columns=COLUMNS, rows=tuple(_rows(plan))).without("query")
    head = (f"“{plan.query}” · {host} · dry run: nothing is asked", _outcome(plan))
    yield Page(head=head, grid=grid if plan.questions else None, notes=tuple(_notes(plan)))
    for number, question in enumerate(plan.questions, start=1):
        body = question_body(plan.model, question)
        messages = body.pop("messages")
        said = messages[0] if isinstance(messages, list) else None
        content = said.get("content") if isinstance(said, dict) else None
        yield Page(
            head=(
                f"Choice {number} of {len(plan.questions)}: POST {plan.path}",
                f"{json.dumps(body, ensure_ascii=False)} and one user message:",
            ),
            body=content if isinstance(content, str) else "",
        )


def _outcome(plan: QuestionPlan) -> str:
    if not plan.questions:
        return "no tool to choose from: no question"
    sizes = " + ".join(f"{size:,}" for size in plan.sizes)
    tools = counted(plan.candidates, "tool")
    if not plan.has_final:
        return f"{tools} in one choice"
    return f"{tools} in {len(plan.sizes):,} choices sent together ({sizes}), then a final one"


def _notes(plan: QuestionPlan) -> Iterator[str]:
    if plan.has_final:
        yield (
            f"· The final choice asks the same of every tool that reaches {plan.least:g} in its "
            "own; where none does, it is not asked and nothing is returned."
        )


def _rows(plan: QuestionPlan) -> Iterator[Row]:
    for number, (size, question) in enumerate(
        zip(plan.sizes, plan.questions, strict=True), start=1
    ):
        options = question.options
        length = _length(plan.model, question)
        ends = (options[0].name, options[-1].name)
        yield Row((plan.query, number, size, len(options), *ends, length))


def _length(model: str, question: Question) -> int:
    """Return the characters of a request's body as compact JSON."""
    body = question_body(model, question)
    return len(json.dumps(body, ensure_ascii=False, separators=(",", ":")))
