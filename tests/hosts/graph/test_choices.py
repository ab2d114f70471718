"""How many tools go into which choice, and what each one asks."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.catalogs import catalog, source, tool
from tests.hosts.graph.asking import numbered, scenario, shown
from toolsearch_cli.endpoints.numbered import question_body
from toolsearch_cli.hosts.graph.choices import chunks
from toolsearch_cli.hosts.graph.host import GraphHost
from toolsearch_cli.hosts.questions import Questioning


@pytest.mark.parametrize(
    ("tools", "size", "sizes"),
    [
        (250, 250, [250]),
        (251, 250, [126, 125]),
        (501, 250, [167, 167, 167]),
        (1001, 250, [201, 201, 201, 201, 197]),
        (21, 4, [4, 4, 4, 4, 4, 1]),
        (5, 0, [2, 2, 1]),
        (5, 1, [2, 2, 1]),
        (5, 2, [2, 2, 1]),
        (255, 255, [255]),
        (255, 254, [128, 127]),
        (256, 300, [128, 128]),
        (1, 250, [1]),
        (0, 250, []),
    ],
)
def test_the_chunk_plan(tools: int, size: int, sizes: list[int]) -> None:
    assert [len(one) for one in chunks(range(tools), size)] == sizes


@given(st.integers(1, 600), st.integers(2, 255))
def test_as_few_chunks_as_fit_in_the_order_of_the_catalog(tools: int, size: int) -> None:
    parts = chunks(range(tools), size)
    assert [one for part in parts for one in part] == list(range(tools))
    assert max(map(len, parts)) <= size
    assert len(parts) <= -(-tools // size)


def test_a_question_is_the_plan_s_then_the_task() -> None:
    host = GraphHost()
    assert isinstance(host, Questioning)
    tools = catalog(
        source("b", tool("two", "head — Second tool. More."), tool("none")),
        source("a", tool("one", "First\ntool")),
    )
    plan = host.questions(tools, scenario(), "  review a pull request\n")
    assert plan.text == (
        "What tool would best accomplish the following task?\n\nreview a pull request"
    )
    (question,) = plan.questions
    assert question.options == (
        ("a__one", "First"),
        ("b__none", ""),
        ("b__two", "Second tool."),
        ("no_tool", "No tool in this list fits the task."),
    )
    assert plan.sizes == (3,)
    assert not plan.has_final
    body = question_body(plan.model, question)
    assert body["model"] == "decider"


def test_chunks_follow_the_catalog_and_the_options_their_names() -> None:
    tools = catalog(source("z", tool("b"), tool("a")), source("a", tool("c")))
    plan = GraphHost().questions(tools, scenario({"chunk_size": 2}), "x")
    listed = [[option.name for option in one.options] for one in plan.questions]
    assert listed == [["no_tool", "z__a", "z__b"], ["a__c", "no_tool"]]
    assert plan.has_final


def test_a_tool_called_no_tool_is_not_an_option_of_its_own() -> None:
    tools = catalog(source("mine", tool("no_tool", "Do nothing"), tool("b"), kind="plugin"))
    (question,) = GraphHost().questions(tools, scenario(), "x").questions
    assert question.options == (("b", ""), ("no_tool", "No tool in this list fits the task."))


@pytest.mark.parametrize(("given", "used"), [(1, 2), (0, 2), (2, 2), (255, 255), (256, 255)])
def test_a_chunk_holds_1_to_255_tools(given: int, used: int) -> None:
    asked = scenario({"chunk_size": given})
    assert GraphHost().settings_used(asked)["chunk_size"] == used
    assert bool(GraphHost().setting_notes(asked)) is (given != used)
    assert max(GraphHost().questions(numbered(255), asked, "x").sizes) == used


def test_newer_code_is_told_of_where_it_differs() -> None:
    codes = {
        size: {n.code for n in shown(numbered(3), chunk_size=size).notes} for size in (254, 255)
    }
    assert "chunk-size" in codes[255]
    assert "chunk-size" not in codes[254]
