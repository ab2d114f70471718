"""`query` for hosts that rank servers, search by pattern, or have a limit of their own."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from tests.hosts.asking import published, scenario, server, small, tool
from toolsearch_cli.analysis.searching import search_call
from toolsearch_cli.hosts.registry import host_named
from toolsearch_cli.reports.search_records import query_record
from toolsearch_cli.views.query import query_page, query_rows
from toolsearch_cli.views.search_rows import hit_grid, outcome

if TYPE_CHECKING:
    from toolsearch_cli.analysis.searching import SearchCall
    from toolsearch_cli.views.grid import Page


def call(host: str, query: str, limit: object = None, **settings: Any) -> SearchCall:
    return search_call(
        host_named(host), small(), scenario(host, **settings), [query], limit, "host"
    )


def titles(page: Page) -> list[str]:
    assert page.grid is not None
    return [column.title for column in page.grid.columns]


def test_servers_are_called_servers() -> None:
    one = call("docker", "create issue zzzz")
    page = query_page([one], explain=True)
    assert "3 hits among 6 servers" in page.head[1]
    assert titles(page)[1] == "server"
    assert titles(page.following[0])[2] == "servers with it"
    assert "! No server contains “zzzz”." in page.notes
    assert "among 6 servers" in outcome(one, one.answer.rankings[0])
    assert query_page([call("docker", "zzzz")]).head[1].endswith("no server contains a word of it")
    record: Any = query_record([one])
    (explained,) = record["explain"]
    assert (explained["ranks"], explained["hits"][0]["source"]) == ("server", "forge")


@pytest.mark.parametrize(
    ("pattern", "code"), [("(", "invalid_pattern"), ("a" * 1_001, "pattern_too_long")]
)
def test_why_a_host_did_not_search_is_said(pattern: str, code: str) -> None:
    one = call("fastmcp", pattern, search="regex")
    page = query_page([one])
    assert any(note.startswith("!") and code in note for note in page.notes)
    assert page.head[1] == "no hit among 30 tools: nothing matches"
    assert not any("punctuation" in note for note in page.notes)


def test_what_matches_a_pattern_has_no_score() -> None:
    one = call("fastmcp", "issue", search="regex")
    (ranking,) = one.answer.rankings
    assert [row.cells[2] for row in hit_grid(ranking).rows] == [None] * 3
    grid = query_rows([one]).grid
    assert grid is not None
    assert {row.cells[4] for row in grid.rows} == {None}


def test_a_limit_of_none_is_no_lack_of_words() -> None:
    page = query_page([call("codex", "issue", 0)])
    assert page.head[1].endswith("(limit 0): the limit leaves none")


def test_a_tie_with_what_is_cut_is_a_tie_of_servers() -> None:
    catalog = published(server("a", tool("t", "hello")), server("b", tool("t", "hello")))
    one = search_call(host_named("docker"), catalog, scenario("docker"), ["hello"], 1, "host")
    assert any("ties with a server" in note for note in query_page([one]).notes)
