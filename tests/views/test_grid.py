"""Grids: columns found, taken away and left undrawn by key."""

from __future__ import annotations

import pytest

from toolsearch_cli.reports.grid_reports import csv_text, json_lines, markdown, plain
from toolsearch_cli.reports.table_report import table
from toolsearch_cli.views.grid import Column, Grid, Page, Row

NAME = Column(key="name", title="name")
KIND = Column(key="kind", title="kind", usual="mcp")
SIZE = Column(key="size", title="size", unit="count")


def grid(*kinds: str) -> Grid:
    rows = tuple(Row((f"s{at}", kind, at), marked=at == 1) for at, kind in enumerate(kinds))
    return Grid(columns=(NAME, KIND, SIZE), rows=rows, totals=(Row(("total", "", 9)),), folded=2)


def test_a_column_is_found_by_its_key() -> None:
    assert [grid().index(key) for key in ("name", "kind", "size")] == [0, 1, 2]
    with pytest.raises(KeyError):
        grid().index("line")


def test_a_grid_without_a_column_keeps_all_else() -> None:
    left = grid("mcp", "core").without("kind")
    assert left.columns == (NAME, SIZE)
    assert left.rows == (Row(("s0", 0)), Row(("s1", 1), marked=True))
    assert (left.totals, left.folded) == ((Row(("total", 9)),), 2)


def test_a_column_that_says_nothing_unusual_is_data_only() -> None:
    usual, unusual = grid("mcp", "mcp"), grid("mcp", "core")
    assert usual.drawn.columns == (NAME, SIZE)
    assert unusual.drawn == unusual
    for drawn in (
        plain(Page(grid=usual)),
        markdown(Page(grid=usual)),
        table(Page(grid=usual), width=80, color=False),
    ):
        assert "kind" not in drawn
        assert "size" in drawn
    assert csv_text(usual).splitlines() == ["name,kind,size", "s0,mcp,0", "s1,mcp,1"]
    assert '"kind": "mcp"' in json_lines(usual)
