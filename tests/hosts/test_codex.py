"""Codex: its recorded names and answers, through the host, and what its model reads."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from tests import strategies
from tests.hosts.asking import (
    array_names,
    asked,
    codes,
    names,
    published,
    scenario,
    server,
    shown,
    small,
    tool,
)
from tests.search.small_catalog import answers
from toolsearch_cli.errors import UsageError
from toolsearch_cli.hosts.codex.budget import row
from toolsearch_cli.hosts.codex.documents import searched_text
from toolsearch_cli.hosts.codex.listing import described
from toolsearch_cli.hosts.codex.naming import LONGEST, names_for, names_of
from toolsearch_cli.hosts.registry import host_named

if TYPE_CHECKING:
    from tests.golden_cases import Case
    from toolsearch_cli.catalog.model import Catalog

SAME = 1.01e-5
"""Scores are recorded with 5 digits."""


@cache
def recorded() -> Catalog:
    return small()


def groups(result: Any) -> list[tuple[str, list[str]]]:
    return [(one["name"], [tool["name"] for tool in one["tools"]]) for one in result["tools"]]


def flat(space: str, name: str) -> str:
    return f"{space}__{name}"


@pytest.mark.parametrize("case", answers("codex_tool_search")["cases"])
def test_the_recorded_answers(case: Case) -> None:
    """Up to equal scores, which the program returns in another order each time."""
    answer = asked("codex", recorded(), case["query"], case["limit"])
    (ranking,) = answer.rankings
    everything = asked("codex", recorded(), case["query"], 40).rankings[0]
    score = {hit.name: hit.score for hit in everything.hits}
    simulated = {name.replace("/", "__"): value for name, value in case["sim_scores"]}
    assert score == pytest.approx(simulated, abs=SAME)
    least = min((hit.score for hit in ranking.hits), default=0.0)
    for run in case["runs"]:
        found = [flat(space, name) for space, tools in run for name in tools]
        assert len(found) == len(ranking.hits)
        assert all(score[name] >= least - SAME for name in found)
        firsts = [flat(space, tools[0]) for space, tools in run]
        for ordered in (firsts, *([flat(space, name) for name in tools] for space, tools in run)):
            values = [score[name] for name in ordered]
            assert values == pytest.approx(sorted(values, reverse=True), abs=SAME)
    if case["deterministic_across_3_runs"] and not ranking.ties:
        assert [[space, tools] for space, tools in groups(answer.result)] == case["runs"][0]


@pytest.mark.parametrize("case", answers("codex_k1_b")["cases"])
def test_the_orders_that_pin_k1_and_b(case: Case) -> None:
    catalog = published(*answers("codex_k1_b")["catalog"]["servers"])
    ((_, found),) = groups(asked("codex", catalog, case["query"], case["limit"]).result)
    assert found == case["observed"]


def test_the_texts_that_are_searched() -> None:
    catalog = recorded()
    texts = {}
    for source in catalog.sources:
        for one in source.tools:
            name = names_of(catalog)[source.name, one.name]
            texts[f"{name.namespace}/{name.tool}"] = searched_text(name, one, source)
    assert texts == answers("codex_tool_search")["search_text"]


def test_texts_are_trimmed_and_what_is_blank_is_left_out() -> None:
    catalog = published(
        server(
            "a-b",
            tool("x.y", " said \n", title="\t", inputSchema={"properties": {"b": {}, "B": {}}}),
            instructions="  one\ntwo ",
        )
    )
    (source,) = catalog.sources
    name = names_of(catalog)["a-b", "x.y"]
    text = searched_text(name, source.tools[0], source)
    assert text == "mcp__a_bx_y x_y x.y a-b said one\ntwo B b"


@pytest.mark.parametrize("case", answers("codex_names")["cases"])
def test_the_recorded_names(case: Case) -> None:
    catalog = published(server(case["server"], *(tool(name) for name in case["raw"])))
    seen = {(name.namespace, name.tool) for name in names_of(catalog).values()}
    assert seen == {(space, name) for space, tools in case["model_visible"] for name in tools}
    defined = {one.name for one in shown("codex", catalog).definitions}
    assert defined == {flat(space, name) for space, name in seen}


def test_namespaces_that_two_servers_would_share_get_a_hash() -> None:
    """Codex 0.171.0 gave them these names."""
    catalog = published(server("a-b", tool("t")), server("a_b", tool("t")))
    spaces = {name.namespace for name in names_of(catalog).values()}
    assert spaces == {"mcp__a_b_e0598e406614", "mcp__a_b_909e3df97957"}
    assert "namespaces" in codes(shown("codex", catalog))


@pytest.mark.parametrize(
    ("published_tools", "seen"),
    [
        (
            [("mcp__q", "x"), ("q", "x")],
            [("mcp__q_e2a96dbaf12d", "x"), ("mcp__q_a11a504d0af6", "x")],
        ),
        (
            [("names-srv", one) for one in ("dup.name", "dup_name", "dup_name_853360e229b7")],
            [
                ("mcp__names_srv", "dup_name_853360e229b7"),
                ("mcp__names_srv", "dup_name_580831cc906a"),
                ("mcp__names_srv", "dup_name_853360e229b7_3fa54aeb2631"),
            ],
        ),
        ([("s" * 108, "t" * 40)], [("mcp__" + "s" * 108, "_a1cc41e43ebd")]),
        ([("s" * 109, "w" * 12)], [("mcp__" + "s" * 109, "w" * 12)]),
        ([("s" * 109, "t" * 40)], [("mcp__" + "s" * 108, "_d06c7213c63e")]),
        ([("s" * 160, "x")], [("mcp__" + "s" * 108, "_710f698a8964")]),
    ],
)
def test_names_that_codex_gave(
    published_tools: list[tuple[str, str]], seen: list[tuple[str, str]]
) -> None:
    """Answers of Codex 0.171.0."""
    names = names_for(published_tools)
    assert [tuple(names[one]) for one in published_tools] == seen


def test_a_namespace_that_starts_as_one_is_not_prefixed_again() -> None:
    assert names_for([("mcp__x", "t")])["mcp__x", "t"].namespace == "mcp__x"


def test_a_namespace_that_leaves_no_room_is_cut() -> None:
    name = names_for([("s" * 130, "t")])["s" * 130, "t"]
    assert (len(name.namespace), len(name.tool)) == (113, 13)
    assert name.tool.startswith("_")


def test_two_pairs_that_one_word_would_name_stay_two_tools() -> None:
    catalog = published(server("a", tool("b__c")), server("a__b", tool("c")))
    found = [one.name for one in shown("codex", catalog).definitions]
    assert found == ["mcp__a__b.c", "mcp__a__b__c"]


def test_a_tool_that_is_published_twice_is_one() -> None:
    disclosure = shown("codex", published(server("a", tool("t"), tool("t"))))
    assert len(disclosure.definitions) == 1
    assert [one.kind for one in disclosure.collisions] == ["repeated"]


pairs = st.lists(st.tuples(st.text("aA_-. é", max_size=130), st.text("aA_-. é", max_size=140)))


@given(pairs)
def test_names_are_unique_fit_and_do_not_depend_on_the_order(wanted: list[tuple[str, str]]) -> None:
    found = names_for(wanted)
    assert found == names_for(reversed(wanted))
    glued = [name.namespace + name.tool for name in found.values()]
    assert len(set(glued)) == len(glued) == len(set(wanted))
    assert all(len(one) <= LONGEST and one.isascii() for one in glued)


def test_what_the_model_reads_at_the_start() -> None:
    disclosure = shown("codex", recorded())
    assert array_names(disclosure) == ["tool_search"]
    assert disclosure.listing.text == "\n".join(
        (
            "<tools>",
            "Deferred tool namespaces:",
            "- mcp__calendar: Manage calendars, events and meeting rooms.",
            *(
                line
                for line in disclosure.listing.text.split("\n")
                if line.startswith(("- mcp__db", "- mcp__f", "- mcp__m"))
            ),
            "- mcp__weather",
            "</tools>",
        )
    )
    assert not disclosure.readable
    assert disclosure.payment.listing == disclosure.listing_tokens > 0
    assert {row.form for row in disclosure.sources} == {"summary"}
    assert "no-instructions" in codes(disclosure)


@pytest.mark.parametrize(
    ("said", "expected"),
    [
        ("", "- n"),
        ("  \n ", "- n"),
        ("  control the app  \nmore", "- n: control the app"),
        ("x" * 250, "- n: " + "x" * 250),
        ("\U0001f980" * 251, "- n: " + "\U0001f980" * 247 + "..."),
    ],
)
def test_the_line_of_a_namespace(said: str, expected: str) -> None:
    assert row("n", described(said)) == expected


def test_names_of_two_sources_are_one_namespace_and_one_line() -> None:
    catalog = published(server("a", tool("x")), server("a", tool("y")))
    disclosure = shown("codex", catalog)
    assert disclosure.listing.text.count("- mcp__a") == 1
    assert len(disclosure.definitions) == 2


def test_code_mode_lists_and_ranks_nothing() -> None:
    disclosure = shown("codex", recorded(), mode="code")
    assert array_names(disclosure) == ["exec"]
    assert (disclosure.fidelity, disclosure.listing.text) == ("visibility-only", "")
    assert len(disclosure.deferred) == 30
    assert not host_named("codex").searches(scenario("codex", mode="code"))
    with pytest.raises(UsageError, match="no search"):
        asked("codex", recorded(), "issue", mode="code")


def test_nothing_is_offered_without_tools() -> None:
    disclosure = shown("codex", published(server("a")))
    assert (disclosure.activated, disclosure.array) == (False, ())


def test_results_are_whole_and_by_namespace() -> None:
    published_tool = tool("t", "Say hello", outputSchema={"type": "object"})
    catalog = published(server("a", published_tool), server("b", tool("t", "Say hello hello")))
    answer = asked("codex", catalog, "hello")
    function = {
        "type": "function",
        "name": "t",
        "description": "Say hello",
        "strict": False,
        "defer_loading": True,
        "parameters": {"type": "object"},
    }
    spaces = {
        space: {
            "type": "namespace",
            "name": space,
            "description": f"Tools in the {space} namespace.",
            "tools": [{**function, "description": said}],
        }
        for space, said in (("mcp__a", "Say hello"), ("mcp__b", "Say hello hello"))
    }
    assert answer.result == {"tools": [spaces["mcp__b"], spaces["mcp__a"]]}
    assert any("mcp__b, mcp__a" in remark for remark in answer.remarks)


def test_equal_scores_are_ties_in_random_order() -> None:
    catalog = published(server("a", tool("one", "hello"), tool("two", "hello")))
    (ranking,) = asked("codex", catalog, "hello").rankings
    assert (ranking.ties, ranking.tie_order) == (((1, 2),), "random")


@pytest.mark.parametrize(("limit", "hits"), [(None, 8), (0, 0), (-1, 0), (2, 2), (40, 9), ("3", 8)])
def test_limits(limit: object, hits: int) -> None:
    catalog = published(server("a", *(tool(f"t{at}", "hello") for at in range(9))))
    answer = asked("codex", catalog, "hello", limit)
    assert len(names(answer)) == hits
    assert answer.rankings[0].found == 9
    assert any("limit of 0" in remark for remark in answer.remarks) == (hits == 0)


@given(strategies.shuffled(strategies.catalogs), strategies.queries)
@settings(max_examples=40, deadline=None)
def test_the_order_of_sources_and_tools_decides_nothing(both: list[Catalog], query: str) -> None:
    one, two = (shown("codex", catalog) for catalog in both)
    assume(not one.collisions)  # of tools published twice the program keeps the first
    assert one.listing == two.listing
    assert {one.name for one in one.definitions} == {one.name for one in two.definitions}
    first, second = (asked("codex", catalog, query, 50).rankings[0] for catalog in both)
    assert [(hit.name, hit.score) for hit in first.hits] == [
        (hit.name, hit.score) for hit in second.hits
    ]
