"""Whole numbers as people write them."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from toolsearch_cli.errors import UsageError
from toolsearch_cli.settings.sizes import context_size, whole_number


@pytest.mark.parametrize(
    ("text", "size"),
    [
        ("200000", 200_000),
        ("200_000", 200_000),
        ("200k", 200_000),
        ("1M", 1_000_000),
        ("1.5m", 1_500_000),
        ("0", 0),
        ("1.001k", 1_001),
        (" 8K ", 8_000),
        ("unknown", None),
        ("Unknown", None),
    ],
)
def test_sizes_are_read_as_written(text: str, size: int | None) -> None:
    assert context_size(text) == size


@pytest.mark.parametrize(
    "text",
    [
        "",
        "k",
        "1.5",
        "-1",
        "1e5",
        "1.0001k",
        "1 000",
        "200kk",
        "٣",
        "000",
        "007",
        "9" * 400,
        "1" + "0" * 13,
    ],
)
def test_what_is_no_whole_number_of_tokens_is_refused(text: str) -> None:
    with pytest.raises(UsageError, match="is not a context size"):
        context_size(text)


@given(st.integers(0, 10**9))
def test_thousands_round_trip(thousandths: int) -> None:
    assert whole_number(f"{thousandths // 1000}.{thousandths % 1000:03}k") == thousandths
