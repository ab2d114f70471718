"""What each host's ways are made of: its own disclosure, its facts, its own answers."""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from typing import TYPE_CHECKING

import pytest

from tests import catalogs
from tests.hosts.asking import published, server, tool
from toolsearch_cli.analysis.across_hosts import outlook
from toolsearch_cli.analysis.cost import Session
from toolsearch_cli.analysis.cost_ways import HostWays, host_cost, host_ways
from toolsearch_cli.catalog.loading import LoadOptions, load
from toolsearch_cli.hosts.names import HOST_NAMES
from toolsearch_cli.hosts.registry import host_named
from toolsearch_cli.hosts.scenario import Scenario
from toolsearch_cli.tokens.chars4 import chars, estimate

if TYPE_CHECKING:
    from toolsearch_cli.catalog.model import Catalog

SMALL = catalogs.catalog(*catalogs.TRACKERS)


@cache
def everyday() -> Catalog:
    return load(("sample:everyday",), LoadOptions()).catalog


def ways_of(host: str, catalog: Catalog | None = None, **settings: object) -> HostWays:
    scenario = Scenario(host=host, context=200_000, config=settings)
    return host_ways(host_named(host), catalog or everyday(), scenario)


@pytest.mark.parametrize("host", HOST_NAMES)
def test_a_way_costs_a_turn_what_the_host_says(host: str) -> None:
    found = ways_of(host)
    seen = outlook(host_named(host), everyday(), Scenario(host=host, context=200_000, config={}))
    assert (found.named, found.found) == (seen.by_name, seen.by_search)
    eager, as_it_is, *_ = found.ways
    assert (eager.fixed, as_it_is.fixed) == (seen.all_tokens, seen.tokens)
    assert eager.deferred == 0
    assert as_it_is.deferred == found.named + found.found


@pytest.mark.parametrize("host", HOST_NAMES)
def test_steps_are_those_of_the_facts_the_call_itself_apart(host: str) -> None:
    found, facts = ways_of(host), host_named(host).facts
    way = found.ways[1]
    if found.found and not found.named:
        assert way.steps == len(facts.found_steps) - 1
        assert way.searches == 1
    if found.named and not found.found:
        assert way.steps == len(facts.named_steps) - 1
        assert way.searches == 0
    if not way.deferred:
        assert {way.steps, way.searches, way.result_tokens} == {0}


def test_hermes_answers_are_its_own_and_measured() -> None:
    found = ways_of("hermes", SMALL)
    host, scenario = host_named("hermes"), Scenario(host="hermes", context=200_000, config={})
    names = [one.name for one in found.shown.deferred]
    described = [estimate(chars(host.describe_call(SMALL, scenario, [name]))) for name in names]
    assert found.answers.named is not None
    assert found.answers.named.mean == Fraction(sum(described), len(described))
    assert found.answers.named.sample == len(names)
    searched = [
        estimate(chars(host.search(SMALL, scenario, [one.tool.name.replace("_", " ")]).result))
        for one in found.shown.deferred
    ]
    assert found.answers.search is not None
    assert found.answers.search.mean == Fraction(sum(searched), len(searched))
    assert found.answers.found is not None
    assert found.answers.found.mean == found.answers.named.mean + found.answers.search.mean


def test_bare_is_the_listing_off_and_there_only_where_one_is_on() -> None:
    bare = ways_of("hermes").ways[2]
    off = ways_of("hermes", listing="off")
    assert [way.name for way in off.ways] == ["eager", "host"]
    assert (bare.fixed, bare.steps, bare.result_tokens) == (
        off.ways[1].fixed,
        off.ways[1].steps,
        off.ways[1].result_tokens,
    )
    for host in ("hermes@0.19", "codex", "arion", "eager"):
        assert len(ways_of(host).ways) == 2, host


def test_a_listing_of_names_and_summaries_mixes_the_steps() -> None:
    crowded = load(("sample:demo",), LoadOptions()).catalog
    found = ways_of("hermes", crowded)
    share = Fraction(found.named, found.named + found.found)
    assert 0 < share < 1
    assert found.ways[1].steps == share * 1 + (1 - share) * 2
    assert found.ways[1].searches == 1 - share


def test_an_edit_shows_in_the_array_of_hermes_but_not_behind_a_bridge_that_names_nothing() -> None:
    assert [way.edits_break for way in ways_of("hermes").ways] == [True, True, True]
    assert ways_of("claude-code").ways[1].edits_break
    assert not ways_of("fastmcp").ways[1].edits_break
    assert not ways_of("anthropic").ways[1].edits_break


def test_a_search_that_is_followed_by_the_call_loads_the_schemas_of_its_hits() -> None:
    """Claude Code's answer holds references only: the API puts the schemas in their place."""
    found = ways_of("anthropic", SMALL)
    assert found.answers.search is not None
    smallest = min(one.tokens for one in found.shown.deferred)
    assert found.answers.search.mean > smallest


def test_a_search_for_servers_is_followed_by_all_tools_of_one() -> None:
    many = [tool(f"read_{at}", "Read a page of the wiki.") for at in range(12)]
    found = ways_of("docker", published(server("wiki", *many)))
    assert found.answers.loads_source
    assert found.answers.search is not None
    assert found.answers.found is not None
    whole = estimate(sum(one.chars for one in found.shown.deferred))
    assert found.answers.found.mean == found.answers.search.mean + whole


def test_a_source_is_loaded_whole_only_where_servers_are_ranked_or_nothing_is() -> None:
    assert {host for host in HOST_NAMES if ways_of(host).answers.loads_source} == {
        "docker",
        "openai",
    }


def test_more_cold_tools_than_there_are_cost_no_more() -> None:
    found = ways_of("hermes", SMALL)
    tools = len(found.shown.deferred)
    all_of_them = host_cost(found, Session(tools_used=tools), None)
    assert host_cost(found, Session(tools_used=tools + 50), None).spent == all_of_them.spent


def test_where_nothing_is_deferred_there_is_no_break_even() -> None:
    priced = host_cost(ways_of("eager"), Session(), None)
    assert priced.break_evens == ()
    assert priced.spent[0] == priced.spent[1]


def test_no_tools_at_all_cost_the_prompt_alone() -> None:
    for host in HOST_NAMES:
        priced = host_cost(ways_of(host, published()), Session(turns=2, prompt=100), None)
        assert priced.spent[0].tokens == 200, host
