"""How other hosts cut text into words."""

from __future__ import annotations

import re
import unicodedata
from typing import TYPE_CHECKING

import pytest
import regex
from hypothesis import given
from hypothesis import strategies as st

from tests.search.small_catalog import answers
from toolsearch_cli.search.tokenizers import (
    camel_words,
    codex_words,
    docker_words,
    fastmcp_words,
    long_unicode_words,
    nltk_stop_words,
    unicode_words,
)
from toolsearch_cli.search.transliteration import to_ascii
from toolsearch_cli.search.words import ascii_words

if TYPE_CHECKING:
    from tests.golden_cases import Case

CIRCLED, HINDI, KELVIN, DOTTED_I = (
    "\u24d0\u24b7",
    "\u0939\u093f\u0928\u094d\u0926\u0940",
    "\u212a",
    "\u0130",
)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("create_issue, createIssue v2.1", ["create", "issue", "createissue", "v2", "1"]),
        ("Caf\u00e9 \u65e5\u672c\u8a9e \u00bd", ["caf\u00e9", "\u65e5\u672c\u8a9e", "\u00bd"]),
        (CIRCLED, ["\u24d0\u24d1"]),  # letters by property, symbols by category
        # Vowel signs are Alphabetic; the virama, which joins consonants, is not.
        (HINDI, ["\u0939\u093f\u0928", "\u0926\u0940"]),
        ("\u03a3\u0391\u03a3", ["\u03c3\u03b1\u03c2"]),
        ("\u2014 \u2026 !", []),
    ],
)
def test_words_of_letters_and_numbers_of_any_script(text: str, words: list[str]) -> None:
    assert unicode_words(text) == words


def test_python_s_own_idea_of_a_letter_is_not_enough() -> None:
    assert not "\u093f".isalnum()
    assert not CIRCLED[0].isalnum()


@given(st.text(st.characters(categories=["L", "N"]), min_size=1))
def test_letters_and_numbers_never_separate(text: str) -> None:
    known = [one for one in text if not regex.match(r"\p{Cn}", one)]
    assert "".join(unicode_words("".join(known))) == "".join(known).lower()


@given(st.text(st.characters(max_codepoint=127)))
def test_ascii_takes_the_short_way_to_the_same_words(text: str) -> None:
    assert unicode_words(text) == ascii_words(text)
    longer = [word for word in unicode_words(text + " \u00e9 ") if len(word) > 1]
    assert long_unicode_words(text) == longer
    assert long_unicode_words(f"{text} \u00e9")[:-1] == longer


def test_one_letter_is_a_word_when_it_takes_two_bytes() -> None:
    assert long_unicode_words("a \u00e9 b2 5 \u65e5") == ["\u00e9", "b2", "\u65e5"]


def test_bytes_are_counted_before_the_case_changes() -> None:
    """The Kelvin sign takes three bytes and its lower case, k, takes one."""
    assert long_unicode_words(f"K {KELVIN}") == ["k"]


@pytest.mark.parametrize("case", answers("fastmcp_bm25_regex")["tokenize"])
def test_the_words_of_fastmcp(case: Case) -> None:
    assert fastmcp_words(case["text"]) == case["tokens"]


def test_docker_lowers_before_it_splits() -> None:
    assert docker_words(f"5{KELVIN}B GitHub-API {DOTTED_I}stanbul na\u00efve") == [
        *("5kb", "github", "api", "istanbul", "na", "ve")
    ]


@pytest.mark.parametrize(
    ("text", "words"),
    [
        (
            "create_issue createIssue create-issue",
            ["create_issue", "createissue", "create", "issue"],
        ),
        ("eps.tool a:b rock'n'roll", ["eps.tool", "a:b", "rock'n'roll"]),
        ("1,000 3.14 12:30 v1.2 1.a", ["1,000", "3.14", "12", "30", "v1.2", "1"]),
        ("x_.z ___ _x a,b", ["x_", "z", "_x", "b"]),
        ("It isn\u2019t what you should've done", ["done"]),
        ("caf\u00e9 \u5317\u4eac \U0001f680", ["cafe", "bei", "jing", "rocket"]),
    ],
)
def test_the_words_of_codex(text: str, words: list[str]) -> None:
    assert codex_words(text) == words


@given(st.text("aZ09_.:,;'\"- \n/(\x00\u2019", max_size=12))
def test_codex_ends_words_where_unicode_says(text: str) -> None:
    """By another implementation of UAX #29."""
    lowered = to_ascii(text).lower()
    pieces = regex.split(r"\b", lowered, flags=regex.WORD | regex.VERSION1)
    words = [piece for piece in pieces if regex.search(r"[a-z0-9]", piece)]
    assert codex_words(text) == [word for word in words if word not in nltk_stop_words()]


def test_the_stop_words_of_codex() -> None:
    recorded = answers("nltk_stopwords_en_179")
    assert nltk_stop_words() == frozenset(recorded)
    for word in recorded:
        assert codex_words(word.upper()) == []
    assert codex_words("I'm he'd would") == ["i'm", "he'd", "would"]


@given(st.text())
def test_no_text_is_too_odd(text: str) -> None:
    for tokenize in (unicode_words, long_unicode_words, fastmcp_words, docker_words, codex_words):
        words = tokenize(text)
        assert all(words)
        assert words == tokenize(f" {text}\n")
    assert all(word.isascii() for word in codex_words(text))
    assert fastmcp_words(unicodedata.normalize("NFKC", text)) == fastmcp_words(text)


CAMEL_JOINT = re.compile(r"(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])")


@given(st.text(st.sampled_from("aB1Cd_ é\u212aZ")))
def test_camel_words_are_ascii_words_with_their_joints_opened(text: str) -> None:
    assert camel_words(text) == ascii_words(CAMEL_JOINT.sub(" ", text))
