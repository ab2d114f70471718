"""Counted query words: the recorded answers of LiteLLM, and LiteLLM itself."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.search.real_programs import LITELLM_KEYWORD, real_program
from tests.search.small_catalog import answers, small_catalog
from toolsearch_cli.search.keyword import KeywordIndex

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from tests.golden_cases import Case

LIMIT = 5
DOCUMENTS = tuple((f"{one.server}-{one.name}", one.description) for one in small_catalog())

words = st.one_of(
    st.sampled_from(["a", "issue", "ISSUE", "iss", "create_issue", "İ", "ß", "STRASSE", "-"]),
    st.text(st.characters(exclude_categories=["Cs"]), max_size=4),
)
texts = st.lists(words, max_size=6).map(" ".join)
documents = st.lists(st.tuples(texts, texts), max_size=8)


@pytest.fixture(scope="module")
def litellm() -> Iterator[Callable[..., Any]]:
    with real_program(LITELLM_KEYWORD) as ask:
        yield ask


@pytest.mark.parametrize("case", answers("litellm_keyword")["cases"])
def test_the_recorded_answers_of_the_host(case: Case) -> None:
    index = KeywordIndex(DOCUMENTS)
    assert [hit.name for hit in index.search(case["query"], LIMIT).hits] == case["results"]
    assert dict(index.scores(case["query"])) == case["scores"]


@settings(deadline=None)
@given(documents, texts, st.integers(1, 9))
def test_litellm_itself_agrees(
    litellm: Callable[..., Any], rows: list[tuple[str, str]], query: str, limit: int
) -> None:
    names, points = litellm(query=query, documents=rows, limit=limit)
    index = KeywordIndex(rows)
    ranking = index.search(query, limit)
    assert [hit.name for hit in ranking.hits] == names
    assert [hit.score for hit in ranking.hits] == [points[hit.document] for hit in ranking.hits]
    assert ranking.found == sum(point > 0 for point in points)


@given(documents, texts, st.integers(1, 9))
def test_the_parts_of_a_score_are_its_sum(
    rows: list[tuple[str, str]], query: str, limit: int
) -> None:
    ranking = KeywordIndex(rows).search(query, limit)
    for hit in ranking.hits:
        assert sum(part.contribution for part in hit.terms) == hit.score
    assert all(ranking.hits[at].score >= hit.score for at, hit in enumerate(ranking.hits[1:]))


def test_a_word_counts_inside_other_words_and_again_when_repeated() -> None:
    ranking = KeywordIndex([("x-get", "A forecast"), ("x-put", "")]).search("CAST a a", 5)
    assert [(hit.name, hit.score) for hit in ranking.hits] == [("x-get", 3.0)]
    assert [(one.word, one.term, one.document_frequency) for one in ranking.terms] == [
        ("CAST", "cast", 1),
        ("a", "a", 1),
        ("a", "a", 1),
    ]


def test_a_word_does_not_reach_from_the_name_into_the_description() -> None:
    assert not KeywordIndex([("ab", "cd")]).search("bc", 5).hits


@pytest.mark.parametrize(("query", "path"), [("", "no-token"), (" ", "no-token"), ("q", "none")])
def test_what_is_not_found_says_why(query: str, path: str) -> None:
    assert KeywordIndex([("a", "")]).search(query, 5).path == path


def test_hits_behind_the_limit_are_named() -> None:
    ranking = KeywordIndex([(f"a{at}", "") for at in range(9)]).search("a", 2)
    assert [hit.name for hit in ranking.cut] == ["a2", "a3", "a4"]
    assert (ranking.found, ranking.ties) == (9, ((1, 2, 3, 4, 5),))
