"""Anthropic's API: what is deferred, names it refuses, search by pattern and by words."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.catalogs import TRACKERS, catalog, source, tool
from toolsearch_cli.catalog.model import Catalog
from toolsearch_cli.hosts.anthropic.host import AnthropicHost
from toolsearch_cli.hosts.anthropic.searching import SEARCH_TOOLS
from toolsearch_cli.hosts.scenario import Scenario

if TYPE_CHECKING:
    from toolsearch_cli.hosts.disclosure import Disclosure
    from toolsearch_cli.hosts.protocol import SearchAnswer

HOST = AnthropicHost()
TRACKED = catalog(*TRACKERS)


def scenario(**options: str) -> Scenario:
    return Scenario(host="anthropic", options=options)


def shown(of: Catalog, **options: str) -> Disclosure:
    return HOST.disclose(of, scenario(**options))


def searched(query: str, of: Catalog = TRACKED, **options: str) -> SearchAnswer:
    return HOST.search(of, scenario(**options), [query])


def found(query: str, of: Catalog = TRACKED, **options: str) -> list[str]:
    return [hit.name for hit in searched(query, of, variant="regex", **options).rankings[0].hits]


@pytest.mark.parametrize("variant", ["regex", "bm25"])
def test_only_the_search_tool_and_what_is_not_deferred_is_seen(variant: str) -> None:
    turn = shown(TRACKED, variant=variant)
    name = f"tool_search_tool_{variant}"
    assert turn.bridge == ({"type": f"{name}_20251119", "name": name},)
    assert [one.name for one in turn.eager] == ["terminal"]
    assert len(turn.deferred) == 6
    assert turn.readable == frozenset()
    assert turn.listing.text == ""
    assert {row.form for row in turn.sources if row.deferred} == {"hidden"}
    assert turn.array[0].keys() == {"name", "description", "input_schema"}


def test_the_file_comes_before_the_setting_and_patterns_before_the_file() -> None:
    (first, *rest) = TRACKED.sources
    tools = (replace(first.tools[0], deferred=False), replace(first.tools[1], deferred=True))
    of = Catalog((replace(first, tools=tools), *rest))
    assert "github__create_issue" in {one.name for one in shown(of).eager}
    nothing = shown(of, defer_loading="false")
    assert [one.name for one in nothing.deferred] == ["github__list_issues"]
    none = shown(of, defer_loading="false", eager="github/list_*")
    assert (none.deferred, none.bridge) == ((), ())
    assert none.standing == "6 schemas sent; nothing is deferred"


def test_a_request_in_which_everything_is_deferred_is_warned_of() -> None:
    of = catalog(source("s", tool("a"), tool("b")))
    assert [note.code for note in shown(of).notes] == ["all-deferred"]
    assert "400" in str(shown(of).notes[0])
    assert shown(of, eager="a").notes == ()


@pytest.mark.parametrize(
    ("name", "reason"),
    [
        ("a.b", "takes only"),
        ("a b", "takes only"),
        ("\u00e9", "takes only"),
        ("x\n", "takes only"),
        ("t" * 126, "129 characters"),
    ],
)
def test_names_that_the_api_refuses(name: str, reason: str) -> None:
    turn = shown(catalog(source("s", tool(name), tool("t" * 125))))
    assert [one.name for one in turn.deferred] == ["s__" + "t" * 125]
    assert [(one.kind, one.raw_name) for one in turn.refusals] == [("refused", name)]
    assert reason in turn.refusals[0].reason


def test_a_catalog_takes_10000_tools() -> None:
    turn = shown(catalog(source("s", *(tool(f"t{n:05}") for n in range(10_001)))))
    assert len(turn.deferred) == 10_000
    assert [one.kind for one in turn.refusals] == ["over-cap"]


PLACES = catalog(
    source(
        "s",
        tool("in_name_zebra", ""),
        tool("described", "A zebra here"),
        tool("argued", "", "zebra_count"),
        {
            "name": "explained",
            "description": "",
            "inputSchema": {"properties": {"n": {"description": "zebras to count"}, "m": 7}},
        },
        tool("odd", 7),
        {"name": "list", "description": None, "inputSchema": ["zebra"]},
    )
)


@pytest.mark.parametrize("variant", ["regex", "bm25"])
def test_names_descriptions_arguments_and_their_descriptions_are_searched(variant: str) -> None:
    words = {"regex": "zebra", "bm25": "zebra zebras"}
    ranking = searched(words[variant], PLACES, variant=variant).rankings[0]
    names = {hit.name.removeprefix("s__") for hit in ranking.hits}
    assert names == {"in_name_zebra", "described", "argued", "explained"}


@pytest.mark.parametrize(
    ("pattern", "names"),
    [
        ("create_issue", ["github__create_issue", "linear__create_issue"]),
        ("CREATE", []),  # case counts
        ("(?i)CREATE", ["github__create_issue", "linear__create_issue"]),
        ("^linear__", ["linear__archive", "linear__create_issue"]),
        ("ticket$", ["linear__archive"]),
        ("jo.", ["jot"]),
        (".*", [*("github__create_issue", "github__list_issues", "github__search_code", "jot")]),
    ],
)
def test_a_pattern_is_searched_as_python_does(pattern: str, names: list[str]) -> None:
    assert found(pattern)[: len(names)] == names
    assert bool(found(pattern)) == bool(names)


@pytest.mark.parametrize(
    ("pattern", "code"), [("(", "invalid_pattern"), ("a" * 201, "pattern_too_long")]
)
def test_a_pattern_that_is_refused_gives_the_error_code(pattern: str, code: str) -> None:
    answer = searched(pattern, variant="regex")
    assert answer.result == {
        "type": "tool_search_tool_result",
        "content": {"type": "tool_search_tool_result_error", "error_code": code},
    }
    assert any(code in remark for remark in answer.remarks)
    assert found("a" * 200) == []


def test_an_answer_holds_references() -> None:
    assert searched("jot", variant="regex").result == {
        "type": "tool_search_tool_result",
        "content": {
            "type": "tool_search_tool_search_result",
            "tool_references": [{"type": "tool_reference", "tool_name": "jot"}],
        },
    }


@pytest.mark.parametrize(("asked", "given_"), [("3", 3), ("5", 5), ("1", 3), ("9", 5)])
def test_three_to_five_results(asked: str, given_: int) -> None:
    of = catalog(source("s", *(tool(f"t{n}", "same") for n in range(9))))
    assert len(found("same", of, results=asked)) == given_
    assert len(searched("same", of, results=asked).rankings[0].hits) == given_


def test_how_far_a_ranking_can_be_trusted() -> None:
    assert searched("issue").fidelity == "approximate"
    assert "not public" in searched("issue").remarks[0]
    exact = searched("create_issue", variant="regex")
    assert (exact.fidelity, exact.remarks) == ("from-source", ())
    many = searched(".", variant="regex", results="3")
    assert many.fidelity == "approximate"
    assert "6 tools match" in many.remarks[0]


TEXT = st.text("ab._(*", min_size=1, max_size=4)


@given(
    tools=st.lists(st.tuples(TEXT, TEXT), min_size=1, max_size=9, unique_by=lambda one: one[0]),
    query=TEXT,
)
def test_a_text_is_found_as_its_escaped_pattern_is(
    tools: list[tuple[str, str]], query: str
) -> None:
    described: list[dict[str, Any]] = [tool(name, about) for name, about in tools]
    of = catalog(source("s", *described, kind="plugin"))
    asked = scenario(variant="regex")
    names = [name for name, _ in tools]
    expected = set(found(re.escape(query), of))
    told = HOST.finds(of, asked, [(query, name) for name in names])
    assert {name for name, yes in zip(names, told, strict=True) if yes} == expected
    assert HOST.finds(of, asked, [(query, "nobody")]) == (False,)


def test_the_names_of_the_bridge_are_those_of_the_two_search_tools() -> None:
    assert HOST.bridge_names == set(SEARCH_TOOLS.values())


def test_the_order_of_the_catalog_does_not_matter() -> None:
    turned = Catalog(tuple(replace(one, tools=one.tools[::-1]) for one in TRACKED.sources[::-1]))
    assert shown(turned).array == shown(TRACKED).array
    assert found(".", turned) == found(".")
