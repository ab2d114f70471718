"""Prices of models: the file that ships, a file of one's own, and what is refused."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

import pytest

from toolsearch_cli.errors import SettingsError, UsageError
from toolsearch_cli.settings.prices import SHIPPED, load_prices
from toolsearch_cli.settings.yaml_file import load_yaml_file

if TYPE_CHECKING:
    from pathlib import Path


def written(folder: Path, text: str) -> Path:
    path = folder / "prices.yaml"
    path.write_text(text, encoding="utf-8")
    return path


def test_every_model_that_ships_has_all_prices_a_day_and_a_source() -> None:
    document = load_yaml_file(SHIPPED)
    assert isinstance(document, dict)
    for model in document["models"]:
        prices = load_prices(None, model)
        assert prices.model == model
        assert prices.cache_read is not None
        assert prices.output is not None
        assert 0 < prices.cache_read < prices.input <= prices.cache_write < prices.output
        assert len(prices.as_of) == len("2026-01-01")
        assert prices.source
    assert load_prices().model == next(iter(document["models"]))


def test_prices_are_what_is_written_not_its_nearest_float(tmp_path: Path) -> None:
    path = written(tmp_path, "models: {m: {input: 0.3, cache_read: 0.1}}")
    prices = load_prices(path)
    assert (prices.input, prices.cache_read) == (Fraction(3, 10), Fraction(1, 10))
    assert prices.cache_write == prices.input
    assert prices.output is None
    assert (prices.currency, prices.as_of, prices.source) == ("USD", "", "")


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "/models: expected a mapping of models to prices"),
        ("models: {}", "/models: expected a mapping"),
        ("models: [a]", "/models: expected a mapping"),
        ("model: {a: {input: 1}}", "/model: no such setting"),
        ("models: {a: {output: 1}}", "/models/a: input has no price"),
        ("models: {a: {input: -1}}", "/models/a/input: expected a price"),
        ("models: {a: {input: .nan}}", "/models/a/input: expected a price"),
        ("models: {a: {input: .inf}}", "/models/a/input: expected a price"),
        ("models: {a: {input: true}}", "/models/a/input: expected a price"),
        ("models: {a: {input: '2'}}", "/models/a/input: expected a price"),
        ("models: {a: {inputs: 1}}", "/models/a/inputs: no such setting"),
        ("models: {a: {input: 1, cache_read: 2}}", "reading the cache costs more"),
        ("as_of: soon\nmodels: {a: {input: 1}}", "/as_of: expected a date"),
    ],
)
def test_what_is_no_price_is_named_by_its_place(text: str, reason: str, tmp_path: Path) -> None:
    path = written(tmp_path, text)
    with pytest.raises(SettingsError, match=reason) as caught:
        load_prices(path)
    assert caught.value.message.startswith(f"{path}: ")


def test_a_model_that_is_not_there_is_suggested() -> None:
    with pytest.raises(UsageError, match="not in the prices that ship") as caught:
        load_prices(None, "gpt-5.4-mimi")
    assert caught.value.hint == "did you mean gpt-5.4-mini?"
