"""`manifest --stats`: the figures of the text add up to the text."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.catalogs import TRACKERS, catalog
from toolsearch_cli.hosts.scenario import Scenario
from toolsearch_cli.views.manifest import stats_page
from toolsearch_cli.workbench import disclosures, listing_in_form

if TYPE_CHECKING:
    from toolsearch_cli.hosts.disclosure import Disclosure

CATALOG = catalog(*TRACKERS)


def shown(scenario: Scenario) -> Disclosure:
    return disclosures(CATALOG, (scenario,))[0]


@pytest.mark.parametrize("context", [500, 2_000, 200_000, None])
def test_the_blocks_are_the_text_but_for_the_header(context: int | None) -> None:
    answer = shown(Scenario(context=context))
    page = stats_page(answer, answer.listing)
    assert page.grid is not None
    chars, lines = page.grid.index("chars"), page.grid.index("lines")
    (total,) = page.grid.totals
    header = len(answer.listing.header) + len(page.grid.rows)
    assert total.cells[chars] == len(answer.listing.text)
    assert sum(int(str(row.cells[chars])) for row in page.grid.rows) + header == total.cells[chars]
    assert (
        sum(int(str(row.cells[lines])) for row in page.grid.rows) + len(page.grid.rows[:1])
        == (total.cells[lines])
    )


def test_a_form_that_is_asked_for_is_measured_against_the_budget() -> None:
    scenario = Scenario(context=500)
    page = stats_page(shown(scenario), listing_in_form(CATALOG, scenario, "full"))
    assert page.head[0] == "hermes · verified · context 500 · listing full"
    assert " of 25 tokens (" in page.head[1]


def test_a_bridge_that_is_off_and_a_host_without_a_listing_say_so() -> None:
    off = shown(Scenario(config={"enabled": "off"}))
    assert stats_page(off, off.listing).notes[0].startswith("· The bridge is not in use")
    old = shown(Scenario(host="hermes@0.19", config={"enabled": "on"}))
    assert len(stats_page(old, old.listing).head) == 1
