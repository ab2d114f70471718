"""Tables on a terminal: never wider than it, whatever the page."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from rich.cells import cell_len

from tests.catalogs import TRACKERS, catalog, source, tool
from toolsearch_cli.hosts.scenario import Scenario
from toolsearch_cli.reports.table_report import picture, table
from toolsearch_cli.settings.budgets import parse_budget
from toolsearch_cli.views.check import check_page
from toolsearch_cli.views.describe import describe_page
from toolsearch_cli.views.manifest import stats_page
from toolsearch_cli.views.matrix import matrix_page
from toolsearch_cli.views.query import query_page
from toolsearch_cli.views.tiers import tiers_page
from toolsearch_cli.workbench import check, describe, disclosures, exact_counts, search

if TYPE_CHECKING:
    from toolsearch_cli.views.grid import Page

LONG = source(
    "名前" * 30, tool("x" * 90, "A long sentence about it. " * 9, "p" * 80), kind="plugin"
)
CATALOG = catalog(*TRACKERS, LONG)
SCENARIOS = tuple(Scenario(context=size) for size in (500, 8_000, 32_000, 200_000, 10**6, None))


def pages() -> dict[str, Page]:
    """Return every page at its widest."""
    answers = disclosures(CATALOG, SCENARIOS)
    counts = exact_counts(answers)
    first = SCENARIOS[3]
    budgets = (parse_budget("tool-tokens", "1"), parse_budget("tools", "*=0"))
    return {
        "tiers": tiers_page(answers[3], exact=counts[3], top=2),
        "matrix": matrix_page(answers, exact=counts, top=2),
        "query": query_page(search(CATALOG, first, ["create issue x"]), explain=True),
        "describe": describe_page(CATALOG, first, describe(CATALOG, first, ["*"])),
        "stats": stats_page(answers[3], answers[3].listing),
        "check": check_page(check(CATALOG, SCENARIOS, budgets), all_budgets=True),
    }


PAGES = pages()


@pytest.mark.parametrize("width", [60, 80, 100, 200])
@pytest.mark.parametrize("name", PAGES)
def test_no_line_is_wider_than_the_terminal(name: str, width: int) -> None:
    drawn = table(PAGES[name], width=width, color=False)
    assert max(cell_len(line) for line in drawn.splitlines()) <= width


@pytest.mark.parametrize("name", PAGES)
def test_with_room_for_all_nothing_is_left_out(name: str) -> None:
    drawn = table(PAGES[name], width=2_000, color=False)
    assert "no room for" not in drawn
    assert "…" not in drawn


def test_what_is_left_out_is_said() -> None:
    drawn = table(PAGES["tiers"], width=60, color=False)
    said = drawn.partition("no room for: ")[2].splitlines()[0].split(", ")
    assert said
    header = next(line for line in drawn.splitlines() if line.startswith("source"))
    assert not set(said) & set(header.split())
    assert "  3 more" in drawn


def test_the_same_page_is_the_same_picture() -> None:
    first, second = (picture(PAGES["tiers"], width=80, title="t") for _ in range(2))
    assert first == second
    assert first.startswith("<svg")
