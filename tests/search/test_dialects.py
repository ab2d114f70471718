"""The recorded answers of each host whose ranking is by words."""

from __future__ import annotations

import re
from dataclasses import replace
from functools import cache
from typing import TYPE_CHECKING, Any

import pytest

from tests.search.small_catalog import answers, small_catalog
from toolsearch_cli.search.dialects import ARION, CODEX, DOCKER, FASTMCP, GRAPH
from toolsearch_cli.search.word_index import WordIndex

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from tests.golden_cases import Case
    from toolsearch_cli.search.word_index import Rules

SAME = 1.01e-5
"""Codex' scores are recorded with 5 digits."""


def _indexed(documents: Mapping[str, tuple[str, ...]], rules: Rules) -> WordIndex:
    return WordIndex(tuple(documents), documents.values(), rules)


def _rounded(scores: Iterable[tuple[str, float]], digits: int) -> list[list[Any]]:
    return [[name, round(score, digits)] for name, score in scores]


@cache
def _arion() -> WordIndex:
    return _indexed(
        {
            name: (name, one.description)
            for one in small_catalog()
            for name in (f"{one.server}.{one.name}",)
        },
        ARION,
    )


@cache
def _graph(rules: Rules) -> WordIndex:
    names = {f"{one.server}__{one.name}": one.description for one in small_catalog()}
    return _indexed({name: (f"{name} {text}",) for name, text in names.items()}, rules)


@pytest.mark.parametrize("case", answers("arion_bm25")["cases"])
def test_arion(case: Case) -> None:
    """To the last bit of its 32-bit floats, tools without a word of the query included."""
    expected = [tuple(one) for one in case["ranked"]]
    hits = _arion().search(case["query"], len(expected)).hits
    assert [(hit.name, hit.score) for hit in hits] == expected


@pytest.mark.parametrize("fact", answers("arion_bm25")["unit_facts"])
def test_what_arion_s_own_tests_say(fact: Case) -> None:
    analysis = ARION.analysis
    if "tf" in fact:
        texts = (fact["name"], fact["description"]) if "name" in fact else ("", fact["text"])
        terms = [
            term
            for weight, text in zip(analysis.weights, texts, strict=True)
            for term in weight * analysis.terms(text)
        ]
        assert len(terms) == fact["token_count"]
        assert {term: terms.count(term) for term in terms} == fact["tf"]
        return
    tools = fact.get("tools") or [("", text) for text in fact["docs"]]
    index = WordIndex([str(at) for at in range(len(tools))], tools, ARION)
    hits = index.search(fact["query"], len(tools)).hits
    if "first" in fact:
        assert hits[0].document == fact["first"]
        assert hits[0].score > hits[1].score
    else:
        assert [hit.score for hit in hits] == fact["scores"]


@pytest.mark.parametrize("case", answers("graph_keyword")["cases"])
def test_graph(case: Case) -> None:
    assert _rounded(_graph(GRAPH).scores(case["query"]), 3) == case["ranked"]
    defaults = answers("graph_keyword")["defaults"]
    plan = replace(GRAPH, least_share=defaults["min_probability"])
    hits = _graph(plan).search(case["query"], defaults["limit"]).hits
    assert _rounded(((hit.name, hit.score) for hit in hits), 3) == case["selected"]


@pytest.mark.parametrize(("least", "found"), [(0.1, 1), (0.02, 18), (0.0, 21), (None, 18)])
def test_graph_s_threshold_cuts_shares_and_not_scores(least: float | None, found: int) -> None:
    texts = {
        "srv__alpha": "zeta common",
        "srv__beta": "common thing",
        "srv__gamma": "common other words here",
        **{f"srv__d{number:02}": "common filler" for number in range(17)},
        "srv__none": "nothing",
    }
    documents = {name: (f"{name} {text}",) for name, text in texts.items()}
    ranking = _indexed(documents, replace(GRAPH, least_share=least)).search("zeta common", 10)
    shares = [(hit.name, round(hit.score, 3)) for hit in ranking.hits]
    expected = [("srv__alpha", 1.0), ("srv__beta", 0.026)]
    expected += [(f"srv__d{number:02}", 0.026) for number in range(8)]
    assert shares == expected[: min(found, 10)]
    assert ranking.found == (20 if found == 18 else found)


def _codex_text(server: Case, tool: Case) -> str:
    def sanitised(name: str) -> str:
        return re.sub(r"[^A-Za-z0-9_]", "_", name)

    name = sanitised(tool["name"])
    parts = (
        f"mcp__{sanitised(server['name'])}{name}",
        *(name, tool["name"], server["name"]),
        *(tool.get("title"), tool.get("description"), server.get("instructions")),
        *sorted(tool["inputSchema"].get("properties", {})),
    )
    return " ".join(part.strip() for part in parts if part and part.strip())


@cache
def _codex() -> WordIndex:
    texts = answers("codex_tool_search")["search_text"]
    return _indexed({name: (text,) for name, text in texts.items()}, CODEX)


@pytest.mark.parametrize("name", answers("codex_tool_search")["tokens"])
def test_the_words_of_codex(name: str) -> None:
    recorded = answers("codex_tool_search")
    assert CODEX.analysis.terms(recorded["search_text"][name]) == recorded["tokens"][name]


@pytest.mark.parametrize("case", answers("codex_tool_search")["cases"])
def test_codex(case: Case) -> None:
    """Its hits are grouped by namespace, and equal scores come in another order each time."""
    scores = dict(_codex().scores(case["query"]))
    recorded = dict(case["sim_scores"])
    assert scores.keys() == recorded.keys()
    assert all(abs(score - recorded[name]) <= SAME for name, score in scores.items())
    limit = 8 if case["limit"] is None else case["limit"]
    best = [hit.score for hit in _codex().search(case["query"], limit).hits]
    for run in case["runs"]:
        groups = [[scores[f"{space}/{name}"] for name in names] for space, names in run]
        given = sorted((score for group in groups for score in group), reverse=True)
        assert given == pytest.approx(best, abs=SAME)
        for ordered in (*groups, [group[0] for group in groups]):
            assert ordered == pytest.approx(sorted(ordered, reverse=True), abs=SAME)


@pytest.mark.parametrize("case", answers("codex_k1_b")["cases"])
def test_k1_and_b_of_codex(case: Case) -> None:
    assert case["observed"] == _names(CODEX, case, _codex_text)


@pytest.mark.parametrize("case", answers("fastmcp_k1_b")["cases"])
def test_k1_and_b_of_fastmcp(case: Case) -> None:
    assert case["observed"] == _names(FASTMCP, case, _fastmcp_text)


def _fastmcp_text(server: Case, tool: Case) -> str:
    return f"{tool['name']} {tool['description']}"


def _names(rules: Rules, case: Case, text: Any) -> list[str]:
    documents = {
        tool["name"]: (text(server, tool),)
        for server in answers("codex_k1_b")["catalog"]["servers"]
        for tool in server["tools"]
    }
    hits = _indexed(documents, rules).search(case["query"], case.get("limit", 100)).hits
    return [hit.name for hit in hits]


@pytest.mark.parametrize("case", answers("fastmcp_bm25_regex")["bm25"])
def test_fastmcp(case: Case) -> None:
    texts = answers("fastmcp_bm25_regex")["search_text"]
    index = _indexed({name: (text,) for name, text in texts.items()}, FASTMCP)
    assert [name for name, _ in index.scores(case["query"])] == case["all"]
    assert [hit.name for hit in index.search(case["query"], 5).hits] == case["top5"]


@pytest.mark.parametrize("case", answers("docker_mcp_find")["cases"])
def test_docker_ranks_servers(case: Case) -> None:
    documents = {}
    for server in answers("catalog_small")["servers"]:
        tools = server["tools"]
        described = (server.get("instructions"), *(tool.get("description") for tool in tools))
        documents[server["name"]] = (
            server["name"],
            "",
            " ".join(tool["name"] for tool in tools),
            " ".join(text for text in described if text),
        )
    scores = _indexed(documents, DOCKER).scores(case["query"])
    assert [name for name, _ in scores] == [name for name, _ in case["servers"]]
    for (_, score), (_, recorded) in zip(scores, case["servers"], strict=True):
        assert score == pytest.approx(recorded, abs=1e-6)
