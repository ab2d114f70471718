"""What a sweep says reaches a budget does, on the host itself; one step less does not."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any, Final

import pytest
from hypothesis import given, settings

from tests import catalogs, strategies
from tests.analysis.edges import EDGES, edge
from toolsearch_cli.analysis.sweep import sweep
from toolsearch_cli.hosts.hermes.releases import RELEASES
from toolsearch_cli.hosts.registry import host_named
from toolsearch_cli.hosts.scenario import Scenario

if TYPE_CHECKING:
    from toolsearch_cli.catalog.model import Catalog
    from toolsearch_cli.hosts.ladder import Reach

LISTING_HOSTS: Final = tuple(release.name for release in RELEASES if release.listing)
MOST: Final = 60_000
STRIDE: Final = 10_000
"""Shares are solved in ten-thousandths of a percent."""

SCENARIOS: Final = (
    Scenario(context=200_000),
    Scenario(context=None),
    Scenario(context=3_777, config={"threshold_pct": 7.3}),
    Scenario(context=0, config={"threshold_pct": 0}),
    Scenario(context=50_000, config={"threshold_pct": 0, "listing_max_tokens": 300}),
    Scenario(context=10**6, config={"threshold_pct": 1e-20}),
)


def budget_of(scenario: Scenario, **changed: Any) -> int:
    """The budget that the host itself gives, with settings changed."""
    context = changed.pop("context", scenario.context)
    config = {**(scenario.config if isinstance(scenario.config, dict) else {}), **changed}
    shown = host_named(scenario.host).disclose(
        catalogs.catalog(), replace(scenario, context=context, config=config)
    )
    assert shown.budget is not None
    return shown.budget


def check_reach(reach: Reach, scenario: Scenario) -> None:
    """Each setting gives the budget if nothing else is in the way; one less does not."""
    budget = reach.budget
    assert reach.given is (budget_of(scenario) >= budget)
    assert reach.cap_stands_in_the_way is (
        budget_of(scenario, context=10**12, threshold_pct=100) < budget
    )
    share = min(budget, MOST)
    assert reach.share_stands_in_the_way or budget_of(scenario, listing_max_tokens=MOST) >= share
    if reach.context is not None:
        assert budget_of(scenario, context=reach.context, listing_max_tokens=MOST) >= share
        if reach.context > 1 and budget <= MOST:
            less = budget_of(scenario, context=reach.context - 1, listing_max_tokens=MOST)
            assert less < budget
    if reach.threshold_pct is not None:
        wide = {"listing_max_tokens": MOST}
        assert budget_of(scenario, threshold_pct=reach.threshold_pct, **wide) >= share
        if reach.threshold_pct > 0 and budget <= MOST:
            fewer = (round(reach.threshold_pct * STRIDE) - 1) / STRIDE
            assert budget_of(scenario, threshold_pct=fewer, **wide) < budget
    if reach.cap is None:
        assert budget > MOST
        return
    whole = {"context": 10**12, "threshold_pct": 100}
    assert budget_of(scenario, listing_max_tokens=reach.cap, **whole) >= budget
    assert (
        reach.cap == 200 or budget_of(scenario, listing_max_tokens=reach.cap - 1, **whole) < budget
    )


@pytest.mark.parametrize("scenario", SCENARIOS)
@pytest.mark.parametrize("name", EDGES)
def test_what_reaches_a_rung_does_and_one_less_does_not(name: str, scenario: Scenario) -> None:
    for host in LISTING_HOSTS:
        asked = replace(scenario, host=host)
        for rung in sweep(edge(name), asked).rungs:
            check_reach(rung.reach, asked)


@settings(max_examples=60)
@given(catalog=strategies.catalogs(most=4), scenario=strategies.scenarios())
def test_what_reaches_a_rung_of_any_catalog(catalog: Catalog, scenario: Scenario) -> None:
    for rung in sweep(catalog, scenario).rungs:
        check_reach(rung.reach, scenario)


def check_gate(catalog: Catalog, scenario: Scenario) -> None:
    """Up to the gate's context the bridge is on; from the next on it is not."""
    host = host_named(scenario.host)

    def on(context: int, **changed: Any) -> bool:
        config = {**(scenario.config if isinstance(scenario.config, dict) else {}), **changed}
        asked = replace(scenario, context=context, config=config)
        return host.disclose(catalog, asked).activated

    gate = sweep(catalog, scenario).gate
    if gate is None:
        assert on(1) is on(10**9) is host.disclose(catalog, scenario).activated
        return
    if gate.context is None:
        assert on(10**12)
    else:
        assert gate.context == 0 or on(gate.context)
        assert not on(gate.context + 1)
    if gate.threshold_pct is not None:
        assert scenario.context is not None
        assert on(scenario.context, threshold_pct=gate.threshold_pct)
        more = (round(gate.threshold_pct * STRIDE) + 1) / STRIDE
        assert gate.threshold_pct == 100 or not on(scenario.context, threshold_pct=more)


@pytest.mark.parametrize("name", EDGES)
@pytest.mark.parametrize("percent", [0, 1e-9, 0.7, 10, 100])
def test_the_gate_of_an_edge_catalog(name: str, percent: float) -> None:
    for context in (None, 0, 900, 12_345, 200_000):
        config = {"threshold_pct": percent}
        check_gate(edge(name), Scenario(host="hermes@0.19", context=context, config=config))


@settings(max_examples=60)
@given(catalog=strategies.catalogs(), scenario=strategies.scenarios())
def test_the_gate_of_any_catalog(catalog: Catalog, scenario: Scenario) -> None:
    check_gate(catalog, scenario)
