"""Labels as tools: what a grade counts for, and what a label was nearly."""

from __future__ import annotations

import pytest

from tests.catalogs import catalog, source, tool
from toolsearch_cli.analysis.evaluation.query_sets import Expected, LabelledQuery
from toolsearch_cli.analysis.evaluation.running import Options, evaluate
from toolsearch_cli.errors import InputError
from toolsearch_cli.hosts.registry import host_named
from toolsearch_cli.hosts.scenario import Scenario

CATALOG = catalog(
    source("github", tool("create_issue", "Open one."), tool("get_issue", "Read one."))
)


def grades(*expected: Expected) -> dict[str, float]:
    query = LabelledQuery(text="issue", expected=expected)
    scenario = Scenario(host="hermes", context=200_000)
    found = evaluate(host_named("hermes"), CATALOG, scenario, [query], Options())
    return {target.address: target.grade for target in found.answers[0].targets}


@pytest.mark.parametrize("turned", [False, True])
def test_of_two_labels_for_one_tool_the_graded_one_counts(*, turned: bool) -> None:
    pair = (Expected("create_issue"), Expected("github/create_issue", 0.5))
    assert grades(*(reversed(pair) if turned else pair)) == {"github/create_issue": 0.5}


def test_of_two_grades_for_one_tool_the_higher_counts() -> None:
    assert grades(Expected("create_issue", 0.5), Expected("github/create_issue", 2.0)) == {
        "github/create_issue": 2.0
    }


def test_a_tool_that_is_graded_zero_under_another_name_is_no_right_answer() -> None:
    found = grades(Expected("create_issue"), Expected("get_issue"), Expected("github/get_issue", 0))
    assert found == {"github/create_issue": 1.0}


def test_a_query_whose_tools_are_all_graded_zero_is_refused() -> None:
    with pytest.raises(InputError, match="'issue' expects no tool: github/get_issue is graded 0"):
        grades(Expected("get_issue"), Expected("github/get_issue", 0))


@pytest.mark.parametrize(
    ("label", "near"),
    [
        ("GITHUB/create_issue", "github/create_issue"),
        ("github/create-issue", "github/create_issue"),
        ("createIssue", "github/create_issue"),
        ("github/close_issue", None),
    ],
)
def test_a_label_that_is_spelled_otherwise_is_told_how(label: str, near: str | None) -> None:
    query = LabelledQuery(text="issue", expected=(Expected(label), Expected("get_issue")))
    scenario = Scenario(host="hermes", context=200_000)
    (problem,) = evaluate(host_named("hermes"), CATALOG, scenario, [query], Options()).problems
    assert (problem.label, problem.near) == (label, near)
