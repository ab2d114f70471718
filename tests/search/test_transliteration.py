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
def test_each_character_for_itself(one: str, other: str) -> None:
    assert to_ascii(one) + to_ascii(other) == to_ascii(one + other)


@given(st.text(st.characters(max_codepoint=127)))
def test_ascii_stays(text: str) -> None:
    assert to_ascii(text) == text
    assert to_ascii(f"{text}\u00e9") == f"{text}e"
