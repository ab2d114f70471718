"""The stems of Snowball 2, which Codex has, beside those of Snowball 3."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.search.small_catalog import answers
from toolsearch_cli.search.porter2 import porter2_stem
from toolsearch_cli.search.postings import Analysis, Postings
from toolsearch_cli.search.words import STEM_TAIL, english_stem

_SUFFIXES = ("", "s", "ies", "ied", "ing", "ization", "ational", "iveness", "bility", "bly", "ogy")
_WORDS = st.tuples(
    st.text("abdeilnorstuy01'_", max_size=7).filter(lambda text: not text.startswith("'")),
    st.sampled_from(_SUFFIXES),
    st.sampled_from(_SUFFIXES),
).map("".join)


def test_the_stems_of_snowball_2() -> None:
    recorded = answers("porter2_words")
    assert {word: porter2_stem(word) for word in recorded} == recorded


@pytest.mark.parametrize(
    ("word", "before", "now"),
    [
        ("organization", "organ", "organiz"),
        ("adding", "ad", "add"),
        ("internal", "intern", "internal"),
        ("paste", "past", "paste"),
    ],
)
def test_where_the_two_differ(word: str, before: str, now: str) -> None:
    assert (porter2_stem(word), english_stem(word)) == (before, now)


@given(_WORDS.filter(bool))
def test_all_but_the_tail_of_a_stem_begins_its_word(word: str) -> None:
    """The law by which the words of a stem are found in a sorted vocabulary."""
    stem = porter2_stem(word)
    assert stem
    assert word.startswith(stem[: max(1, len(stem) - STEM_TAIL)])


@given(st.lists(_WORDS, max_size=8))
def test_words_of_one_stem_are_counted_together(words: list[str]) -> None:
    postings = Postings([(" ".join(words),)], Analysis(tokenize=str.split, stem=porter2_stem))
    stems = [porter2_stem(word) for word in " ".join(words).split()]
    assert all(postings.count(stem, 0) == stems.count(stem) for stem in stems)
    assert sorted(postings.bags()[0]) == sorted(stems)
