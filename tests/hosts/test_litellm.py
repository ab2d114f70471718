"""LiteLLM: its recorded answers and its own search, through the host."""

from __future__ import annotations

from importlib.util import find_spec
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.hosts.asking import array_names, asked, found_of, names, published, server, shown, small
from tests.hosts.asking import tool as a_tool
from tests.search.real_programs import real_program
from tests.search.small_catalog import answers
from toolsearch_cli.errors import SettingsError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from tests.golden_cases import Case

LITELLM = """
import asyncio
os.environ["LITELLM_LOCAL_MODEL_COST_MAP"] = "True"
from litellm.proxy.mcp_server.tool_search import (
    coerce_top_k, get_virtual_tool_definitions, search_mcp_tools)
from litellm.proxy.mcp_server.utils import add_server_prefix_to_name
from litellm.types.mcp import MCPToolSearchSettings
from mcp.types import Tool

def answer(query, documents, asked, top_k, core):
    tools = [
        Tool(
            name=add_server_prefix_to_name(name, server),
            description=description,
            input_schema={"type": "object"},
        )
        for server, name, description in documents
    ]
    settings = MCPToolSearchSettings(top_k=top_k, core_tools=core)
    found = asyncio.run(search_mcp_tools(query, tools, coerce_top_k(asked), settings, None))
    return found, get_virtual_tool_definitions()
"""

words = st.sampled_from(["a", "issue", "ISSUE", "iss", "create_issue", "\u0130", "\u00df", "-"])
texts = st.lists(words, max_size=5).map(" ".join)
limits = st.sampled_from([None, 0, 1, 2, 3, 50, -1, -2, "2", "x", 2.9, True])
documents = st.lists(
    st.tuples(st.sampled_from(["s", "a b"]), texts.filter(bool), texts),
    max_size=8,
    unique_by=lambda document: document[:2],
)


@pytest.fixture(scope="module")
def litellm() -> Iterator[Callable[..., Any]]:
    if find_spec("litellm") is None:
        pytest.skip("litellm is not installed; it comes with the extra dev")
    with real_program(LITELLM) as ask:
        yield ask


@pytest.mark.parametrize("case", answers("litellm_keyword")["cases"])
def test_the_recorded_answers(case: Case) -> None:
    answer = asked("litellm", small(), case["query"])
    assert names(answer) == case["results"]
    assert [hit.score for hit in answer.rankings[0].hits] == [
        case["scores"][name] for name in case["results"]
    ]
    assert answer.rankings[0].found == len(case["scores"])


@given(documents, texts, limits, st.integers(1, 100), st.integers(0, 2))
@settings(deadline=None)
def test_litellm_itself_agrees(
    litellm: Callable[..., Any],
    rows: list[tuple[str, str, str]],
    query: str,
    asked_for: Any,
    top_k: int,
    kept: int,
) -> None:
    core = [f"{place.replace(' ', '_')}-{name}" for place, name, _ in rows[:kept]]
    found, bridge = litellm(query=query, documents=rows, asked=asked_for, top_k=top_k, core=core)
    places = list(dict.fromkeys(place for place, _, _ in rows))
    in_order = [row for place in places for row in rows if row[0] == place]
    if in_order != rows:  # a catalog holds the tools of a server together
        found, _ = litellm(query=query, documents=in_order, asked=asked_for, top_k=top_k, core=core)
    catalog = published(
        *(
            server(place, *(a_tool(name, said) for at, name, said in rows if at == place))
            for place in places
        )
    )
    # A setting is text with commas, or a list; a name may hold a comma only in the list.
    answer = asked("litellm", catalog, query, asked_for, top_k=top_k, core_tools=core)
    assert answer.result == found
    disclosure = shown("litellm", catalog)
    assert sorted(one["name"] for one in bridge) == sorted(array_names(disclosure))
    arguments = {one["name"]: one["inputSchema"] for one in bridge}
    for one in disclosure.bridge:
        schema, theirs = one["inputSchema"], arguments[one["name"]]
        assert isinstance(schema, dict)
        assert isinstance(schema["properties"], dict)
        assert schema["properties"].keys() == theirs["properties"].keys()
        assert schema["required"] == theirs["required"]


def test_the_smaller_of_call_and_setting_is_the_limit() -> None:
    for top_k, call, most in ((5, 2, 2), (2, 5, 2), (20, None, 5), (20, 20, 20), (5, "x", 5)):
        (ranking,) = asked("litellm", small(), "a", call, top_k=top_k).rankings
        assert ranking.limit == most
    answer = asked("litellm", small(), "a", top_k=20)
    assert any("cap" in remark for remark in answer.remarks)


@pytest.mark.parametrize("top_k", [0, 101])
def test_a_setting_out_of_range_is_refused(top_k: int) -> None:
    with pytest.raises(SettingsError, match="1 to 100"):
        shown("litellm", small(), top_k=top_k)


def test_core_tools_come_first_and_beside_the_limit() -> None:
    core = ["weather-current", "forge-create_issue", "nowhere-x"]
    catalog = small()
    answer = asked("litellm", catalog, "issue", 1, core_tools=core)
    result = answer.result
    assert isinstance(result, list)
    assert "forge-create_issue" not in names(answer)
    assert len(names(answer)) == 1
    assert any("nowhere-x" in remark for remark in answer.remarks)


def test_what_a_query_finds_is_what_finds_says() -> None:
    wanted = [one.name for one in shown("litellm", small()).definitions]
    for (query, name), found in found_of("litellm", small(), ["issue", "a"], wanted).items():
        assert found == (name in names(asked("litellm", small(), query)))


def test_names_and_their_separator() -> None:
    catalog = published(server("my server", a_tool("x-y")))
    assert [one.name for one in shown("litellm", catalog).definitions] == ["my_server-x-y"]
    other = shown("litellm", catalog, MCP_TOOL_PREFIX_SEPARATOR="__")
    assert [one.name for one in other.definitions] == ["my_server__x-y"]


def test_the_list_is_the_virtual_tools() -> None:
    disclosure = shown("litellm", small())
    assert array_names(disclosure) == [
        "mcp_tool_search",
        "agent_search",
        "skill_search",
        "mcp_tool_call",
    ]
    assert (len(disclosure.deferred), disclosure.readable) == (30, frozenset())
