"""32-bit arithmetic: step by step what numpy's 32-bit floats give."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from toolsearch_cli.search.bm25 import Bm25
from toolsearch_cli.search.formula import Parameters
from toolsearch_cli.search.postings import Analysis, Postings
from toolsearch_cli.search.single import rounded, single_sum

WORDS = st.sampled_from(("list", "create", "issue", "zone", "a", "dns"))
TEXTS = st.lists(st.lists(WORDS, max_size=12).map(" ".join), min_size=1, max_size=20)
ONE = np.float32(1)


def _parameters(*, idf_first: bool) -> Parameters:
    return Parameters(k1=1.2, idf_first=idf_first, gain_first=True, ratio_first=True, single=True)


@given(texts=TEXTS, word=WORDS, idf_first=st.booleans())
def test_each_step_is_rounded(texts: list[str], word: str, *, idf_first: bool) -> None:
    documents = [text.split() for text in texts]
    having = sum(word in one for one in documents)
    mean = np.float32(sum(map(len, documents)) / len(documents))
    n, df, half = np.float32(len(documents)), np.float32(having), np.float32(0.5)
    odds = ONE + (n - df + half) / (df + half)
    idf = np.float32(math.log(float(odds)))
    k1, b = np.float32(1.2), np.float32(0.75)
    engine = Bm25(
        Postings(((text,) for text in texts), Analysis()), _parameters(idf_first=idf_first)
    )
    column = engine.column(word)
    assert column.idf == idf
    assert len(column) == having
    for at in [at for at, words in enumerate(documents) if word in words]:
        part = column.part(at)
        tf, length = np.float32(documents[at].count(word)), np.float32(len(documents[at]))
        below = tf + k1 * (ONE - b + b * (length / mean))
        gain = tf * (k1 + ONE)
        assert part == (idf * (gain / below) if idf_first else idf * gain / below)


@given(st.lists(st.floats(0, 100, width=32), max_size=9))
def test_sums_are_rounded_too(parts: list[float]) -> None:
    total = np.float32(0)
    for part in parts:
        total += np.float32(part)
    assert single_sum(parts) == total


@given(TEXTS, st.lists(WORDS, min_size=1, max_size=6), st.integers(1, 20))
def test_a_limit_only_cuts(texts: list[str], terms: list[str], limit: int) -> None:
    """Stopping early allows for what rounding does to a sum."""
    engine = Bm25(Postings(((text,) for text in texts), Analysis()), _parameters(idf_first=True))
    everything = engine.matches(terms, 1_000)
    assert engine.matches(terms, limit).best == everything.best[:limit]
    for at, score in everything.best:
        assert score == single_sum(part.contribution for part in engine.explain(at, terms))
    best = {at for at, _ in everything.best[:limit]}
    for at in range(len(texts)):
        assert engine.is_among_best(terms, at, limit) == (at in best)


def test_what_differs_in_64_bits_can_be_equal_in_32() -> None:
    assert rounded(0.1) != 0.1
    assert rounded(rounded(0.1)) == rounded(0.1)
    assert single_sum([1.0, 1e-9]) == 1.0
    assert sum([1.0, 1e-9]) == pytest.approx(1.000000001, abs=1e-12)
