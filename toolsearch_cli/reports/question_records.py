"""The JSON record of `query --dry-run`: the questions of a host, as they would go out."""

from __future__ import annotations

from typing import TYPE_CHECKING

from toolsearch_cli.endpoints.numbered import question_body

if TYPE_CHECKING:
    from collections.abc import Sequence

    from toolsearch_cli.hosts.questions import QuestionPlan
    from toolsearch_cli.reports.records import Record


def question_record(host: str, plans: Sequence[QuestionPlan]) -> Record:
    """Return `questions/1`.

    `{"host", "plans": [PLAN, ...]}`, one PLAN for each query: `{"query", "role", "model", "path",
    "question", "candidates", "sizes", "final", "min_probability", "bodies"}`. `sizes` says how many
    tools each question of the first round holds, `bodies` is what would be sent for each, `final`
    whether another question follows, among the tools that reach `min_probability`.
    """
    return {"host": host, "plans": [_plan_record(plan) for plan in plans]}


def _plan_record(plan: QuestionPlan) -> Record:
    return {
        "query": plan.query,
        "role": plan.role,
        "model": plan.model,
        "path": plan.path,
        "question": plan.text,
        "candidates": plan.candidates,
        "sizes": list(plan.sizes),
        "final": plan.has_final,
        "min_probability": plan.least,
        "bodies": [question_body(plan.model, one) for one in plan.questions],
    }
