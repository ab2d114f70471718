"""Cursor: names only, pairs of names that are too long, caps of which little is known."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from tests.catalogs import TRACKERS, catalog, source, tool
from toolsearch_cli.errors import UsageError
from toolsearch_cli.hosts.cursor import CursorHost
from toolsearch_cli.hosts.scenario import Scenario

if TYPE_CHECKING:
    from toolsearch_cli.hosts.disclosure import Disclosure

HOST = CursorHost()


def shown(*sources: dict[str, Any], **options: str) -> Disclosure:
    return HOST.disclose(catalog(*sources), Scenario(host="cursor", options=options))


def test_names_are_read_and_no_schema_is_sent_but_the_editors_own() -> None:
    turn = shown(*TRACKERS)
    assert [one.name for one in turn.eager] == ["terminal"]
    assert turn.readable == {one.name for one in turn.deferred}
    assert turn.listing.text.split("\n")[1:] == [
        *("jot", "mcp_github_create_issue", "mcp_github_list_issues", "mcp_github_search_code"),
        *("mcp_linear_archive", "mcp_linear_create_issue"),
    ]
    assert turn.bridge == ()
    assert turn.fidelity == "approximate"
    assert turn.standing == "1 schema sent, 6 tools by name, their schemas in files"


def test_a_pair_of_names_has_at_most_60_characters() -> None:
    turn = shown(source("s" * 16, tool("t" * 44), tool("u" * 49)))
    assert [one.tool.name for one in turn.deferred] == ["t" * 44]
    assert [one.kind for one in turn.refusals] == ["dropped"]
    assert "65 characters together" in turn.refusals[0].reason
    assert not shown(source("s" * 16, tool("p" * 60), kind="plugin")).refusals


@pytest.mark.parametrize(("tools", "codes"), [(40, []), (41, ["tool-cap"])])
def test_more_than_40_tools_are_spoken_of(tools: int, codes: list[str]) -> None:
    many = source("s", *(tool(f"t{n}") for n in range(tools)))
    turn = shown(many)
    assert [note.code for note in turn.notes] == codes
    assert len(turn.deferred) == tools


def test_a_cap_leaves_out_what_is_over_it() -> None:
    turn = shown(source("s", *(tool(f"t{n:02}") for n in range(41))), max_tools="40")
    assert len(turn.deferred) == 40
    assert [(one.kind, one.raw_name) for one in turn.refusals] == [("over-cap", "t40")]


def test_nothing_is_listed_without_tools_and_nothing_is_ranked() -> None:
    turn = shown()
    assert (turn.listing.text, turn.activated) == ("", False)
    with pytest.raises(UsageError, match="the agent searches files itself"):
        HOST.search(catalog(*TRACKERS), Scenario(host="cursor"), ["x"])
