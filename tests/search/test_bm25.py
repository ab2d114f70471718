"""The engine: held to rank_bm25's arithmetic, and to its own laws."""

from __future__ import annotations

import math
import subprocess
import sys
from typing import TYPE_CHECKING, get_args

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from toolsearch_cli.search import dictionary_columns
from toolsearch_cli.search.bm25 import Bm25
from toolsearch_cli.search.formula import Idf, Parameters, inverse_document_frequency
from toolsearch_cli.search.matching import Admission
from toolsearch_cli.search.okapi import reference
from toolsearch_cli.search.postings import Analysis, Postings
from toolsearch_cli.search.words import english_stem

if TYPE_CHECKING:
    from random import Random

WORDS = st.sampled_from(
    ("list", "lists", "listing", "create", "issue", "issues", "zone", "a", "of", "dns", "die")
)
TEXTS = st.lists(WORDS, max_size=12).map(" ".join)
CATALOGS = st.lists(TEXTS, max_size=25)
QUERIES = st.lists(WORDS | st.just("unheard"), max_size=6).map(" ".join)
PARAMETERS = st.builds(
    Parameters,
    k1=st.floats(0.1, 3.0),
    b=st.floats(0.0, 0.99),  # at 1 the reference divides by zero for an empty document
    idf=st.sampled_from(get_args(Idf)),
    idf_first=st.booleans(),
)
ANALYSES = st.builds(Analysis, stem=st.sampled_from((None, english_stem)))


def _engine(
    texts: list[str], parameters: Parameters | None = None, analysis: Analysis | None = None
) -> Bm25:
    postings = Postings(((text,) for text in texts), analysis or Analysis())
    return Bm25(postings, parameters or Parameters())


def _all_scores(engine: Bm25, query: str) -> dict[int, float]:
    terms = engine.postings.analysis.terms(query)
    return dict(engine.matches(terms, max(1, len(engine.postings))).best)


@given(CATALOGS, QUERIES, PARAMETERS, ANALYSES)
@example([], "list", Parameters(), Analysis())
@example(["", ""], "list", Parameters(), Analysis())
def test_scores_equal_the_reference(
    texts: list[str], query: str, parameters: Parameters, analysis: Analysis
) -> None:
    score_all = reference(
        [analysis.terms(text) for text in texts],
        k1=parameters.k1,
        b=parameters.b,
        idf=parameters.idf,
    )
    expected = score_all(analysis.terms(query))
    scores = _all_scores(_engine(texts, parameters, analysis), query)
    assert scores.keys() == {at for at, score in enumerate(expected) if score > 0}
    for at, score in scores.items():
        assert math.isclose(score, expected[at], rel_tol=0, abs_tol=1e-9)


@given(CATALOGS, QUERIES, st.randoms(use_true_random=False))
def test_the_order_of_documents_does_not_change_a_score(
    texts: list[str], query: str, random: Random
) -> None:
    order = list(range(len(texts)))
    random.shuffle(order)
    scores = _all_scores(_engine(texts), query)
    shuffled = _all_scores(_engine([texts[at] for at in order]), query)
    assert {order[at]: score for at, score in shuffled.items()} == scores


@given(CATALOGS, QUERIES, st.integers(1, 30), ANALYSES)
def test_a_limit_only_cuts(texts: list[str], query: str, limit: int, analysis: Analysis) -> None:
    """Stopping early must never change what is on top, ties included."""
    engine = _engine(texts, analysis=analysis)
    terms = analysis.terms(query)
    everything = engine.matches(terms, 1_000)
    some = engine.matches(terms, limit)
    assert some.best == everything.best[:limit]
    assert some.found == everything.found == len(everything.best)


@given(CATALOGS, QUERIES)
def test_a_word_that_no_document_has_changes_nothing(texts: list[str], query: str) -> None:
    engine = _engine(texts)
    assert _all_scores(engine, f"{query} unheard") == _all_scores(engine, query)


@given(CATALOGS, QUERIES, PARAMETERS, ANALYSES)
def test_the_parts_explain_the_score(
    texts: list[str], query: str, parameters: Parameters, analysis: Analysis
) -> None:
    engine = _engine(texts, parameters, analysis)
    terms = analysis.terms(query)
    documents = [analysis.terms(text) for text in texts]
    for at, score in _all_scores(engine, query).items():
        parts = engine.explain(at, terms)
        assert sum(part.contribution for part in parts) == score
        for part in parts:
            assert part.count == documents[at].count(part.term)
            assert part.document_frequency == sum(part.term in one for one in documents)


@given(CATALOGS, QUERIES.filter(bool), st.none() | st.integers(1, 4), st.integers(1, 30))
def test_admission_is_containment(
    texts: list[str], query: str, floor: int | None, limit: int
) -> None:
    engine = _engine(texts)
    terms = query.split()
    scores = _all_scores(engine, query)
    expected = [
        (at, score)
        for at, score in scores.items()
        if terms[0] in texts[at].split()
        and len(set(terms) & set(texts[at].split())) >= (floor or 1)
    ]
    answer = engine.matches(terms, limit, Admission(terms[0], floor))
    assert list(answer.best) == expected[:limit]
    assert answer.found == len(expected)
    assert answer.rejected == len(scores) - len(expected)


def test_forgetting_columns_changes_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    texts = ["list zone", "list", "zone issue", "issue list list", "dns"]
    expected = _all_scores(_engine(texts), "list zone issue")
    monkeypatch.setattr(dictionary_columns, "MOST_KEPT", 3)
    engine = _engine(texts)
    assert _all_scores(engine, "list zone issue") == expected
    assert _all_scores(engine, "list zone issue") == expected


def test_pinned_documents_come_first_even_without_a_term() -> None:
    engine = _engine(["list zone", "create", "list"])
    answer = engine.matches(["list"], 2, pinned=(1,))
    assert [at for at, _ in answer.best] == [1, 2]
    assert answer.best[0][1] == math.inf
    assert answer.found == 3


def test_ties_stay_in_catalog_order() -> None:
    engine = _engine(["zone x", "list a", "list b", "list c", "list d"])
    assert [at for at, _ in engine.matches(["list"], 3).best] == [1, 2, 3]


def test_a_repeated_word_counts_again() -> None:
    engine = _engine(["list zone", "list list issue", "issue"])
    once, twice = _all_scores(engine, "list"), _all_scores(engine, "list list")
    assert twice == {at: score + score for at, score in once.items()}


def test_a_field_weight_counts_in_frequency_and_length() -> None:
    """As a gateway that counts each word of a name twice: `billing` 3 times in 6 words."""
    postings = Postings([("billing_lookup", "Billing records")], Analysis(weights=(2, 1)))
    assert list(postings.lengths) == [6]
    assert postings.count("billing", 0) == 3


def test_idf_variants() -> None:
    assert inverse_document_frequency(10, 0, "plus") == math.log(1 + 10.5 / 0.5)
    assert inverse_document_frequency(10, 10, "plus") > 0
    assert inverse_document_frequency(10, 9, "floored") == 1e-6
    assert inverse_document_frequency(10, 1, "floored") == math.log(9.5 / 1.5)


@pytest.mark.parametrize("idf_first", [True, False])
def test_the_order_of_multiplication_is_a_parameter(*, idf_first: bool) -> None:
    texts = ["list " * 3 + "zone " * at for at in range(1, 40)] + ["issue"] * 7
    engine = _engine(texts, Parameters(idf_first=idf_first))
    mean = engine.postings.mean_length
    idf = inverse_document_frequency(len(texts), 39, "plus")
    for at, score in _all_scores(engine, "list").items():
        below = 3 + 1.5 * (1 - 0.75 + 0.75 * engine.postings.lengths[at] / mean)
        assert score == (idf * (3 * 2.5 / below) if idf_first else idf * 3 * 2.5 / below)


def test_indexing_and_searching_import_no_numpy() -> None:
    program = (
        "import sys\n"
        "from toolsearch_cli.search.bm25 import Bm25\n"
        "from toolsearch_cli.search.formula import Parameters\n"
        "from toolsearch_cli.search.postings import Analysis, Postings\n"
        "Bm25(Postings([('list zones',)], Analysis()), Parameters()).matches(['list'], 1)\n"
        "sys.exit('numpy' in sys.modules or 'snowballstemmer' in sys.modules)\n"
    )
    assert subprocess.run([sys.executable, "-c", program], check=False).returncode == 0
