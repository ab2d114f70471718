"""Other scripts in ASCII."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from toolsearch_cli.search.transliteration import to_ascii


@pytest.mark.parametrize(
    ("text", "ascii_text"),
    [
        ("\u00c6neid", "AEneid"),
        ("\u00e9tude", "etude"),
        ("\u5317\u4eb0", "Bei Jing "),
        ("\u1515\u14c7\u14c7", "shanana"),
        ("\u3052\u3093\u307e\u3044\u8336", "genmaiCha "),
        ("\U0001f984\u2623", "unicorn biohazard "),
        ("\u2026 \u2014 \u2019", "... -- '"),
        ("\u2705", "white check mark "),
        ("\u0430\u043b\u0435\u0440\u0442", "alert"),
    ],
)
def test_examples_of_deunicode_s_documentation_and_of_catalogs(text: str, ascii_text: str) -> None:
    """But for the space behind the last character, which deunicode leaves out."""
    assert to_ascii(text) == ascii_text


@given(st.text())
def test_everything_becomes_ascii(text: str) -> None:
    assert to_ascii(text).isascii()


@given(st.text(), st.text())
def test_each_character_after_the_first_accent_for_itself(one: str, other: str) -> None:
    joined = to_ascii(f"\u00e9{one}{other}")
    assert joined == "e" + to_ascii(f"\u00e9{one}")[1:] + to_ascii(f"\u00e9{other}")[1:]


@given(st.text(st.characters(max_codepoint=126)))
def test_ascii_stays_as_far_as_it_is_alone(text: str) -> None:
    assert to_ascii(text) == text
    assert to_ascii(f"{text}\u00e9") == f"{text}e"


@pytest.mark.parametrize(
    "invisible",
    [*map(chr, range(32)), "\x7f", "\x80", "\x85", "\xad", "\ufeff", "\ufe0f", "\u2060", "\u2067"],
)
def test_what_is_invisible_after_an_accent_joins_the_words_beside_it(invisible: str) -> None:
    """As Codex 0.171.0 answered: only the query abcd finds a tool with this text."""
    assert to_ascii(f"\u00e9 ab{invisible}cd") == "e abcd"


@pytest.mark.parametrize("space", ["\xa0", "\u2028", "\u200b", "\u3000", "\ufffd"])
def test_spaces_of_other_kinds_keep_words_apart(space: str) -> None:
    """As Codex 0.171.0 answered: ab and cd find the tool, abcd does not."""
    assert to_ascii(f"\u00e9 ab{space}cd") != "e abcd"


def test_line_breaks_before_the_first_accent_stay() -> None:
    assert to_ascii("one\ntwo \u2014 three\nfour") == "one\ntwo -- threefour"
