"""The formula of BM25, and whose variant of it: idf, parameters, one term's part of a score."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Literal, TypeAlias

Idf: TypeAlias = Literal["plus", "floored"]
"""`plus`: ln(1 + (N - df + 0.5) / (df + 0.5)), never negative; `floored`: without the 1 +, and
1e-6 where that is not positive (SQLite's FTS5)."""

_FLOOR = 1e-6


@dataclass(frozen=True, slots=True, kw_only=True)
class Parameters:
    """Whose BM25 it is.

    With tf, length L and mean length A, one term's part of a score is
    idf * tf * (k1 + 1) / (tf + k1 * (1 - b + b * L / A)).
    """

    k1: float = 1.5
    b: float = 0.75
    idf: Idf = "plus"
    idf_first: bool = True
    """idf * (tf * (k1 + 1) / ...), else (idf * tf * (k1 + 1)) / ...: equal but for the last bit,
    which decides between documents whose scores are equal on paper."""
    gain_first: bool = False
    """Without `idf_first`: (idf * (tf * (k1 + 1))) / ..., not ((idf * tf) * (k1 + 1)) / ...."""
    ratio_first: bool = False
    """b * (L / A), else (b * L) / A."""
    single: bool = False
    """Every step is rounded to 32 bits, in the orders `ratio_first` and `gain_first`."""
    least_mean: float = 0.0
    """The mean length is taken to be at least this."""


def inverse_document_frequency(documents: int, having: int, variant: Idf) -> float:
    """Return the idf of a term that `having` of `documents` hold (0 for an unknown term)."""
    odds = (documents - having + 0.5) / (having + 0.5)
    if variant == "plus":
        return math.log(1 + odds)
    return max(math.log(odds), _FLOOR)
