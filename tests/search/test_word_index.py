"""The general word ranker, under any rules."""

from __future__ import annotations

import math
from dataclasses import replace
from typing import TYPE_CHECKING, get_args

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from toolsearch_cli.search.dialects import ARION, CODEX, DOCKER, FASTMCP, GRAPH
from toolsearch_cli.search.formula import Parameters
from toolsearch_cli.search.postings import Analysis
from toolsearch_cli.search.ranking import TieOrder
from toolsearch_cli.search.word_index import Rules, WordIndex

if TYPE_CHECKING:
    from random import Random

    from toolsearch_cli.search.engine import Engine

DIALECTS = (ARION, CODEX, DOCKER, FASTMCP, GRAPH, replace(GRAPH, least_share=0.5), Rules())
WORDS = st.sampled_from(
    (
        "list",
        "lists",
        "create_issue",
        "issue",
        "zone",
        "a",
        "the",
        "of",
        "caf\u00e9",
        "\u516c\u4f17",
        "Z-9",
    )
)
TEXTS = st.lists(WORDS, max_size=7).map(" ".join)
CATALOGS = st.lists(TEXTS, max_size=12)
QUERIES = st.lists(WORDS | st.just("unheard"), max_size=5).map(" ".join)
RULES = st.sampled_from(DIALECTS) | st.builds(
    Rules,
    analysis=st.sampled_from(DIALECTS).map(lambda rules: replace(rules.analysis, weights=(1,))),
    parameters=st.builds(Parameters, idf_first=st.booleans(), single=st.booleans()),
    unique_terms=st.booleans(),
    sorted_terms=st.booleans(),
    keeps_zero=st.booleans(),
    scaled=st.booleans(),
    least_share=st.none() | st.floats(0, 1),
    ties=st.sampled_from(get_args(TieOrder)),
)


def _index(texts: list[str], rules: Rules, names: list[str] | None = None) -> WordIndex:
    """Return an index of documents whose fields all hold the same text."""
    width = len(rules.analysis.weights)
    named = [f"t{number:02}" for number in range(len(texts))] if names is None else names
    return WordIndex(named, [(text,) * width for text in texts], rules)


@given(CATALOGS, QUERIES, st.integers(-1, 15), RULES)
def test_an_answer_explains_itself(texts: list[str], query: str, limit: int, rules: Rules) -> None:
    index = _index(texts, rules)
    ranking = index.search(query, limit)
    assert len(ranking.hits) == min(max(limit, 0), ranking.found)
    assert len(ranking.cut) == min(3, ranking.found - len(ranking.hits))
    scores = [hit.score for hit in (*ranking.hits, *ranking.cut)]
    assert scores == sorted(scores, reverse=True)
    terms = [one.term for one in ranking.terms]
    for hit in ranking.hits:
        total = sum(part.contribution for part in hit.terms)
        assert math.isclose(total, hit.score, rel_tol=2e-6, abs_tol=1e-12)
        own = rules.analysis.terms(texts[hit.document])
        assert [part.term for part in hit.terms] == [term for term in terms if term in own]
        for part in hit.terms:
            assert part.count == own.count(part.term) * sum(rules.analysis.weights)
            assert part.document_frequency == sum(
                part.term in rules.analysis.terms(text) for text in texts
            )
    if rules.unique_terms:
        assert len(set(terms)) == len(terms)
    if rules.sorted_terms:
        assert terms == sorted(terms)


@given(CATALOGS, QUERIES, st.integers(0, 15), RULES)
def test_a_limit_only_cuts(texts: list[str], query: str, limit: int, rules: Rules) -> None:
    index = _index(texts, rules)
    everything = index.search(query, len(texts))
    some = index.search(query, limit)
    assert some.hits == everything.hits[:limit]
    assert some.found == everything.found
    for name in (f"t{number:02}" for number in range(len(texts))):
        assert index.finds(query, name, limit) == any(hit.name == name for hit in some.hits)


@given(CATALOGS, QUERIES, RULES, st.randoms(use_true_random=False))
def test_the_order_of_documents_decides_between_equals_at_most(
    texts: list[str], query: str, rules: Rules, random: Random
) -> None:
    order = list(range(len(texts)))
    random.shuffle(order)
    names = [f"t{number:02}" for number in order]
    moved = _index([texts[number] for number in order], rules, names)
    straight = _index(texts, rules)
    before = straight.search(query, len(texts)).hits
    after = moved.search(query, len(texts)).hits
    assert {(hit.name, hit.score) for hit in after} == {(hit.name, hit.score) for hit in before}
    assert all(hit.document == order.index(int(hit.name[1:])) for hit in after)
    if rules.ties != "position":
        assert [hit.name for hit in after] == [hit.name for hit in before]


@given(CATALOGS, QUERIES, RULES)
def test_a_document_without_a_word_of_the_query_never_comes_before_one_with(
    texts: list[str], query: str, rules: Rules
) -> None:
    """An unrelated tool moves N and the mean length: scores, but not who is found at all."""
    found = {name for name, _ in _index(texts, rules).scores(query)}
    more = _index([*texts, "unrelated"], rules)
    assert {name for name, _ in more.scores(query)} == found
    ranking = more.search(query, len(texts) + 1)
    with_words = [bool(hit.terms) for hit in ranking.hits]
    assert with_words == sorted(with_words, reverse=True)


@given(CATALOGS, QUERIES, RULES)
def test_scores_are_all_that_hold_a_word(texts: list[str], query: str, rules: Rules) -> None:
    index = _index(texts, rules)
    asked = set(rules.analysis.terms(query))
    scores = index.scores(query)
    assert {name for name, _ in scores} == {
        f"t{number:02}"
        for number, text in enumerate(texts)
        if asked & set(rules.analysis.terms(text))
    }
    assert all(score > 0 for _, score in scores)
    if rules.scaled and scores:
        assert scores[0][1] == 1.0


@given(CATALOGS, QUERIES, RULES)
def test_one_hit_is_scored_without_the_others(texts: list[str], query: str, rules: Rules) -> None:
    index = _index(texts, rules)
    best = index.search(query, 1).best
    for name, score in index.scores(query):
        hit = index.hit(query, name)
        assert hit is not None
        share = hit.score if best is None else hit.score / best
        assert share == pytest.approx(score, rel=2e-6)
    assert index.hit(query, "nobody") is None


@given(CATALOGS, QUERIES, RULES)
def test_the_path_says_what_happened(texts: list[str], query: str, rules: Rules) -> None:
    ranking = _index(texts, rules).search(query, 5)
    scores = [hit.score for hit in ranking.hits]
    assume(rules.least_share is None or rules.least_share <= 1)
    if not scores:
        assert ranking.path == ("none" if ranking.terms else "no-token")
    elif not scores[0]:
        assert ranking.path == "all-zero"
    elif not scores[-1]:
        assert ranking.path == "filled"
    else:
        assert ranking.path == ("share" if rules.scaled else "bm25")


def test_documents_without_a_word_fill_the_limit_by_name() -> None:
    names = ["ns.b", "ns.a", "ns.C", "ns.hit"]
    index = WordIndex(names, [(name, "") for name in names], ARION)
    ranking = index.search("hit", 3)
    assert [(hit.name, hit.score > 0) for hit in ranking.hits] == [
        ("ns.hit", True),
        ("ns.C", False),
        ("ns.a", False),
    ]
    assert (ranking.path, ranking.found, ranking.ties) == ("filled", 4, ((2, 3, 4),))
    assert [hit.name for hit in index.search("?", 2).hits] == ["ns.C", "ns.a"]


def test_what_was_typed_and_what_was_not_read_are_kept() -> None:
    index = WordIndex(["list_zones"], [("list_zones Show the zones",)], CODEX)
    ranking = index.search("SHOW me all Zones", 5)
    assert [(one.word, one.term) for one in ranking.terms] == [("SHOW", "show"), ("Zones", "zone")]
    assert ranking.unread == ("me", "all")


def test_equal_scores_of_a_host_that_shuffles_are_said_to_be_random() -> None:
    index = WordIndex(["b", "a"], [("x",), ("x",)], CODEX)
    ranking = index.search("x", 1)
    assert (ranking.tie_order, ranking.ties) == ("random", ((1, 2),))
    assert [hit.name for hit in ranking.hits] == ["a"]


def test_okapi_ranks_the_same_words() -> None:
    documents = [("list zones",), ("create zone",), ("delete",), ("other",)]
    index = WordIndex(["a", "b", "c", "d"], documents, CODEX)
    ranking = index.okapi("zones", 5)
    assert [hit.name for hit in ranking.hits] == ["a", "b"]
    assert ranking.path == "okapi"


def test_names_and_documents_must_match() -> None:
    with pytest.raises(ValueError, match="1 documents for 2 names"):
        WordIndex(["a", "b"], [("x",)], CODEX)
    with pytest.raises(ValueError, match="shorter"):
        WordIndex(["a"], [("x",)], ARION)


def test_an_index_is_an_engine() -> None:
    engine: Engine = WordIndex([], [], Rules(analysis=Analysis()))
    assert engine.search("anything", 5).path == "none"
    assert engine.scores("anything") == []


def test_a_least_share_decides_on_documents_without_a_word_too() -> None:
    rules = replace(GRAPH, keeps_zero=True, least_share=0.5)
    index = WordIndex(["a", "b", "c"], [("list",), ("list list",), ("other",)], rules)
    assert {hit.name for hit in index.search("list", 5).hits} == {"a", "b"}


def test_a_limit_beyond_all_numbers_of_the_machine_is_one_like_others() -> None:
    index = WordIndex(("a", "b"), [("list", "list"), ("", "")], ARION)
    assert [hit.name for hit in index.search("list", 10**30).hits] == ["a", "b"]
