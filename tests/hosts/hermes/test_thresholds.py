"""The least settings for a budget: enough, and one less is not."""

from __future__ import annotations

from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st

from toolsearch_cli.hosts.hermes.releases import release_named
from toolsearch_cli.hosts.hermes.remedies import Change, change_for
from toolsearch_cli.hosts.hermes.settings import HermesSettings, parse
from toolsearch_cli.hosts.hermes.thresholds import least_context, least_percent, share_of

DEFAULTS = parse(None, release_named("hermes"))[0]
BUDGETS = st.integers(0, 70_000)
PERCENTS = st.one_of(st.floats(0, 100), st.sampled_from([0.0, 1e-20, 9.36e-20, 5.0, 100.0]))
CONTEXTS = st.one_of(st.none(), st.integers(1, 3_000_000))


@given(BUDGETS, PERCENTS)
def test_a_context_is_the_least_that_is_enough(budget: int, percent: float) -> None:
    context = least_context(budget, percent)
    if context is None:
        assert share_of(10**12, percent) < budget
        return
    assert share_of(context, percent) >= budget
    assert context == 1 or share_of(context - 1, percent) < budget


@given(BUDGETS, st.integers(1, 3_000_000), st.integers(0, 4))
def test_a_percentage_is_the_least_that_is_enough(budget: int, context: int, decimals: int) -> None:
    percent = least_percent(budget, context, decimals)
    if percent is None:
        assert share_of(context, 100.0) < budget
        return
    assert share_of(context, percent) >= budget
    step = 10**-decimals
    assert percent == 0 or share_of(context, round(percent - step, decimals)) < budget


def applied(change: Change, settings: HermesSettings) -> HermesSettings:
    return replace(
        settings,
        threshold_pct=settings.threshold_pct
        if change.threshold_pct is None
        else change.threshold_pct,
        listing_max_tokens=change.listing_max_tokens or settings.listing_max_tokens,
    )


@given(BUDGETS, PERCENTS, st.integers(200, 60_000), CONTEXTS)
def test_a_change_gives_what_it_promises(
    needed: int, percent: float, cap: int, context: int | None
) -> None:
    settings = replace(DEFAULTS, threshold_pct=percent, listing_max_tokens=cap)
    change = change_for(needed, settings, context)
    if change is not None:
        assert applied(change, settings).budget(change.context or context) >= needed
    if change == Change():
        assert settings.budget(context) >= needed


def test_an_unknown_context_has_to_become_known_and_the_cap_to_rise() -> None:
    settings = replace(DEFAULTS, listing_max_tokens=4_000)
    assert str(change_for(26_394, settings, None)) == (
        "a context of 527,880 tokens and listing_max_tokens 26,394"
    )
    assert str(change_for(9_000, settings, None)) == "listing_max_tokens 9,000"
    assert change_for(60_001, settings, None) is None
    assert change_for(20_000, replace(settings, threshold_pct=0.0), None) is None
