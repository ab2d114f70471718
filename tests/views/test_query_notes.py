"""What is said of the rankings of other hosts."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, get_args

import pytest

from toolsearch_cli.analysis.searching import SearchCall
from toolsearch_cli.hosts.protocol import SearchAnswer
from toolsearch_cli.hosts.scenario import Scenario
from toolsearch_cli.search.dialects import ARION, CODEX, FASTMCP
from toolsearch_cli.search.keyword import KeywordIndex
from toolsearch_cli.search.pattern import ANTHROPIC as PYTHON_PATTERNS
from toolsearch_cli.search.pattern import FASTMCP as RUST_PATTERNS
from toolsearch_cli.search.pattern import PatternIndex, PatternRules
from toolsearch_cli.search.ranking import Path
from toolsearch_cli.search.requests import RequestIndex
from toolsearch_cli.search.word_index import Rules, WordIndex
from toolsearch_cli.views.query import query_page
from toolsearch_cli.views.query_notes import notes_on, path_in_words

if TYPE_CHECKING:
    from toolsearch_cli.search.ranking import Ranking


def ranking_of(rules: Rules, query: str, limit: int = 5) -> Ranking:
    """Rank three documents, of which two are called alike."""
    texts = {"b_list": "list zones", "a_list": "list zones", "c_other": "other"}
    width = len(rules.analysis.weights)
    return WordIndex(tuple(texts), [(one,) * width for one in texts.values()], rules).search(
        query, limit
    )


def call_of(ranking: Ranking) -> SearchCall:
    answer = SearchAnswer(result=None, rankings=(ranking,), sources={}, offered=True)
    return SearchCall(
        scenario=Scenario(),
        queries=(ranking.query,),
        limit=None,
        ranker="host",
        answer=answer,
        left_out=0,
    )


def notes(ranking: Ranking) -> tuple[str, ...]:
    return notes_on(call_of(ranking), ranking)


@pytest.mark.parametrize("path", get_args(Path))
def test_every_path_has_words_of_its_own(path: Path) -> None:
    ranking = ranking_of(Rules(), "list")
    said = {path_in_words(replace(ranking, path=one)) for one in get_args(Path)}
    assert path_in_words(replace(ranking, path=path))
    assert len(said) == len(get_args(Path))


@pytest.mark.parametrize(
    ("rules", "says"),
    [
        (ARION, "name order decides"),
        (FASTMCP, "catalog order decides"),
        (CODEX, "the host returns them in random order"),
    ],
)
def test_what_orders_equal_scores_is_the_host_s(rules: Rules, says: str) -> None:
    assert f"· Equal scores (=) at ranks 1 to 2: {says}." in notes(ranking_of(rules, "list"))
    assert f"! Rank 1 ties with a tool that the limit cuts: {says}." in notes(
        ranking_of(rules, "list", 1)
    )


def test_words_too_common_to_look_up_are_named() -> None:
    said = notes(ranking_of(CODEX, "list the zones"))
    assert (
        "· “the” cannot be looked up: the index keeps all words but 179 very common ones." in said
    )


def test_a_query_of_nothing_else_is_a_warning() -> None:
    said = notes(ranking_of(CODEX, "what is the"))
    assert any(note.startswith("! “what”, “is”, “the” cannot be looked up") for note in said)


def test_other_scripts_are_read_by_hosts_that_read_them() -> None:
    assert not any("cannot be looked up" in one for one in notes(ranking_of(ARION, "公众号")))
    assert any("cannot be looked up" in one for one in notes(ranking_of(Rules(), "公众号")))


@pytest.mark.parametrize(
    ("rules", "order"), [(PYTHON_PATTERNS, "in name order"), (RUST_PATTERNS, "in catalog order")]
)
def test_what_orders_the_matches_of_a_pattern_is_the_host_s(
    rules: PatternRules, order: str
) -> None:
    ranking = PatternIndex((("a", ("list",)), ("b", ("list",))), rules).search("list", 5)
    assert path_in_words(ranking) == f"regular expression, {order}"


@pytest.mark.parametrize("rules", [PYTHON_PATTERNS, RUST_PATTERNS])
def test_of_a_pattern_that_is_not_taken_no_words_are_looked_up(rules: PatternRules) -> None:
    ranking = PatternIndex((("a", ("list",)),), rules).search("list_(zones [", 5)
    assert notes(ranking) == (
        "! The host does not take this pattern, so nothing is searched. (invalid_pattern)",
    )
    assert path_in_words(ranking) == "nothing matches"


def test_points_are_said_as_they_are_given() -> None:
    index = RequestIndex((("list", "zones"), ("a", "list"), ("b", "list")))
    ranking = index.search("list", 5)
    assert path_in_words(ranking) == (
        "2 points for a word of it in a name, 1 for one in a description"
    )
    assert [hit.score for hit in ranking.hits] == [2.0, 1.0, 1.0]
    assert "· Equal scores (=) at ranks 2 to 3: name order decides." in notes(ranking)


@pytest.mark.parametrize("index", [RequestIndex, KeywordIndex])
def test_where_words_are_counted_nothing_is_said_of_idf(
    index: type[RequestIndex | KeywordIndex],
) -> None:
    call = call_of(index((("list", "zones"),)).search("list", 5))
    words, parts = query_page([call], explain=True).following
    assert words.grid is not None
    assert parts.grid is not None
    assert [column.key for column in words.grid.columns] == ["word", "term", "df", "remark"]
    assert [column.key for column in parts.grid.columns] == [
        "rank",
        "tool",
        "term",
        "df",
        "contribution",
    ]
    assert parts.head == ("Why: the parts of each score",)
    assert [len(row.cells) for row in (*words.grid.rows, *parts.grid.rows)] == [4, 5]
