"""`finds` says what `search` would return, without ranking: the same answer for every release."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.catalogs import catalog, source, tool
from toolsearch_cli.catalog.loading import load
from toolsearch_cli.hosts.names import HOST_NAMES
from toolsearch_cli.hosts.registry import host_named
from toolsearch_cli.hosts.scenario import Scenario

WORDS = ("list", "lists", "open", "issue", "issues", "repo", "a", "the", "zz")
NAMES = st.lists(st.sampled_from(WORDS), min_size=1, max_size=3).map("_".join)
TEXTS = st.lists(st.sampled_from(WORDS), max_size=6).map(" ".join)
TOOLS = st.lists(st.tuples(NAMES, TEXTS), min_size=1, max_size=14, unique_by=lambda one: one[0])


SEARCHING = [name for name in HOST_NAMES if host_named(name).searches(Scenario(host=name))]


@pytest.mark.parametrize("host_name", SEARCHING)
@given(tools=TOOLS, queries=st.lists(TEXTS | NAMES, min_size=1, max_size=3))
@settings(max_examples=60, deadline=None)
def test_a_query_finds_what_a_search_returns(
    host_name: str, tools: list[tuple[str, str]], queries: list[str]
) -> None:
    """Small catalogs of few words: ties, gates, floors and cuts all come up."""
    host, scenario = host_named(host_name), Scenario(host=host_name, context=200_000)
    given_ = catalog(source("srv", *(tool(name, text) for name, text in tools)))
    names = [one.name for one in host.definitions(given_, scenario)]
    queries = [*queries, names[0], names[-1].upper()]
    wanted = [(query, name) for query in queries for name in names]
    returned = {}
    for query in queries:
        rankings = host.search(given_, scenario, [query]).rankings
        returned[query] = {hit.name for ranking in rankings for hit in ranking.hits}
        if "srv" in returned[query] and rankings[0].ranks == "server":
            returned[query] = set(names)  # all that the server has
    expected = tuple(name in returned[query] for query, name in wanted)
    assert host.finds(given_, scenario, wanted) == expected


@pytest.mark.parametrize("host_name", ["hermes@0.19", "hermes", "hermes@0.22"])
def test_names_and_sentences_of_real_tools(host_name: str) -> None:
    host, scenario = host_named(host_name), Scenario(host=host_name, context=200_000)
    real = load(["sample:everyday"]).catalog
    wanted = [
        (query, one.name)
        for one in host.definitions(real, scenario)
        for query in (one.tool.name, str(one.tool.description).partition(".")[0])
    ]
    expected = []
    for query, name in wanted:
        rankings = host.search(real, scenario, [query]).rankings
        expected.append(any(hit.name == name for one in rankings for hit in one.hits))
    assert host.finds(real, scenario, wanted) == tuple(expected)
    assert True in expected


def test_a_tool_that_is_not_deferred_is_never_found() -> None:
    host, scenario = host_named("hermes"), Scenario(context=200_000)
    given_ = catalog(source("core", tool("terminal", "Run"), kind="core"), source("a", tool("b")))
    assert host.finds(given_, scenario, [("terminal", "terminal"), ("b", "mcp__a__b")]) == (
        False,
        True,
    )


@pytest.mark.parametrize(
    ("text", "sees"), [("log", True), ("7", True), ("", False), ("日志", False), ("!?", False)]
)
def test_a_word_is_a_run_of_ascii_letters_and_digits(text: str, *, sees: bool) -> None:
    assert host_named("hermes").sees_words(text) is sees
