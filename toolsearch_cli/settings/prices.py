"""What models take for tokens: the file that ships, or the user's own of the same shape."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, Final

from toolsearch_cli.analysis.cost import Prices
from toolsearch_cli.data import DIRECTORY
from toolsearch_cli.errors import UsageError, nearest
from toolsearch_cli.settings.fields import Field
from toolsearch_cli.settings.yaml_file import load_yaml_file

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

SHIPPED: Final = DIRECTORY / "prices.yaml"
_ABOUT: Final = ("currency", "as_of", "source", "models")
_RATES: Final = ("input", "cache_write", "cache_read", "output")
_HIGHEST: Final = 10**9


def load_prices(path: Path | None = None, model: str | None = None) -> Prices:
    """Return the prices of a model, by default of the first one in the file.

    Args:
        path: A YAML file with `currency`, `as_of`, `source` and `models`, of which each has
            `input` and may have `cache_write` (else as input), `cache_read` (else there is no
            cache) and `output` (else it has no price), all for a million tokens; `None`: the
            file that ships.
        model: Its name in the file.

    Raises:
        SettingsError: The file cannot be read, or holds something else.
        UsageError: It has no such model.
    """
    file = path or SHIPPED
    about = Field(str(file), "", load_yaml_file(file)).mapping(_ABOUT)
    models = about["models"].mapping() if "models" in about else {}
    if not models:
        raise Field(str(file), "/models", None).expected("a mapping of models to prices")
    name = next(iter(models)) if model is None else model
    if name not in models:
        hint = nearest(name, models, "models")
        where = "the prices that ship" if path is None else path
        raise UsageError(f"--model {name}: not in {where}", hint=hint)
    return _prices(name, models[name], about)


def _prices(model: str, entry: Field, about: Mapping[str, Field]) -> Prices:
    rates = {key: _rate(field) for key, field in entry.mapping(_RATES).items()}
    if "input" not in rates:
        raise entry.error("input has no price")
    prices = Prices(
        model=model,
        currency=_text(about, "currency", "USD"),
        as_of=_text(about, "as_of", ""),
        source=_text(about, "source", ""),
        input=rates["input"],
        cache_write=rates.get("cache_write", rates["input"]),
        cache_read=rates.get("cache_read"),
        output=rates.get("output"),
    )
    if prices.cache_read is not None and prices.cache_read > prices.cache_write:
        raise entry.error("reading the cache costs more than writing it")
    return prices


def _text(about: Mapping[str, Field], key: str, default: str) -> str:
    if key not in about:
        return default
    return str(about[key].day()) if key == "as_of" else about[key].text()


def _rate(field: Field) -> Fraction:
    """Return a price as it is written: 0.1 is a tenth."""
    value = field.value
    if isinstance(value, (int, float)) and not isinstance(value, bool) and 0 <= value <= _HIGHEST:
        return Fraction(str(value))
    raise field.expected("a price for a million tokens", "write 3 or 0.25")
