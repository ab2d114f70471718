"""The next change: what it says is so on the host itself, and not so one step before."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given, settings

from tests import catalogs, strategies
from tests.analysis.edges import EDGES, edge
from toolsearch_cli.analysis.next_change import (
    NextChange,
    context_breaks,
    next_changes,
    next_whole_change,
)
from toolsearch_cli.hosts.registry import host_named
from toolsearch_cli.hosts.scenario import Scenario

if TYPE_CHECKING:
    from toolsearch_cli.catalog.model import Catalog
    from toolsearch_cli.hosts.disclosure import Disclosure


def disclose(catalog: Catalog, scenario: Scenario, **changed: Any) -> Disclosure:
    """What the host shows with the context or settings changed."""
    context = changed.pop("context", scenario.context)
    config = {**(scenario.config if isinstance(scenario.config, dict) else {}), **changed}
    asked = replace(scenario, context=context, config=config)
    return host_named(scenario.host).disclose(catalog, asked)


def forms(shown: Disclosure) -> dict[int | None, str]:
    """The form of each source, and of the whole under `None`."""
    found: dict[int | None, str] = {row.position: row.form or "eager" for row in shown.sources}
    found[None] = shown.listing.form
    if shown.budget is None:
        found[None] = "hidden" if shown.activated else "eager"
    return found


def on_both_sides(
    catalog: Catalog, scenario: Scenario, change: NextChange
) -> tuple[Disclosure, Disclosure]:
    """Return the answer just before the change and that just after."""
    with_cap = {} if change.cap is None else {"listing_max_tokens": change.cap}
    if change.context is not None:
        low = disclose(catalog, scenario, context=change.context - 1, **with_cap)
        high = disclose(catalog, scenario, context=change.context, **with_cap)
        return (low, high) if change.above else (high, low)
    if change.threshold_pct is not None:
        after = disclose(catalog, scenario, threshold_pct=change.threshold_pct, **with_cap)
        less = (round(change.threshold_pct * 10_000) - 1) / 10_000
        return disclose(catalog, scenario, threshold_pct=less, **with_cap), after
    assert change.cap is not None
    after = disclose(catalog, scenario, listing_max_tokens=change.cap)
    return disclose(catalog, scenario, listing_max_tokens=change.cap - 1), after


def check(catalog: Catalog, scenario: Scenario) -> None:
    shown = disclose(catalog, scenario)
    now = forms(shown)
    for position, change in next_changes(catalog, scenario, shown).items():
        assert change.form != now[position]
        if not change.never and change.context != 1:
            before, after = on_both_sides(catalog, scenario, change)
            assert forms(before)[position] == now[position]
            assert forms(after)[position] == change.form
    whole = next_whole_change(catalog, scenario, shown)
    if whole is not None and not whole.never and whole.context != 1:
        before, after = on_both_sides(catalog, scenario, whole)
        assert forms(after)[None] == whole.form != forms(before)[None]


@pytest.mark.parametrize("host", ["hermes", "hermes@0.19", "hermes@0.22"])
@pytest.mark.parametrize("name", EDGES)
def test_changes_of_an_edge_catalog(name: str, host: str) -> None:
    for context in (None, 300, 4_000, 8_000, 200_000, 2_000_000):
        for config in ({}, {"threshold_pct": 0}, {"listing_max_tokens": 300}):
            check(edge(name), Scenario(host=host, context=context, config=config))


@settings(max_examples=100)
@given(catalog=strategies.catalogs(), scenario=strategies.scenarios())
def test_changes_of_any_catalog(catalog: Catalog, scenario: Scenario) -> None:
    check(catalog, scenario)


def test_the_nearest_is_the_least_factor_away() -> None:
    small = catalogs.source("small", catalogs.tool("one", "Do one thing"))
    tools = [catalogs.tool(f"operation_number_{number}", "Do it") for number in range(60)]
    catalog = catalogs.catalog(small, catalogs.source("large", *tools))

    def next_of_each(context: int) -> dict[str, str]:
        scenario = Scenario(context=context)
        shown = disclose(catalog, scenario)
        changes = next_changes(catalog, scenario, shown)
        assert {row.source: row.form for row in shown.sources} == {
            "small": "names",
            "large": "summary",
        }
        return {row.source: changes[row.position].form for row in shown.sources}

    assert next_of_each(9_000) == {"small": "full", "large": "names"}
    assert next_of_each(2_000) == {"small": "hidden", "large": "hidden"}


def test_what_no_cap_allows_never_comes() -> None:
    words = "does a thing that takes many words to say at length and in detail"
    tools = [catalogs.tool(f"operation_number_{number}", words) for number in range(3_000)]
    catalog = catalogs.catalog(catalogs.source("large", *tools))
    scenario = Scenario(context=10_000_000, config={"listing_max_tokens": 60_000})
    shown = disclose(catalog, scenario)
    whole = next_whole_change(catalog, scenario, shown)
    assert whole == NextChange(form="full", above=True, limit=60_000)
    assert whole.never


def test_breaks_by_context_are_where_the_listing_changes() -> None:
    catalog = catalogs.catalog(*catalogs.TRACKERS)
    for config in ({}, {"listing_max_tokens": 200, "threshold_pct": 20}):
        scenario = Scenario(context=None, config=config)
        texts = [
            disclose(catalog, scenario, context=context).listing.text for context in range(1, 4_000)
        ]
        expected = [
            context for context in range(2, 4_000) if texts[context - 1] != texts[context - 2]
        ]
        assert list(context_breaks(catalog, scenario)) == expected
