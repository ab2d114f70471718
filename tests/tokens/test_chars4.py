"""The estimate that decides: characters as the host writes them, divided by four, rounded up."""

from __future__ import annotations

import json
from math import ceil

import pytest
from hypothesis import given
from hypothesis import strategies as st

from toolsearch_cli.tokens.chars4 import chars, compact, estimate

JSON_VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
    max_leaves=20,
)


@pytest.mark.parametrize(
    ("count", "tokens"), [(0, 0), (1, 1), (3, 1), (4, 1), (5, 2), (8, 2), (1509, 378), (2018, 505)]
)
def test_four_characters_are_a_token_and_a_rest_is_one_more(count: int, tokens: int) -> None:
    assert estimate(count) == tokens


@given(st.integers(min_value=0, max_value=10**15))
def test_the_estimate_is_the_rounded_up_quarter(count: int) -> None:
    assert estimate(count) == ceil(count / 4)


@pytest.mark.parametrize(
    ("value", "text"),
    [
        ({"a": [1, True, None], "b": {}}, '{"a":[1,true,null],"b":{}}'),
        ("née 日本 /", '"née 日本 /"'),
        ('"\\', r'"\"\\"'),
        ("\b\f\n\r\t", r'"\b\f\n\r\t"'),
        ("\x00\x1b\x1f", r'"\u0000\u001b\u001f"'),
        ("\x7f\u2028\u200b", '"\x7f\u2028\u200b"'),
        ([1.0, 100.0, 1e3, 1.10, 1e-5, 1e16], "[1.0,100.0,1000.0,1.1,1e-05,1e+16]"),
        (12345678901234567890123, "12345678901234567890123"),
    ],
)
def test_values_are_written_as_the_host_counts_them(value: object, text: str) -> None:
    assert compact(value) == text
    assert chars(value) == len(text)


@pytest.mark.parametrize("text", ["\ud800", "a\udc00b"])
def test_a_lone_surrogate_is_one_character(text: str) -> None:
    assert chars(text) == len(text) + 2


def test_a_character_outside_the_basic_plane_is_one_character() -> None:
    assert chars("😀") == 3


@given(JSON_VALUES)
def test_nothing_is_lost_and_no_space_is_added(value: object) -> None:
    assert json.loads(compact(value)) == value
    assert chars([value, value]) == 2 * chars(value) + 3
