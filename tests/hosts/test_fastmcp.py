"""FastMCP: its recorded answers and its own searches, through the host."""

from __future__ import annotations

from importlib.util import find_spec
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.hosts.asking import (
    array_names,
    asked,
    found_of,
    names,
    published,
    server,
    shown,
    small,
    tool,
)
from tests.search.real_programs import real_program
from tests.search.small_catalog import answers
from toolsearch_cli.hosts.fastmcp import searched_text

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from tests.golden_cases import Case

RECORDED = answers("fastmcp_bm25_regex")

FASTMCP = """
import asyncio
from fastmcp.server.transforms.search.bm25 import BM25SearchTransform
from fastmcp.server.transforms.search.regex import RegexSearchTransform
from fastmcp.tools.base import Tool

def answer(search, query, documents, limit, pinned):
    tools = [
        Tool(name=name, description=description, parameters={"properties": parameters})
        for name, description, parameters in documents
    ]
    transform = {"bm25": BM25SearchTransform, "regex": RegexSearchTransform}[search](
        max_results=limit, always_visible=pinned
    )
    async def both():
        hidden = [tool for tool in tools if tool.name not in pinned]
        found = await transform._search(hidden, query)
        listed = await transform.transform_tools(tools)
        return [tool.name for tool in found], [tool.to_mcp_tool().model_dump(
            mode="json", by_alias=True, exclude_none=True) for tool in listed]
    return asyncio.run(both())
"""

words = st.sampled_from(["list", "create_issue", "Issue", "a", "of", "\ufb01le", "\u00df", "42"])
texts = st.lists(words, max_size=5).map(" ".join)
documents = st.lists(
    st.tuples(
        texts.filter(bool),
        texts,
        st.dictionaries(
            texts, st.fixed_dictionaries({}, optional={"description": texts}), max_size=2
        ),
    ),
    max_size=9,
    unique_by=lambda document: document[0],
)
patterns = st.one_of(texts, st.sampled_from(["^l", "i.s", "(", "a|42", "(?=a)", "", r"\bof\b"]))


@pytest.fixture(scope="module")
def fastmcp() -> Iterator[Callable[..., Any]]:
    if find_spec("fastmcp") is None:
        pytest.skip("fastmcp is not installed; it comes with the extra dev")
    with real_program(FASTMCP) as ask:
        yield ask


@pytest.mark.parametrize("case", RECORDED["bm25"])
def test_the_recorded_searches_by_words(case: Case) -> None:
    assert names(asked("fastmcp", small(), case["query"])) == case["top5"]
    everything = asked("fastmcp", small(), case["query"], max_results=100)
    assert names(everything) == case["all"]


@pytest.mark.parametrize("case", RECORDED["regex"])
def test_the_recorded_searches_by_pattern(case: Case) -> None:
    assert names(asked("fastmcp", small(), case["pattern"], search="regex")) == case["top5"]


@pytest.mark.parametrize("case", answers("fastmcp_k1_b")["cases"])
def test_the_orders_that_pin_k1_and_b(case: Case) -> None:
    catalog = published(*answers("codex_k1_b")["catalog"]["servers"])
    assert names(asked("fastmcp", catalog, case["query"], max_results=100)) == case["observed"]


def test_the_texts_that_are_searched() -> None:
    texts = {one.name: searched_text(one) for one in shown("fastmcp", small()).definitions}
    assert texts == RECORDED["search_text"]


def test_the_list_and_the_arguments_of_its_tools() -> None:
    disclosure = shown("fastmcp", small())
    assert array_names(disclosure) == RECORDED["list_tools"]
    assert len(disclosure.deferred) == 30
    for ours, theirs in zip(disclosure.bridge, RECORDED["search_tool_schema"], strict=True):
        assert _without_words(ours["inputSchema"]) == _without_words(theirs)
    by_pattern = shown("fastmcp", small(), search="regex").bridge[0]["inputSchema"]
    assert isinstance(by_pattern, dict)
    assert by_pattern["required"] == ["pattern"]


def _without_words(schema: Any) -> Any:
    if isinstance(schema, dict):
        return {key: _without_words(one) for key, one in schema.items() if key != "description"}
    return schema


@given(
    st.sampled_from(["bm25", "regex"]), documents, patterns, st.integers(1, 9), st.integers(0, 2)
)
@settings(deadline=None)
def test_fastmcp_itself_agrees(
    fastmcp: Callable[..., Any],
    search: str,
    rows: list[tuple[str, str, Any]],
    query: str,
    limit: int,
    kept: int,
) -> None:
    pinned = [name for name, _, _ in rows[:kept]]
    found, listed = fastmcp(search=search, query=query, documents=rows, limit=limit, pinned=pinned)
    catalog = published(
        server(
            "s",
            *(
                {"name": name, "description": said, "inputSchema": {"properties": parameters}}
                for name, said, parameters in rows
            ),
        )
    )
    given_settings = {"search": search, "max_results": limit, "always_visible": pinned}
    assert names(asked("fastmcp", catalog, query, **given_settings)) == found
    disclosure = shown("fastmcp", catalog, **given_settings)
    assert array_names(disclosure) == [one["name"] for one in listed]


def test_what_is_pinned_is_listed_and_not_searched() -> None:
    catalog = published(server("a", tool("one", "hello"), tool("two", "hello")))
    disclosure = shown("fastmcp", catalog, always_visible=["t*"])
    assert array_names(disclosure) == ["two", "search_tools", "call_tool"]
    answer = asked("fastmcp", catalog, "hello", always_visible="a/two")
    assert (names(answer), answer.rankings[0].documents) == (["one"], 1)


def test_equal_scores_stay_as_published() -> None:
    catalog = published(server("b", tool("zz", "hello"), tool("aa", "hello")))
    assert names(asked("fastmcp", catalog, "hello")) == ["zz", "aa"]


def test_the_call_has_no_limit() -> None:
    assert len(names(asked("fastmcp", small(), "issue repository create", 1))) == 5


def test_results_are_what_a_list_would_hold() -> None:
    published_tool = tool("one", "hello", title="One", outputSchema={"type": "object"})
    answer = asked("fastmcp", published(server("a", published_tool)), "hello")
    assert answer.result == [published_tool]


def test_patterns_that_are_refused_find_nothing_and_say_so() -> None:
    for pattern, code in (("(", "invalid_pattern"), ("a" * 1_001, "pattern_too_long")):
        (ranking,) = asked("fastmcp", small(), pattern, search="regex").rankings
        assert (ranking.hits, ranking.refusal) == ((), code)


def test_what_a_query_finds_is_what_finds_says() -> None:
    wanted = [one.name for one in shown("fastmcp", small()).definitions]
    for (query, name), found in found_of("fastmcp", small(), ["issue", "event"], wanted).items():
        assert found == (name in names(asked("fastmcp", small(), query)))
