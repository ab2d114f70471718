"""The keyword mode, to the recorded answers of a re-implementation of its source."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from tests.catalogs import catalog, source, tool
from tests.hosts.graph.asking import asked, names, numbered, result, small
from tests.search.small_catalog import answers
from toolsearch_cli.errors import SettingsError
from toolsearch_cli.hosts.graph.results import rounded

if TYPE_CHECKING:
    from tests.golden_cases import Case
    from toolsearch_cli.catalog.model import Catalog

VECTORS = answers("graph_keyword")


def found(case_query: str, limit: object = None, **config: object) -> list[list[Any]]:
    tools = result(asked(small(), case_query, limit, **config))["tools"]
    return [[one["name"], one["score"]] for one in tools]


@pytest.mark.parametrize("case", VECTORS["cases"], ids=lambda case: case["query"])
def test_what_is_selected_and_what_is_ranked(case: Case) -> None:
    assert found(case["query"]) == case["selected"]
    assert found(case["query"], 1000, min_probability=1e-9) == case["ranked"]


def test_the_defaults_are_those_of_the_vectors() -> None:
    assert VECTORS["defaults"] == {"min_probability": 0.1, "limit": 10}
    ranking = asked(small(), "issue").rankings[0]
    assert ranking.limit == 10


def test_what_graph_s_own_test_says() -> None:
    fact, empty = VECTORS["unit_facts"]
    tools = [tool(name, text) for name, text in fact["candidates"]]
    plugin = catalog(source("tools", *tools, kind="plugin"))
    every = result(asked(plugin, fact["query"], min_probability=0))["tools"]
    scores = {one["name"]: one["score"] for one in every}
    assert [scores[name] for name, _ in fact["candidates"]] == fact["scores"]
    assert empty == {"query": "", "scores": "all zero"}
    assert result(asked(plugin, ""))["tools"] == []
    zeros = result(asked(plugin, "", min_probability=0))["tools"]
    assert [(one["name"], one["score"]) for one in zeros] == [
        ("github", 0.0),
        ("linear", 0.0),
        ("slack", 0.0),
    ]


def thresholds() -> Catalog:
    return catalog(
        source(
            "srv",
            tool("alpha", "zeta common"),
            tool("beta", "common thing"),
            tool("gamma", "common other words here"),
            *(tool(f"d{at:02}", "common filler") for at in range(17)),
            tool("none", "nothing"),
        )
    )


def test_a_share_below_the_least_is_no_hit() -> None:
    only = asked(thresholds(), "zeta common", min_probability=0.1)
    assert [(one["name"], one["score"]) for one in result(only)["tools"]] == [("srv__alpha", 1.0)]
    assert any("no probability; 19 more tools share a word" in one for one in only.remarks)
    more = result(asked(thresholds(), "zeta common", min_probability=0.02))["tools"]
    assert len(more) == 10
    assert [one["score"] for one in more[1:]] == [0.026] * 9
    assert more[1]["name"] == "srv__beta"


def test_the_cut_is_made_before_rounding() -> None:
    best = asked(thresholds(), "zeta common", min_probability=0.01).rankings[0].hits
    score = next(hit.score for hit in best if hit.name == "srv__beta")
    assert rounded(score) > score
    assert names(asked(thresholds(), "zeta common", min_probability=rounded(score))) == [
        "srv__alpha"
    ]
    assert len(names(asked(thresholds(), "zeta common", min_probability=score))) == 10


@pytest.mark.parametrize(
    ("score", "expected"), [(0.0005, 0.001), (0.0625, 0.063), (0.1234, 0.123), (1.0, 1.0), (0, 0)]
)
def test_scores_have_three_decimals_halves_up(score: float, expected: float) -> None:
    assert rounded(score) == expected


def test_a_result_says_that_keywords_ranked_and_holds_schemas_unless_told() -> None:
    full = result(asked(small(), "create issue"))
    assert list(full) == ["mode", "tools", "always"]
    assert full["mode"] == "keyword"
    assert set(full["tools"][0]) == {"name", "description", "inputSchema", "score"}
    brief = result(asked(small(), "create issue", schemas=False))["tools"]
    assert all(set(one) == {"name", "description", "score"} for one in brief)


def test_a_limit_is_any_number_from_zero_and_needs_no_clamp() -> None:
    assert len(names(asked(numbered(30), "common", limit=25))) == 25
    assert names(asked(numbered(30), "common", limit=0)) == []
    assert len(names(asked(numbered(30), "common", limit=3))) == 30 // 10
    refused = asked(numbered(30), "common", limit=-1)
    assert len(names(refused)) == 10
    assert any("refuses a limit of -1" in one for one in refused.remarks)


@pytest.mark.parametrize("least", [-0.1, 1.5, "2"])
def test_a_probability_outside_0_to_1_is_an_error(least: object) -> None:
    with pytest.raises(SettingsError, match="min_probability: expected 0 to 1"):
        asked(small(), "issue", min_probability=least)


def test_without_candidates_the_mode_is_decision_and_nothing_is_found() -> None:
    answer = asked(numbered(0), "anything")
    assert result(answer) == {
        "mode": "decision",
        "tools": [],
        "always": ["builtin__infer", "builtin__reshape"],
    }
    everything = asked(small(), "issue", always_loaded=["*"])
    assert result(everything)["mode"] == "decision"
    assert len(result(everything)["always"]) == 30 + 2


def test_single_letters_are_words_where_they_take_two_bytes() -> None:
    """graph measures a word before it is in lower case: a letter of ASCII has one byte."""
    letters = catalog(source("srv", tool("x", "a é"), tool("y", "b")))
    assert names(asked(letters, "É")) == ["srv__x"]
    assert names(asked(letters, "a")) == []


def test_what_is_no_text_has_no_words() -> None:
    odd = catalog(source("srv", tool("seven", 7), tool("list", ["seven"])))
    assert names(asked(odd, "seven 7")) == ["srv__seven"]
