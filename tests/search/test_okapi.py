"""rank_bm25's Okapi as it is."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from toolsearch_cli.search.okapi import Corpus, okapi_ranking

if TYPE_CHECKING:
    from toolsearch_cli.search.ranking import Ranking


def _ranked(texts: list[str], query: str, limit: int = 10) -> Ranking:
    corpus = Corpus([f"t{at}" for at in range(len(texts))], [text.split() for text in texts])
    return okapi_ranking(corpus, query, query.split(), query.split(), limit)


@pytest.mark.parametrize("texts", [[], [""], ["", ""]])
def test_a_corpus_without_a_word_answers_nothing(texts: list[str]) -> None:
    ranking = _ranked(texts, "github")
    assert (ranking.path, ranking.hits, ranking.found) == ("none", (), 0)
    assert ranking.terms[0].document_frequency == 0


def test_a_word_in_half_of_the_documents_has_no_weight() -> None:
    ranking = _ranked(["github a", "github b", "other c", "other d"], "github")
    assert [(hit.name, hit.score) for hit in ranking.hits] == [("t0", 0.0), ("t1", 0.0)]
    assert ranking.terms[0].idf == 0.0


def test_a_word_in_every_document_has_a_quarter_of_the_mean_idf() -> None:
    ranking = _ranked(["github a", "github b", "github c d e"], "github")
    assert [hit.name for hit in ranking.hits] == ["t0", "t1", "t2"]
    assert 0 < ranking.terms[0].idf < 0.2


def test_where_every_word_is_common_scores_are_negative() -> None:
    ranking = _ranked(["github", "github"], "github")
    assert [hit.name for hit in ranking.hits] == ["t0", "t1"]
    assert all(hit.score < 0 for hit in ranking.hits)


def test_a_query_without_words_is_said_to_have_none() -> None:
    assert _ranked(["github"], "").path == "no-token"


@given(
    st.lists(st.lists(st.sampled_from("abcde"), max_size=6).map(" ".join), max_size=8),
    st.lists(st.sampled_from("abcdex"), min_size=1, max_size=4).map(" ".join),
    st.integers(1, 9),
)
def test_hits_are_ordered_explained_and_cut(texts: list[str], query: str, limit: int) -> None:
    ranking = _ranked(texts, query, limit)
    keys = [(-hit.score, hit.document) for hit in ranking.hits]
    assert keys == sorted(keys)
    assert len(ranking.hits) == min(limit, ranking.found)
    for hit in ranking.hits:
        assert hit.score == pytest.approx(sum(part.contribution for part in hit.terms), abs=1e-12)
