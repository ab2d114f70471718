"""The chart: what stands in a column is so at its context, and it keeps to its size."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests import catalogs, strategies
from toolsearch_cli.analysis.curve import curve
from toolsearch_cli.hosts.registry import host_named
from toolsearch_cli.hosts.scenario import Scenario
from toolsearch_cli.views.chart import ASCII, LEAST_HEIGHT, LEAST_WIDTH, UNICODE, Marks, chart

if TYPE_CHECKING:
    from toolsearch_cli.catalog.model import Catalog
    from toolsearch_cli.views.chart import Chart

CATALOG = catalogs.catalog(*catalogs.TRACKERS)


def drawn(scenario: Scenario, width: int = 120, height: int = 14, marks: Marks = UNICODE) -> Chart:
    found = chart(
        curve(CATALOG, scenario), width=width, height=height, marks=marks, cursor=scenario.context
    )
    assert found is not None
    return found


def column(found: Chart, number: int) -> str:
    """The cells of one column, from the top; without the three lines under the plot."""
    at = found.left + number
    plot = [line for line in found.lines if UNICODE.axis in line]
    return "".join(line[at] if at < len(line) else " " for line in plot)


def test_it_keeps_to_its_size() -> None:
    for width in (40, 80, 99, 100, 120, 200):
        for height in (8, 14, 40):
            found = drawn(Scenario(context=8_000), width, height)
            assert len(found.lines) == height
            assert max(len(line) for line in found.lines) <= width
            plot = [line[found.left :] for line in found.lines]
            assert all(len(found.contexts) >= len(line.rstrip()) for line in plot[-1:])


def test_a_column_shows_budget_and_use_at_its_context() -> None:
    """The budget's mark is never under the use; both grow, or stay, to the right."""
    scenario = Scenario(context=8_000)
    found = drawn(scenario)
    host = host_named("hermes")
    heights = []
    for number, context in enumerate(found.contexts):
        shown = host.disclose(CATALOG, Scenario(context=context))
        cells = column(found, number)
        used = cells.count(UNICODE.used) + cells.count(UNICODE.both)
        assert (used > 0) is (shown.listing_tokens > 0), context
        top = cells.lstrip(f" {UNICODE.cursor}")
        assert not shown.budget or not used or top[0] in UNICODE.budget + UNICODE.both
        assert cells.count(UNICODE.budget) + cells.count(UNICODE.both) <= 1
        heights.append(used)
    assert heights == sorted(heights)
    assert heights[-1] > heights[0] == 0


def test_changes_are_marked_where_the_form_changes() -> None:
    scenario = Scenario(context=8_000)
    found = drawn(scenario)
    forms = []
    for context in found.contexts:
        shown = host_named("hermes").disclose(CATALOG, Scenario(context=context))
        forms.append((shown.listing.text, shown.tier))
    changed = [at for at in range(1, len(forms)) if forms[at] != forms[at - 1]]
    assert list(found.changes) == changed
    (row,) = (line for line in found.lines if line.lstrip().startswith(UNICODE.corner))
    marked = [at - found.left for at, cell in enumerate(row) if cell == UNICODE.change]
    assert [at for at in marked if at < len(found.contexts)] == changed


def test_the_cursor_stands_at_its_context_exactly() -> None:
    found = drawn(Scenario(context=12_345))
    at = found.column(12_345)
    assert found.contexts[at] == 12_345
    assert "12,345" in found.lines[-2]
    assert found.lines[-2].index("12,345") == found.left + at
    assert list(found.contexts) == sorted(found.contexts)


def test_tiers_run_from_where_they_start() -> None:
    found = drawn(Scenario(context=None))
    tiers = found.lines[-1][found.left :]
    assert tiers.startswith("2 ")
    assert tiers[found.changes[0] :].startswith("1 ")


@pytest.mark.parametrize("width", [60, 120])
def test_the_plain_chart_is_plain(width: int) -> None:
    found = drawn(Scenario(context=8_000), width, marks=ASCII)
    text = "\n".join(found.lines)
    assert text.isascii()
    assert all(mark in text for mark in (ASCII.budget, ASCII.used, ASCII.change))


def test_the_legend_says_what_everything_would_take() -> None:
    wide = "\n".join(drawn(Scenario(context=None), 120).lines)
    assert "names for all" in wide
    assert "full for all" in wide
    narrow = drawn(Scenario(context=None), 80).lines[-1]
    assert narrow.split() == ["─", "budget", "▒", "used", "▓", "both", "▲", "form", "changes"]


@pytest.mark.parametrize(
    "scenario", [Scenario(host="hermes@0.19"), Scenario(config={"listing": "off"})]
)
def test_nothing_listed_is_no_chart(scenario: Scenario) -> None:
    assert chart(curve(CATALOG, scenario), width=80, height=12) is None


@settings(max_examples=60)
@given(
    catalog=strategies.catalogs(),
    scenario=strategies.scenarios(),
    width=st.integers(20, 160),
    height=st.integers(4, 30),
    cursor=st.one_of(st.none(), st.integers(1, 10**12)),
)
def test_any_catalog_and_size_can_be_drawn(
    catalog: Catalog, scenario: Scenario, width: int, height: int, cursor: int | None
) -> None:
    found = chart(curve(catalog, scenario), width=width, height=height, cursor=cursor)
    if found is None:
        assert not host_named(scenario.host).ladder(catalog, scenario)
        return
    assert len(found.lines) == max(LEAST_HEIGHT, height)
    assert max(len(line) for line in found.lines) <= max(LEAST_WIDTH, width)
    assert list(found.contexts) == sorted(found.contexts)
    assert cursor is None or found.contexts[found.column(cursor)] == cursor
