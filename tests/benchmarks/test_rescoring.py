"""Rescoring the candidates of an engine that keeps lengths in a byte gives exactly our answer."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from benchmarks.scale.beside import LIMIT
from benchmarks.scale.rescoring import K1, LENGTHS, TANTIVY_K1, coded, columns, of_shards, rescored


@given(st.integers(0, 100_000))
def test_a_coded_length_is_never_more_and_at_most_an_eighth_less(length: int) -> None:
    assert coded(length) <= length <= coded(length) * 9 / 8


def test_the_codes_are_those_of_lucene_and_tantivy() -> None:
    """The lengths that Tantivy's table has at these places."""
    assert (*LENGTHS[:41],) == (*range(41),)
    assert LENGTHS[41:58] == (42, 44, 46, 48, 50, 52, 54, 56, 60, 64, 68, 72, 76, 80, 84, 88, 96)
    assert (LENGTHS[98], LENGTHS[104], LENGTHS[255]) == (2_584, 4_120, 2_013_265_944)


@pytest.mark.parametrize("k1", [K1, TANTIVY_K1])
@pytest.mark.parametrize("seed", range(3))
def test_rescored_candidates_are_our_answer(seed: int, k1: float) -> None:
    random = Random(seed)
    vocabulary = [f"w{number}" for number in range(60)]
    texts = [
        " ".join(random.choices(vocabulary, k=random.choice((30, 41, 57, 63, 95, 103))))
        for _ in range(500)
    ]
    ours, theirs = columns(texts), columns(texts, k1=k1, coding=coded)
    others = 0
    for _ in range(40):
        terms = random.choices(vocabulary, k=random.randint(1, 5))
        expected = ours.matches(terms, LIMIT, None, ()).best
        best, fetched = rescored(ours, theirs, terms, (K1 + 1) / (k1 + 1))
        assert best == expected
        assert LIMIT <= fetched <= len(texts)
        others += theirs.matches(terms, LIMIT, None, ()).best != expected
    assert others, "without rescoring the answers are others, or this shows nothing"


def test_one_shard_of_all_texts_answers_as_we_do() -> None:
    texts = [f"zone {number % 5} of dns {number}" for number in range(30)]
    ours = columns(texts)
    expected = [document for document, _ in ours.matches(["zone", "3"], LIMIT, None, ()).best]
    assert of_shards([ours], [len(texts)], ["zone", "3"]) == expected
    halves = [columns(texts[:12]), columns(texts[12:])]
    assert len(of_shards(halves, [12, 18], ["zone", "3"])) == LIMIT
