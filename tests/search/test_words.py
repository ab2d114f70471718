"""Text to words, and words to stems."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from toolsearch_cli.search.words import STEM_TAIL, ascii_runs, ascii_words, english_stem

_SUFFIXES = ("", "s", "ies", "ied", "ing", "ization", "ational", "iveness", "bility", "bly", "ogy")


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("create_issue", ["create", "issue"]),
        ("createIssue v2.1", ["createissue", "v2", "1"]),
        ("mcp__brave-search__a", ["mcp", "brave", "search", "a"]),
        ("公众号 — …", []),
        ("naïve", ["na", "ve"]),
        ("", []),
    ],
)
def test_only_ascii_letters_and_digits_make_words(text: str, words: list[str]) -> None:
    assert ascii_words(text) == words


def test_a_letter_whose_lower_case_is_ascii_still_separates() -> None:
    kelvin = "\u212a"
    assert kelvin.lower() == "k"
    assert ascii_words(f"5{kelvin}B") == ["5", "b"]


@given(st.text())
def test_runs_are_the_words_as_typed(text: str) -> None:
    assert [run.lower() for run in ascii_runs(text)] == ascii_words(text)


@pytest.mark.parametrize(
    ("word", "stem"),
    [
        ("issues", "issu"),
        ("creating", "creat"),
        ("abilities", "abil"),
        ("dying", "die"),
        ("skies", "sky"),
        ("generously", "generous"),
        ("a1s", "a1"),
    ],
)
def test_stems_are_snowball_english(word: str, stem: str) -> None:
    assert english_stem(word) == stem


@given(
    st.text("abdeilnorstuy01", min_size=1, max_size=7),
    st.sampled_from(_SUFFIXES),
    st.sampled_from(_SUFFIXES),
)
def test_all_but_the_tail_of_a_stem_begins_its_word(base: str, one: str, two: str) -> None:
    """The law by which the words of a stem are found in a sorted vocabulary."""
    word = base + one + two
    stem = english_stem(word)
    assert stem
    assert word.startswith(stem[: max(1, len(stem) - STEM_TAIL)])
