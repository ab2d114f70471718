"""Docker's gateway: servers are ranked, and added whole."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given, settings

from tests import strategies
from tests.hosts.asking import (
    array_names,
    asked,
    codes,
    found_of,
    names,
    published,
    server,
    shown,
    small,
    tool,
)
from tests.search.small_catalog import answers
from toolsearch_cli.hosts.docker.facts import BRIDGE
from toolsearch_cli.hosts.registry import host_named
from toolsearch_cli.hosts.scenario import Scenario

if TYPE_CHECKING:
    from tests.golden_cases import Case
    from toolsearch_cli.catalog.model import Catalog


@pytest.mark.parametrize("case", answers("docker_mcp_find")["cases"])
def test_the_recorded_answers(case: Case) -> None:
    """Of a re-implementation; instructions stand for the description, and there are no titles."""
    (ranking,) = asked("docker", small(), case["query"]).rankings
    assert [hit.name for hit in ranking.hits] == [name for name, _ in case["servers"]]
    recorded = [score for _, score in case["servers"]]
    assert [hit.score for hit in ranking.hits] == pytest.approx(recorded, abs=1e-6)
    assert (ranking.ranks, ranking.documents) == ("server", 6)


def test_the_result_lists_servers_and_a_remark_what_adding_them_costs() -> None:
    answer = asked("docker", small(), "create issue", 1)
    (forge,) = [one for one in small().sources if one.name == "forge"]
    assert answer.result == {
        "prompt": "create issue",
        "total_matches": 1,
        "servers": [{"name": "forge", "description": forge.instructions, "long_lived": False}],
    }
    assert answer.sources == {name: name for name in (*names(answer), "calendar", "files")}
    (row,) = [one for one in shown("docker", small()).sources if one.source == "forge"]
    (remark,) = answer.remarks
    assert f"forge {row.tools} tools" in remark


def test_a_title_counts_three_times_and_an_entry_has_its_own_description() -> None:
    catalog = published(
        server("a", tool("x"), title="letters", description="parcels", instructions="stamps"),
        server("b", tool("letters letters"), description="and more words to be as long as"),
    )
    answer = asked("docker", catalog, "letters")
    assert names(answer)[0] == "a"
    assert names(asked("docker", catalog, "parcels")) == ["a"]
    assert not names(asked("docker", catalog, "stamps"))


def test_the_gateway_s_tools_and_no_others_are_listed() -> None:
    disclosure = shown("docker", small())
    assert array_names(disclosure) == [
        "mcp-find",
        "mcp-add",
        "mcp-remove",
        "code-mode",
        "mcp-exec",
        "mcp-config-set",
    ]
    assert (len(disclosure.deferred), disclosure.readable) == (30, frozenset())
    find = disclosure.bridge[0]["inputSchema"]
    assert isinstance(find, dict)
    assert isinstance(find["properties"], dict)
    assert (list(find["properties"]), find["required"]) == (["query", "limit"], ["query"])


def test_servers_that_are_added_send_their_tools_and_are_found_all_the_same() -> None:
    disclosure = shown("docker", small(), servers="for*")
    assert {small().sources[one.source].name for one in disclosure.eager} == {"forge"}
    assert "forge" in names(asked("docker", small(), "issue", servers="forge"))


@pytest.mark.parametrize(
    ("limit", "hits"), [(None, 10), (0, 10), (-3, 10), (2, 2), (11, 11), ("2", 10)]
)
def test_limits(limit: object, hits: int) -> None:
    catalog = published(*(server(f"s{at}", tool("t", "hello")) for at in range(12)))
    assert len(names(asked("docker", catalog, "hello", limit))) == hits


def test_names_stay_as_published_unless_servers_share_them() -> None:
    catalog = published(
        server("a", tool("one"), tool("get")), server("b", tool("get"), tool("mcp-add"))
    )
    disclosure = shown("docker", catalog)
    assert [one.name for one in disclosure.definitions] == [
        "a__get",
        "b__get",
        "b__mcp-add",
        "one",
    ]
    assert (disclosure.collisions, "shared-names" in codes(disclosure)) == ((), True)
    prefixed = shown("docker", catalog, **{"tool-name-prefix": True})
    assert [one.name for one in prefixed.definitions][:2] == ["a__get", "a__one"]
    assert "shared-names" not in codes(prefixed)


def test_sources_of_one_name_are_one_server() -> None:
    catalog = published(server("a", tool("x", "hello")), server("a", tool("y", "hello hello")))
    answer = asked("docker", catalog, "hello")
    assert (names(answer), answer.rankings[0].documents) == (["a"], 1)
    assert "a 2 tools" in answer.remarks[0]


def test_a_query_finds_a_tool_when_it_finds_its_server() -> None:
    wanted = [one.name for one in shown("docker", small()).definitions]
    host = host_named("docker")
    for (query, name), found in found_of("docker", small(), ["issue", "mail"], wanted).items():
        (one,) = [
            one for one in host.definitions(small(), Scenario(host="docker")) if one.name == name
        ]
        place = small().sources[one.source].name
        assert found == (place in names(asked("docker", small(), query)))


@given(strategies.shuffled(strategies.catalogs), strategies.queries)
@settings(max_examples=40, deadline=None)
def test_the_order_of_sources_and_tools_decides_no_score(both: list[Any], query: str) -> None:
    first, second = (_ranked(catalog, query) for catalog in both)
    assert first == pytest.approx(second)


def _ranked(catalog: Catalog, query: str) -> dict[str, float]:
    return {hit.name: hit.score for hit in asked("docker", catalog, query, 99).rankings[0].hits}


def test_the_bridge_is_what_the_facts_name() -> None:
    assert host_named("docker").bridge_names == set(BRIDGE)
