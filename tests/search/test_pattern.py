"""Searches by regular expression: what each host finds, refuses and cuts off."""

from __future__ import annotations

import re
import warnings
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from tests.search.patterns import patterns, texts, words
from tests.search.real_programs import FASTMCP_REGEX, real_program
from tests.search.small_catalog import answers, small_catalog
from toolsearch_cli.errors import ExternalError
from toolsearch_cli.search.pattern import ANTHROPIC, FASTMCP, PatternIndex, PatternRules
from toolsearch_cli.search.python_regex import python_matches
from toolsearch_cli.search.rust_regex import rust_matches

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from tests.golden_cases import Case

RUNAWAY = "(a+)+$"
LONG_WORD = "a" * 60 + "!"


def fastmcp_index() -> PatternIndex:
    given_texts = answers("fastmcp_bm25_regex")["search_text"]
    return PatternIndex((one.name, [given_texts[one.name]]) for one in small_catalog())


def found(query: str, rules: PatternRules, *names: str) -> list[str]:
    index = PatternIndex(((name, [name]) for name in names), rules)
    return [hit.name for hit in index.search(query, 9).hits]


@pytest.fixture(scope="module")
def fastmcp() -> Iterator[Callable[..., Any]]:
    with real_program(FASTMCP_REGEX) as ask:
        yield ask


@pytest.mark.parametrize("case", answers("fastmcp_bm25_regex")["regex"])
def test_the_recorded_answers_of_fastmcp(case: Case) -> None:
    ranking = fastmcp_index().search(case["pattern"], 5)
    assert [hit.name for hit in ranking.hits] == case["top5"]


@settings(deadline=None)
@given(
    st.lists(st.tuples(words.filter(bool), texts, st.dictionaries(words, texts)), max_size=6),
    patterns,
    st.integers(1, 6),
)
@example([("a", "b", {})], "x" * 1_001, 5)
@example([("a", "x" * 1_000, {})], "x" * 1_000, 5)
@example([("a", "aaa", {})], "(a{1000}){1000}", 5)
@example([("a", "b", {})], "", 5)
def test_fastmcp_itself_agrees(
    fastmcp: Callable[..., Any],
    tools: list[tuple[str, str, dict[str, str]]],
    query: str,
    limit: int,
) -> None:
    documents = [
        (name, description, {key: {"description": text} for key, text in properties.items()})
        for name, description, properties in tools
    ]
    names, searched = fastmcp(pattern=query, documents=documents, limit=limit)
    index = PatternIndex(
        (name, [text]) for (name, _, _), text in zip(documents, searched, strict=True)
    )
    assert [hit.name for hit in index.search(query, limit).hits] == names


@pytest.mark.parametrize(
    ("query", "refusal"),
    [
        ("(unclosed", "invalid_pattern"),
        ("a(?=b)", "invalid_pattern"),
        (r"(a)\1", "invalid_pattern"),
        ("a" * 1_001, "pattern_too_long"),
        ("a" * 1_000, None),
        ("", None),
    ],
)
def test_what_fastmcp_refuses_finds_nothing(query: str, refusal: str | None) -> None:
    ranking = PatternIndex([("tool", ["a" * 1_000])]).search(query, 5)
    assert ranking.refusal == refusal
    assert bool(ranking.hits) == (refusal is None)


def test_text_that_is_no_unicode_is_not_found_and_breaks_nothing() -> None:
    ranking = PatternIndex([("tool", ["\ud800"]), ("b", ["a"])]).search("\ud800|a", 5)
    assert [hit.name for hit in ranking.hits] == ["b"]


def test_fastmcp_keeps_what_it_found_until_its_time_is_up() -> None:
    matches = rust_matches("a", [["a"], ["a"]], 1, seconds=-1.0)
    assert (matches.documents, matches.refusal) == ((), "execution_time_exceeded")


def test_a_search_that_has_enough_lost_nothing_when_its_time_is_up() -> None:
    assert rust_matches("a", [["a"]], 0, seconds=-1.0).refusal is None


def test_case_counts_for_anthropic_only() -> None:
    names = ("get_issue", "GET_ISSUE")
    assert found("issue", FASTMCP, *names) == ["get_issue", "GET_ISSUE"]
    assert found("issue", ANTHROPIC, *names) == ["get_issue"]
    assert found("(?i)issue", ANTHROPIC, *names) == ["get_issue", "GET_ISSUE"]


@pytest.mark.parametrize(
    ("query", "names"),
    [
        ("weather", ["weather_now"]),
        ("get_.*_data", ["get_user_data"]),
        ("database.*query|query.*database", ["query_the_database"]),
        (r"(a)\1", ["aa"]),
        ("data(?!base)", ["get_user_data"]),
        ("^get", ["get_user_data"]),
    ],
)
def test_anthropic_takes_all_that_python_takes(query: str, names: list[str]) -> None:
    tools = ("weather_now", "get_user_data", "query_the_database", "aa")
    assert found(query, ANTHROPIC, *tools) == names


@pytest.mark.parametrize(
    ("query", "refusal"),
    [
        ("(unclosed", "invalid_pattern"),
        ("a{1,99999999999}", "invalid_pattern"),
        ("[[a]", None),
        ("a" * 201, "pattern_too_long"),
        ("a" * 200, None),
    ],
)
def test_what_anthropic_refuses_has_its_code(query: str, refusal: str | None) -> None:
    ranking = PatternIndex([("tool", ["a" * 200])], ANTHROPIC).search(query, 5)
    assert ranking.refusal == refusal
    assert bool(ranking.hits) == (refusal is None)


def test_each_text_is_searched_alone() -> None:
    index = PatternIndex([("tool", ["get", "Reads it", "path"])], ANTHROPIC)
    assert [hit.name for hit in index.search("^path$", 5).hits] == ["tool"]
    assert not index.search("get.Reads", 5).hits


@settings(max_examples=40, deadline=None)
@given(st.lists(texts, max_size=5), patterns)
@example(["\ud800"], "\ud800?")
def test_python_itself_agrees(rows: list[str], query: str) -> None:
    matches = python_matches(query, [[text] for text in rows])
    with warnings.catch_warnings(action="ignore"):
        try:
            search = re.compile(query).search
        except re.error:
            assert matches.refusal == "invalid_pattern"
            return
    assert matches.documents == tuple(at for at, text in enumerate(rows) if search(text))


def test_a_pattern_that_runs_away_is_stopped() -> None:
    matches = python_matches(RUNAWAY, [["aaa"], [LONG_WORD]], seconds=0.5)
    assert (matches.documents, matches.refusal) == ((), "execution_time_exceeded")


def test_it_does_not_run_away_in_rust() -> None:
    assert rust_matches(RUNAWAY, [["aaa"], [LONG_WORD]], 5).documents == (0,)


def test_without_a_python_to_start_the_outside_failed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.executable", "/absent/python")
    with pytest.raises(ExternalError, match="Python process"):
        python_matches("a+", [["a"]])


def test_hits_have_no_score_and_no_ties_and_the_others_are_counted() -> None:
    ranking = PatternIndex((name, [name]) for name in "abcdefg").search(".", 2)
    assert [hit.name for hit in ranking.hits] == ["a", "b"]
    assert [hit.name for hit in ranking.cut] == ["c", "d", "e"]
    assert (ranking.found, ranking.scored, ranking.ties) == (7, False, ())
