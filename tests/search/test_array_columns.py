"""Columns in arrays answer as columns in dictionaries do: documents, scores, order, counts."""

from __future__ import annotations

import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from random import Random
from typing import get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st

from toolsearch_cli.search import array_columns, bm25
from toolsearch_cli.search.array_columns import ArrayColumns
from toolsearch_cli.search.bm25 import Bm25
from toolsearch_cli.search.dictionary_columns import DictionaryColumns
from toolsearch_cli.search.formula import Idf, Parameters
from toolsearch_cli.search.matching import Admission
from toolsearch_cli.search.postings import Analysis, Postings
from toolsearch_cli.search.words import english_stem

WORDS = st.sampled_from(
    ("list", "lists", "listing", "create", "issue", "issues", "zone", "a", "of", "dns", "die")
)
# Few words and short texts: most scores are somebody else's too, so the order is put to the test.
TEXTS = st.lists(WORDS, max_size=5).map(" ".join)
CATALOGS = st.lists(TEXTS, max_size=40)
QUERIES = st.lists(WORDS | st.just("unheard"), max_size=6)
PARAMETERS = st.builds(
    Parameters,
    k1=st.floats(0.1, 3.0),
    b=st.floats(0.0, 1.0),
    idf=st.sampled_from(get_args(Idf)),
    idf_first=st.booleans(),
    gain_first=st.booleans(),
    ratio_first=st.booleans(),
    single=st.booleans(),
)
ANALYSES = st.builds(Analysis, stem=st.sampled_from((None, english_stem)))


def both(
    texts: list[str], parameters: Parameters, analysis: Analysis
) -> tuple[DictionaryColumns, ArrayColumns]:
    postings = Postings(((text,) for text in texts), analysis)
    engine = Bm25(postings, parameters)
    norms = engine.norms
    return (
        DictionaryColumns(postings, parameters, norms),
        ArrayColumns(postings, parameters, norms),
    )


@given(CATALOGS, QUERIES, PARAMETERS, ANALYSES)
def test_every_part_is_the_same_to_the_last_bit(
    texts: list[str], words: list[str], parameters: Parameters, analysis: Analysis
) -> None:
    plain, arrays = both(texts, parameters, analysis)
    for term in analysis.terms(" ".join(words)):
        one, other = plain.column(term), arrays.column(term)
        assert (len(one), one.idf, one.most) == (len(other), other.idf, other.most)
        for document in range(len(texts)):
            assert one.part(document) == other.part(document)


@dataclass(frozen=True, slots=True)
class Question:
    """What can be asked of an index."""

    words: list[str]
    limit: int
    gated: bool
    floor: int | None
    pins: list[int]


QUESTIONS = st.builds(
    Question,
    words=QUERIES,
    limit=st.integers(1, 45),
    gated=st.booleans(),
    floor=st.none() | st.integers(1, 4),
    pins=st.lists(st.integers(0, 39), max_size=2),
)


@given(CATALOGS, QUESTIONS, PARAMETERS, ANALYSES)
def test_every_answer_is_the_same(
    texts: list[str], asked: Question, parameters: Parameters, analysis: Analysis
) -> None:
    plain, arrays = both(texts, parameters, analysis)
    terms, limit = analysis.terms(" ".join(asked.words)), asked.limit
    admission = Admission(terms[0], asked.floor) if asked.gated and terms else None
    pinned = [pin for pin in asked.pins if pin < len(texts)]
    expected = plain.matches(terms, limit, admission, pinned)
    assert arrays.matches(terms, limit, admission, pinned) == expected
    for document in range(len(texts)):
        assert arrays.is_among_best(terms, document, limit, admission) == plain.is_among_best(
            terms, document, limit, admission
        )


@pytest.mark.parametrize("single", [False, True])
@pytest.mark.parametrize("seed", range(4))
def test_stopping_early_is_the_same_in_a_large_index(*, seed: int, single: bool) -> None:
    """Large enough that contenders are left out long before all is added up, with many ties."""
    random = Random(seed)
    vocabulary = [f"w{number}" for number in range(400)]
    weights = [1 / (rank + 1) for rank in range(400)]
    texts = [
        " ".join(random.choices(vocabulary, weights, k=random.choice((4, 8, 8, 8, 30))))
        for _ in range(6_000)
    ]
    plain, arrays = both(texts, Parameters(single=single), Analysis())
    for _ in range(60):
        terms = random.choices(vocabulary, weights, k=random.randint(1, 9))
        limit = random.choice((1, 5, 10, 100, 6_000))
        expected = plain.matches(terms, limit, None, ())
        assert arrays.matches(terms, limit, None, ()) == expected
        gate = Admission(random.choice(terms), random.choice((None, 2)))
        assert arrays.matches(terms, limit, gate, ()) == plain.matches(terms, limit, gate, ())
        for document in {at for at, _ in expected.best[-2:]} | {random.randrange(6_000)}:
            for most in (limit, max(1, limit - 1)):
                assert arrays.is_among_best(terms, document, most, None) == plain.is_among_best(
                    terms, document, most, None
                )


def test_forgetting_columns_changes_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    texts = ["list zone", "list", "zone issue", "issue list list", "dns"]
    plain, arrays = both(texts, Parameters(), Analysis())
    monkeypatch.setattr(array_columns, "MOST_KEPT", 60)
    for _ in range(2):
        terms = ["list", "zone", "issue"]
        assert arrays.matches(terms, 9, None, ()) == plain.matches(terms, 9, None, ())


def test_a_large_index_that_is_asked_often_gives_the_same_answers(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    postings = Postings(((f"list zone {at % 7}",) for at in range(50)), Analysis())
    expected = [Bm25(postings, Parameters()).matches(["list", "3"], 5) for _ in range(9)]
    monkeypatch.setattr(bm25, "ARRAYS_FROM", 50)
    monkeypatch.setattr(bm25, "ARRAYS_AFTER", 200)
    engine = Bm25(postings, Parameters())
    assert isinstance(engine.columns, DictionaryColumns)
    assert [engine.matches(["list", "3"], 5) for _ in range(9)] == expected
    assert isinstance(engine.columns, ArrayColumns)
    assert [part.term for part in engine.explain(3, ["list", "3"])] == ["list", "3"]


def test_threads_that_share_an_index_get_the_same_answers(monkeypatch: pytest.MonkeyPatch) -> None:
    texts = [f"list zone w{at % 7} of {at % 11}" for at in range(3_000)]
    postings = Postings(((text,) for text in texts), Analysis())
    asked = [["list", f"w{at % 7}", str(at % 11)] for at in range(200)]
    expected = [Bm25(postings, Parameters()).matches(terms, 5) for terms in asked]
    monkeypatch.setattr(bm25, "ARRAYS_FROM", 1)
    monkeypatch.setattr(bm25, "ARRAYS_AFTER", 50_000)
    engine = Bm25(postings, Parameters())
    with ThreadPoolExecutor(8) as threads:
        assert list(threads.map(lambda terms: engine.matches(terms, 5), asked)) == expected


def test_one_search_in_a_large_index_imports_no_numpy() -> None:
    program = (
        "import sys\n"
        "from toolsearch_cli.search.bm25 import ARRAYS_FROM, Bm25\n"
        "from toolsearch_cli.search.formula import Parameters\n"
        "from toolsearch_cli.search.postings import Analysis, Postings\n"
        "postings = Postings([('list zones',)] * 2 * ARRAYS_FROM, Analysis())\n"
        "Bm25(postings, Parameters()).matches(['list', 'zones'], 1)\n"
        "sys.exit('numpy' in sys.modules)\n"
    )
    assert subprocess.run([sys.executable, "-c", program], check=False).returncode == 0
