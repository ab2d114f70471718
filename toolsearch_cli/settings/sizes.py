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
    match = _SIZE.fullmatch(stripped)
    if match is None:
        raise _not_a_size(text)
    number = match["number"].replace("_", "")
    try:
        size = float(number) * _FACTORS[match["suffix"].lower()]
    except ValueError:
        raise _not_a_size(text) from None
    if size != int(size) or size > LARGEST_CONTEXT:
        raise _not_a_size(text)
    return int(size)


def _not_a_size(text: str) -> UsageError:
    return UsageError(
        f"--context: {text!r} is not a context size", hint="write 200000, 200k, 1M or unknown"
    )
