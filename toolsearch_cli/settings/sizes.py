"""Context sizes as people write them."""

from __future__ import annotations

import re

from toolsearch_cli.errors import UsageError

LARGEST_CONTEXT = 10**12
_SIZE = re.compile(r"(?P<number>\d+(?:[._]\d+)*)(?P<suffix>[kKmM]?)")
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

    A number above `LARGEST_CONTEXT` is none either.
    """
    match = _SIZE.fullmatch(text.strip())
    if match is None:
        return None
    try:
        size = float(match["number"].replace("_", "")) * _FACTORS[match["suffix"].lower()]
    except ValueError:
        return None
    return int(size) if size == int(size) and size <= LARGEST_CONTEXT else None
