"""The chart of cost against turns: its size, its marks, and what a column holds."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests import catalogs
from toolsearch_cli.analysis.cost import Session
from toolsearch_cli.analysis.cost_ways import host_cost, host_ways
from toolsearch_cli.hosts.registry import host_named
from toolsearch_cli.hosts.scenario import Scenario
from toolsearch_cli.settings.prices import load_prices
from toolsearch_cli.views.chart import ASCII, UNICODE, Marks
from toolsearch_cli.views.cost_chart import cost_chart

CATALOG = catalogs.catalog(*catalogs.TRACKERS)
SESSION = Session(turns=10, tools_used=1)


def drawn(
    host: str = "hermes", session: Session = SESSION, width: int = 80, marks: Marks = UNICODE
) -> list[str]:
    prices = load_prices()
    found = host_ways(host_named(host), CATALOG, Scenario(host=host, context=200_000))
    return cost_chart(host_cost(found, session, prices), session, prices, (width, 14), marks)


@pytest.mark.parametrize("width", [10, 40, 80, 120])
def test_it_keeps_to_its_size(width: int) -> None:
    lines = drawn(width=width)
    assert len(lines) == 14
    assert max(map(len, lines)) <= max(width, 40) or lines[-1] == max(lines, key=len)


@pytest.mark.parametrize("host", ["hermes", "codex", "eager"])
def test_every_column_has_the_hosts_line(host: str) -> None:
    plot = [line for line in drawn(host) if UNICODE.axis in line]
    columns = {at for line in plot for at, cell in enumerate(line) if cell == "H"}
    assert len(columns) == 80 - 9


def test_ascii_only_where_the_terminal_has_no_more() -> None:
    assert "".join(drawn(marks=ASCII)).isascii()


def test_a_session_of_no_cost_is_a_flat_line() -> None:
    empty = catalogs.catalog()
    session = replace(SESSION, prompt=0)
    found = host_ways(host_named("eager"), empty, Scenario(host="eager"))
    lines = cost_chart(host_cost(found, session, None), session, None, (60, 10), UNICODE)
    assert sum("H" in line for line in lines[:7]) == 1
