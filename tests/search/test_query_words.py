"""A query beside the words that are read of it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from toolsearch_cli.search.query_words import read
from toolsearch_cli.search.tokenizers import (
    codex_words,
    fastmcp_words,
    long_unicode_words,
    unicode_words,
)
from toolsearch_cli.search.words import ascii_words

if TYPE_CHECKING:
    from toolsearch_cli.search.postings import Tokenize

TOKENIZERS = (ascii_words, unicode_words, long_unicode_words, fastmcp_words, codex_words)


def test_words_are_shown_as_typed() -> None:
    reading = read("Create GitHub issue, create", ascii_words)
    assert dict(reading.typed) == {"create": "Create", "github": "GitHub", "issue": "issue"}
    assert reading.unread == ()


@pytest.mark.parametrize(
    ("tokenize", "query", "unread"),
    [
        (ascii_words, "list \u516c\u4f17\u53f7 tools \u2014", ("\u516c\u4f17\u53f7",)),
        (unicode_words, "list \u516c\u4f17\u53f7 tools \u2014", ()),
        (fastmcp_words, "a list of x/y", ("a", "x/y")),
        (codex_words, "Show me the list, don't ask", ("me", "the", "don't")),
        (codex_words, "Zeig mir die \u00c4nderungen an", ("an",)),
        (codex_words, "these hes", ("these",)),
        (fastmcp_words, "i nine", ("i",)),
        (ascii_words, "?!", ()),
    ],
)
def test_what_is_not_looked_up_is_named(
    tokenize: Tokenize, query: str, unread: tuple[str, ...]
) -> None:
    assert read(query, tokenize).unread == unread


@given(st.sampled_from(TOKENIZERS), st.text())
def test_no_query_is_too_odd(tokenize: Tokenize, query: str) -> None:
    reading = read(query, tokenize)
    assert all(typed in query and typed.lower() == word for word, typed in reading.typed.items())
    assert all(piece in query for piece in reading.unread)
