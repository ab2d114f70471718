"""How numbers are written, everywhere the same."""

from __future__ import annotations

import pytest

from toolsearch_cli.settings.sizes import context_size
from toolsearch_cli.views.numbers import context_name, counted, percent, written


@pytest.mark.parametrize(
    ("number", "text"), [(0, "0 tools"), (1, "1 tool"), (2_747, "2,747 tools")]
)
def test_a_noun_agrees_with_its_number(number: int, text: str) -> None:
    assert counted(number, "tool") == text
    assert counted(2, "entry", "entries") == "2 entries"


@pytest.mark.parametrize(
    ("context", "name"),
    [
        (None, "unknown"),
        (0, "0"),
        (500, "500"),
        (1_000, "1k"),
        (200_000, "200k"),
        (1_000_000, "1M"),
        (1_500_000, "1500k"),
        (131_072, "131,072"),
    ],
)
def test_a_context_is_named_shortly(context: int | None, name: str) -> None:
    assert context_name(context) == name
    assert context_size(name.replace(",", "_")) == context


def test_a_share_of_nothing_is_none() -> None:
    assert percent(1_081, 10_000) == "10.8 %"
    assert percent(0, 0) == percent(1, 0) == "0.0 %"


def test_a_cell_is_written_by_its_unit() -> None:
    assert written(None, "tokens") == "-"
    assert written(1_234, "tokens") == "1,234"
    assert written("names 20", "text") == "names 20"
    assert written("summary", "form") == "▁ summary"
    assert written("names 20", "form").endswith(" names 20")
    assert written(8.4399, "score") == "8.440"
    assert written("exact", "score") == "exact"
    assert written(12.34, "percent") == "12.3 %"
