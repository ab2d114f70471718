"""From words to FTS5's query language."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.search.small_catalog import answers
from toolsearch_cli.search.match_expression import (
    NOISE_WORDS,
    match_expression,
    noise_words,
    quoted,
    search_words,
)

if TYPE_CHECKING:
    from tests.golden_cases import Case


@pytest.mark.parametrize("case", answers("toolhive_fts5")["cases"])
def test_the_expressions_of_the_host(case: Case) -> None:
    words = search_words(case["tool_description"], case.get("tool_keywords") or ())
    assert match_expression(words) == case["match_expr"]


@pytest.mark.parametrize(
    ("description", "keywords", "words"),
    [
        ("Open an Issue", [], ("Open", "an", "Issue")),
        ("issue ISSUE Issue", [], ("issue",)),
        ("the table, of contents", [], ("the", "table,", "of", "contents")),
        ("the Table of contents", [], ("the", "of", "contents")),
        ("the description", ["merge branch", "branch"], ("merge", "branch")),
        ("read a file", ["table", " Key "], ("read", "a", "file")),
        ("name type", ["id"], ()),
        ("", [], ()),
        (" \t\n\u3000", ["\u00a0"], ()),
        ("a\x1fb", [], ("a\x1fb",)),
    ],
)
def test_keywords_before_the_description_without_noise_or_repeats(
    description: str, keywords: list[str], words: tuple[str, ...]
) -> None:
    assert search_words(description, keywords) == words


def test_there_are_23_noise_words() -> None:
    assert len(NOISE_WORDS) == 23


@pytest.mark.parametrize(
    ("description", "keywords", "dropped"),
    [
        ("the Table of contents", [], ("Table",)),
        ("the Table", ["issue id"], ("id",)),
        ("the Table", ["id"], ("Table",)),
        ("read, content,", [], ()),
    ],
)
def test_the_noise_words_that_are_not_searched_can_be_told(
    description: str, keywords: list[str], dropped: tuple[str, ...]
) -> None:
    assert noise_words(description, keywords) == dropped


def test_a_quote_inside_a_word_is_doubled() -> None:
    assert quoted('say"hi"') == '"say""hi"""'


@given(st.text(), st.lists(st.text(), max_size=3))
def test_no_noise_word_and_no_word_twice(description: str, keywords: list[str]) -> None:
    folded = [word.lower() for word in search_words(description, keywords)]
    assert len(folded) == len(set(folded))
    assert not NOISE_WORDS & set(folded)
