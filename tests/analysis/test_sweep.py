"""The sweep is what brute force finds: every budget one by one, each source taken away."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise
from typing import TYPE_CHECKING, Final

import pytest
from hypothesis import given, settings

from tests import catalogs, strategies
from tests.analysis.edges import EDGES, edge
from toolsearch_cli.analysis.sweep import Sweep, sweep
from toolsearch_cli.errors import UsageError
from toolsearch_cli.hosts.hermes.releases import RELEASES
from toolsearch_cli.hosts.registry import host_named
from toolsearch_cli.hosts.scenario import Scenario
from toolsearch_cli.workbench import sweep as workbench_sweep

if TYPE_CHECKING:
    from collections.abc import Iterator

    from toolsearch_cli.catalog.model import Catalog
    from toolsearch_cli.hosts.disclosure import Disclosure

HOSTS: Final = tuple(release.name for release in RELEASES)
MOST: Final = 60_000
RANKS: Final = {None: -1, "hidden": 0, "summary": 1, "names": 2, "full": 3}


def at_budget(catalog: Catalog, host: str, budget: int) -> Disclosure:
    """What the host really shows at a budget: the whole of a context that is as large."""
    config = {"threshold_pct": 100, "listing_max_tokens": MOST}
    # An unknown context would be one of 0 tokens; 0 % of a known one is the budget of nothing.
    if budget == 0:
        config["threshold_pct"] = 0
    return host_named(host).disclose(
        catalog, Scenario(host=host, context=max(1, budget), config=config)
    )


def seen(shown: Disclosure) -> tuple[object, ...]:
    """What may change with the budget."""
    forms = tuple((row.position, row.form) for row in shown.sources if row.deferred)
    return (shown.tier, shown.listing.form, shown.listing_tokens, forms)


def budgets(catalog: Catalog, host: str) -> range:
    full = at_budget(catalog, host, MOST).full_tokens or 0
    return range(min(MOST, full + 20) + 1)


def expected_changes(catalog: Catalog, host: str) -> Iterator[tuple[int, Disclosure]]:
    """Yield each budget from which on the answer differs from that of one token less."""
    before = None
    for budget in budgets(catalog, host):
        shown = at_budget(catalog, host, budget)
        if before is None or seen(shown) != seen(before):
            yield budget, shown
        before = shown


def check_against_every_budget(catalog: Catalog, host: str) -> None:
    found = sweep(catalog, Scenario(host=host, context=200_000))
    changes = list(expected_changes(catalog, host))
    if not found.rungs:
        assert all(not shown.listing.text for _, shown in changes)
        check_nothing_listed(found)
        return
    within = [rung for rung in found.rungs if rung.budget <= MOST]
    assert [(rung.budget, rung.tokens, rung.tier, rung.form) for rung in within] == [
        (budget, shown.listing_tokens, shown.tier, shown.listing.form) for budget, shown in changes
    ]
    for rung, (_, shown) in zip(within, changes, strict=True):
        for row in shown.sources:
            assert not row.deferred or rung.forms[row.label] == row.form
    assert breaks_found(found) == breaks_expected(changes)
    assert [one.reach.budget for one in found.catalog_breaks if one.reach.budget <= MOST] == [
        budget
        for (_, below), (budget, above) in pairwise(changes)
        if (below.tier, below.listing.form) != (above.tier, above.listing.form)
    ]
    for reach, enough in ((found.names_for_all, 2), (found.full_for_all, 3)):
        assert reach is not None
        assert reach.budget == least_budget(changes, enough, reach.budget)


def check_nothing_listed(found: Sweep) -> None:
    assert not found.rungs
    assert not found.source_breaks
    assert not found.catalog_breaks
    assert found.names_for_all is None
    assert found.full_for_all is None


def breaks_found(found: Sweep) -> list[tuple[int, int, str, str]]:
    return sorted(
        (one.row.position, one.reach.budget, one.from_form, one.to_form)
        for one in found.source_breaks
        if one.reach.budget <= MOST
    )


def breaks_expected(changes: list[tuple[int, Disclosure]]) -> list[tuple[int, int, str, str]]:
    expected = []
    for (_, below), (budget, above) in pairwise(changes):
        before = {row.position: row.form for row in below.sources}
        expected += [
            (row.position, budget, str(before[row.position]), str(row.form))
            for row in above.sources
            if row.form != before[row.position]
        ]
    return sorted(expected)


def least_budget(changes: list[tuple[int, Disclosure]], enough: int, beyond: int) -> int:
    """The least budget at which each source that defers has such a form; `beyond` above all."""
    for budget, shown in changes:
        if all(RANKS[row.form] >= enough for row in shown.sources if row.deferred):
            return budget
    assert beyond > MOST
    return beyond


@pytest.mark.parametrize("host", HOSTS)
@pytest.mark.parametrize("name", EDGES)
def test_every_budget_of_an_edge_catalog(name: str, host: str) -> None:
    check_against_every_budget(edge(name), host)


@settings(max_examples=25)
@given(catalog=strategies.catalogs(strategies.maybe_odd(), most=4), host=strategies.release_names)
def test_every_budget_of_any_catalog(catalog: Catalog, host: str) -> None:
    check_against_every_budget(catalog, host)


def check_detachments(catalog: Catalog, scenario: Scenario) -> None:
    host = host_named(scenario.host)
    found = sweep(catalog, scenario)
    attached = {row.position: row for row in found.shown.sources}
    if len(attached) == 1:
        assert found.detachments == ()
        return
    assert sorted(one.row.position for one in found.detachments) == sorted(attached)
    for one in found.detachments:
        gone = one.row.position
        scope = replace(scenario.scope, detached=frozenset({gone}))
        without = host.disclose(catalog, replace(scenario, scope=scope))
        assert one.freed == found.shown.payment.total - without.payment.total
        assert one.listing == without.listing.form
        assert one.richer == sum(
            attached[row.position].form is not None
            and RANKS[row.form] > RANKS[attached[row.position].form]
            for row in without.sources
        )
    order = [(-one.richer, -one.freed, one.row.source) for one in found.detachments]
    assert order == sorted(order)


@pytest.mark.parametrize("host", HOSTS)
@pytest.mark.parametrize("name", EDGES)
def test_a_detachment_is_what_the_host_shows_without_the_source(name: str, host: str) -> None:
    for context in (None, 500, 4_000, 8_000, 30_000, 200_000):
        check_detachments(edge(name), Scenario(host=host, context=context))


@settings(max_examples=100)
@given(
    catalog=strategies.catalogs(strategies.maybe_odd()),
    scenario=strategies.scenarios(),
)
def test_a_detachment_from_any_catalog(catalog: Catalog, scenario: Scenario) -> None:
    check_detachments(catalog, scenario)


@pytest.mark.parametrize("config", [{"listing": "off"}, {"enabled": "off"}, False])
def test_nothing_breaks_where_nothing_is_listed(config: object) -> None:
    found = sweep(catalogs.catalog(*catalogs.TRACKERS), Scenario(context=8_000, config=config))
    check_nothing_listed(found)
    assert found.gate is None
    assert len(found.detachments) == 4


def test_sources_that_share_a_label_change_together() -> None:
    shared = catalogs.catalog(
        catalogs.source("a b", catalogs.tool("one", "First")),
        catalogs.source("a b", catalogs.tool("two", "Second"), kind="plugin"),
        catalogs.source("other", catalogs.tool("three", "Third")),
    )
    found = sweep(shared, Scenario(context=8_000))
    by_label: dict[str, set[tuple[tuple[int, str], ...]]] = {}
    for row in found.shown.sources:
        breaks = tuple(
            (one.reach.budget, one.to_form) for one in found.source_breaks if one.row is row
        )
        assert breaks
        by_label.setdefault(row.label, set()).add(breaks)
    assert all(len(breaks) == 1 for breaks in by_label.values())
    check_against_every_budget(shared, "hermes")
    for context in range(200, 6_000, 100):
        check_detachments(shared, Scenario(context=context))


def test_breaks_of_some_sources_are_those_of_all() -> None:
    catalog = catalogs.catalog(*catalogs.TRACKERS)
    whole = workbench_sweep(catalog, Scenario(context=1_000))
    some = workbench_sweep(catalog, Scenario(context=1_000), ("git*",))
    assert some.rungs == whole.rungs
    assert {one.row.source for one in some.source_breaks} == {"github"}
    assert [one.row.source for one in some.detachments] == ["github"]
    with pytest.raises(UsageError, match="--of nope"):
        workbench_sweep(catalog, Scenario(context=1_000), ("nope",))
