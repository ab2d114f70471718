"""Laws that hold for every host there is: a new one is held to them by being registered."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests import strategies
from tests.catalogs import catalog, source, tool
from toolsearch_cli.hosts.names import HOST_NAMES
from toolsearch_cli.hosts.registry import host_named
from toolsearch_cli.hosts.scenario import Scenario, Scope

if TYPE_CHECKING:
    from toolsearch_cli.catalog.model import Catalog
    from toolsearch_cli.hosts.disclosure import Disclosure

TESTS = Path(__file__).parents[1]
CONTEXTS = st.sampled_from((None, 8_000, 200_000))
CATALOGS = strategies.catalogs(strategies.maybe_odd())


def shown(host: str, catalog: Catalog, context: int | None = None) -> Disclosure:
    return host_named(host).disclose(catalog, Scenario(host=host, context=context))


@pytest.mark.parametrize("host", HOST_NAMES)
@given(catalog=CATALOGS, context=CONTEXTS)
@settings(max_examples=25, deadline=None)
def test_every_tool_that_a_host_knows_is_sent_held_back_or_refused(
    host: str, catalog: Catalog, context: int | None
) -> None:
    answer = shown(host, catalog, context)
    known = {one.name for one in answer.definitions}
    sent = {one.name for one in answer.eager}
    held = {one.name for one in answer.deferred} if answer.activated else set()
    lost = {one.name for one in answer.refusals if one.unreachable}
    lost |= host_named(host).bridge_names
    assert not sent & held
    assert known - lost <= sent | held
    assert answer.readable <= held


@pytest.mark.parametrize("host", HOST_NAMES)
@given(catalog=CATALOGS, context=CONTEXTS)
@settings(max_examples=25, deadline=None)
def test_the_rows_are_the_sources_and_the_payment_is_their_sum(
    host: str, catalog: Catalog, context: int | None
) -> None:
    answer = shown(host, catalog, context)
    assert sorted(row.position for row in answer.sources) == list(range(len(catalog.sources)))
    assert sum(row.tools for row in answer.sources) == len(answer.definitions)
    assert sum(row.published for row in answer.sources) == catalog.tool_count
    paid = answer.payment
    assert paid.total == paid.eager + paid.bridge + paid.framing + paid.listing
    if host.startswith("hermes"):
        assert answer.tier is not None or host == "hermes@0.19"
    else:
        assert answer.standing
        assert answer.tier is None


@pytest.mark.parametrize("host", HOST_NAMES)
@given(catalog=CATALOGS, position=st.integers(0, 3))
@settings(max_examples=25, deadline=None)
def test_a_source_outside_the_scope_does_not_exist(
    host: str, catalog: Catalog, position: int
) -> None:
    at = position % max(len(catalog.sources), 1)
    scope = Scope(detached=frozenset({at}))
    answer = host_named(host).disclose(catalog, Scenario(host=host, scope=scope))
    assert at not in {row.position for row in answer.sources}
    assert at not in {one.source for one in answer.definitions}
    assert answer.left_out == min(len(catalog.sources), 1)


SEARCHING = [name for name in HOST_NAMES if host_named(name).searches(Scenario(host=name))]


@pytest.mark.parametrize("host", SEARCHING)
@given(catalog=CATALOGS, query=st.text(max_size=20) | st.sampled_from(("list files", "a b c")))
@settings(max_examples=25, deadline=None)
def test_a_search_finds_only_what_is_granted_and_no_more_than_its_limit(
    host: str, catalog: Catalog, query: str
) -> None:
    scope = Scope(detached=frozenset({0}))
    scenario = Scenario(host=host, scope=scope)
    answer = host_named(host).search(catalog, scenario, [query])
    disclosed = host_named(host).disclose(catalog, scenario)
    names = {one.name for one in disclosed.definitions}
    names -= {one.name for one in disclosed.refusals if one.unreachable}
    for ranking in answer.rankings:
        assert len(ranking.hits) <= ranking.limit
        assert ranking.found >= len(ranking.hits)
        assert answer.sources.keys() >= {hit.name for hit in ranking.hits}
        if host != "docker":  # it ranks servers
            assert {hit.name for hit in ranking.hits} <= names


@pytest.mark.parametrize("host", [name for name in HOST_NAMES if "hermes" not in name])
@given(catalog=CATALOGS)
@settings(max_examples=15, deadline=None)
def test_a_tool_is_described_as_it_is_disclosed(host: str, catalog: Catalog) -> None:
    answer = shown(host, catalog)
    lost = {one.name for one in answer.refusals if one.unreachable}
    for one in answer.definitions[:8]:
        if one.name in host_named(host).bridge_names:
            continue
        described = host_named(host).describe(catalog, Scenario(host=host), one.name)
        expected = "dropped" if one.name in lost else "eager" if one in answer.eager else "deferred"
        assert described.standing == expected
        assert described.bridged is answer.activated


@pytest.mark.parametrize("host", HOST_NAMES)
@given(catalog=CATALOGS)
@settings(max_examples=15, deadline=None)
def test_same_catalog_same_answer(host: str, catalog: Catalog) -> None:
    """A second catalog of the same values is another object: nothing rests on what came before."""
    again = replace(catalog)
    one, two = shown(host, catalog), shown(host, again)
    assert one.array == two.array
    assert one.listing == two.listing
    assert one.sources == two.sources
    assert [str(note) for note in one.notes] == [str(note) for note in two.notes]


@pytest.mark.parametrize("host", HOST_NAMES)
def test_facts_are_whole_and_verified_has_a_proof(host: str) -> None:
    facts = host_named(host).facts
    for field in ("title", "trigger", "sees", "ranker", "fields", "limits", "names", "source"):
        assert getattr(facts, field).strip(), field
    if "verified" in (facts.fidelity, facts.ranking):
        assert (TESTS / facts.proof).is_file()
    else:
        assert not facts.proof or (TESTS / facts.proof).is_file()


@pytest.mark.parametrize("host", HOST_NAMES)
def test_every_setting_has_its_default_when_nothing_is_set(host: str) -> None:
    used = host_named(host).settings_used(Scenario(host=host))
    specs = host_named(host).setting_specs()
    assert set(used) == {spec.key for spec in specs}
    assert host_named(host).setting_notes(Scenario(host=host)) == ()


@pytest.mark.parametrize("host", [name for name in HOST_NAMES if "hermes" not in name])
def test_one_tool_is_no_more_than_one(host: str) -> None:
    answer = shown(host, catalog(source("docs", tool("read_page", "Read a page."))))
    said = (answer.standing, *(note.cause for note in answer.notes))
    assert not [one for one in said if re.search(r"\b1 (tools|schemas|namespaces|servers)\b", one)]
