"""The estimate that decides in Hermes: code points of compact JSON, divided by four."""

from __future__ import annotations

import json
from typing import Final

CHARS_PER_TOKEN: Final = 4

# What was decoded from a text holds no circle.
_ENCODER: Final = json.JSONEncoder(ensure_ascii=False, separators=(",", ":"), check_circular=False)


def compact(value: object) -> str:
    """Return a decoded JSON value as the text whose length is counted.

    No spaces; only quotes, backslashes and U+0000 to U+001F are escaped; numbers keep their kind
    (`1.0` stays `1.0`); a lone surrogate stays one code point, so the text may not be encodable.
    """
    return _ENCODER.encode(value)


def chars(value: object) -> int:
    """Return the number of code points of `compact(value)`."""
    return len(compact(value))


def estimate(chars: int) -> int:
    """Return the tokens that a host expects of so many code points, rounded up.

    Sums are made of code points, before this: Hermes rounds once, for all tools together.
    """
    return -(-chars // CHARS_PER_TOKEN)
