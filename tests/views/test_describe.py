"""`describe` as pages: standing, cost, origin, rivals."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

from tests.catalogs import TRACKERS, catalog, source, tool
from toolsearch_cli.hosts.scenario import Scenario, Scope
from toolsearch_cli.views.describe import describe_page, rival_rows
from toolsearch_cli.workbench import describe, exact_sizes

if TYPE_CHECKING:
    from toolsearch_cli.catalog.model import Catalog
    from toolsearch_cli.views.grid import Page

CATALOG = catalog(*TRACKERS)


def shown(
    *names: str, of: Catalog = CATALOG, scenario: Scenario | None = None, exact: bool = False
) -> Page:
    asked = scenario or Scenario()
    found = describe(of, asked, names)
    return describe_page(of, asked, found, exact_sizes(found) if exact else ())


def test_a_deferred_tool_shows_what_the_host_returns_and_where_it_came_from() -> None:
    page = shown("github/search_code")
    assert page.head[1:3] == ("mcp__github__search_code", "deferred: behind the bridge")
    assert "github/search_code, catalog.json#/servers/0/tools/2" in page.head
    returned = json.loads(page.body)
    assert returned["name"] == "mcp__github__search_code"
    assert returned["parameters"]["properties"] == {"q": {"type": "string"}}


def test_exact_tokens_stand_beside_the_estimate() -> None:
    assert not any("o200k_base" in line for line in shown("archive").head)
    (line,) = (line for line in shown("archive", exact=True).head if "o200k_base" in line)
    assert "tokens, o200k_base" in line


def test_rivals_are_ranked_with_the_tool_itself_among_them() -> None:
    (page,) = shown("linear/create_issue").following
    assert page.grid is not None
    names = [row.cells[1] for row in page.grid.rows]
    assert names[:2] == ["mcp__linear__create_issue", "mcp__github__create_issue"]
    assert [row.marked for row in page.grid.rows][:2] == [True, False]


def test_a_tool_that_its_own_words_do_not_find_first_is_warned_of() -> None:
    greedy = catalog(
        source("a", tool("jot", "note")),
        source("b", tool("jot_note", "jot jot note note a a mcp mcp")),
    )
    (page,) = shown("a/jot", of=greedy).following
    assert page.grid is not None
    assert [row.marked for row in page.grid.rows] == [False, True]
    assert page.notes == ("! 1 of them scores higher than the tool itself.",)


def test_an_eager_tool_shows_what_is_sent_instead() -> None:
    page = shown("terminal")
    assert page.head[2].startswith("eager")
    assert "error" in json.loads(page.body)
    (sent,) = page.following
    assert json.loads(sent.body)["function"]["name"] == "terminal"


def test_out_of_scope_is_said_as_such() -> None:
    page = shown("github/search_code", scenario=Scenario(scope=Scope(only=("linear",))))
    assert page.head[2].startswith("out of scope")
    assert "not currently available" in json.loads(page.body)["error"]


@pytest.mark.parametrize(
    ("name", "standing"), [("tool_call", "a tool of the bridge"), ("read_file", "a core tool")]
)
def test_the_tools_of_the_host_itself_are_told_apart(name: str, standing: str) -> None:
    page = shown(name)
    assert page.head[2].startswith(standing)
    assert "error" in json.loads(page.body)


def test_another_tool_that_wants_the_name_is_said() -> None:
    both = catalog(source("a-b", tool("star")), source("a b", tool("star")))
    page = shown("a-b/star", of=both)
    (note,) = page.notes
    assert note.startswith("! Two tools want this name. a b: star becomes mcp__a_b__star, which")


def test_a_bridge_that_is_not_used_makes_it_a_what_if() -> None:
    page = shown("archive", scenario=Scenario(config={"enabled": "off"}))
    assert "no describe tool" in page.notes[0]


def test_a_glob_gives_several_in_order() -> None:
    page = shown("github/*")
    names = [one.head[1] for one in (page, *page.following) if len(one.head) > 1]
    assert names == [f"mcp__github__{n}" for n in ("create_issue", "list_issues", "search_code")]


def test_rows_are_the_rivals_of_every_tool() -> None:
    grid = rival_rows(describe(CATALOG, Scenario(), ["github/*"])).grid
    assert grid is not None
    own = [row.cells for row in grid.rows if row.cells[grid.index("rank")] == 0]
    assert [cells[0] for cells in own] == [cells[grid.index("tool")] for cells in own]
    assert len(own) == 3
