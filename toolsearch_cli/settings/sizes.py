"""Whole numbers as people write them: context sizes and budgets."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from toolsearch_cli.errors import UsageError

if TYPE_CHECKING:
    from decimal import Decimal

LARGEST_NUMBER = 10**12
_SIZE = re.compile(r"(?P<number>(?:0|[1-9][0-9]*(?:_[0-9]+)*)(?:\.[0-9]+)?)(?P<suffix>[kKmM]?)")
_LONGEST = 30
"""Characters of the longest number that is read; it bounds the work, not the value."""
_FACTORS = {"": 1, "k": 1_000, "m": 1_000_000}


def context_size(text: str) -> int | None:
    """Return the tokens that `200000`, `200k`, `1.5M` or `unknown` means; unknown is `None`.

    Raises:
        UsageError: The text is no size, or no whole number of tokens.
    """
    stripped = text.strip()
    if stripped.lower() == "unknown":
        return None
    size = whole_number(stripped)
    if size is None:
        raise UsageError(
            f"--context: {text!r} is not a context size", hint="write 200000, 200k, 1M or unknown"
        )
    return size


def whole_number(text: str) -> int | None:
    """Return the number that `200000`, `200_000`, `200k` or `1.5M` means; `None` when it is none.

    A number above `LARGEST_NUMBER` is none either.
    """
    match = _SIZE.fullmatch(text.strip())
    if match is None or len(match["number"]) > _LONGEST:
        return None
    size = _exact(match["number"].replace("_", "")) * _FACTORS[match["suffix"].lower()]
    return int(size) if size == int(size) and size <= LARGEST_NUMBER else None


def _exact(digits: str) -> int | Decimal:
    if "." not in digits:
        return int(digits)
    from decimal import Decimal

    return Decimal(digits)
