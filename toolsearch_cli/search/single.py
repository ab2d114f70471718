"""BM25 in 32-bit floats, each step rounded, as two hosts written in Rust compute it.

A sum, product or quotient of two 32-bit floats worked out in 64 bits and then rounded to 32 is the
one that 32-bit arithmetic gives, so rounding after each step is all there is to it.
"""

from __future__ import annotations

import math
from array import array
from struct import Struct
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from toolsearch_cli.search.formula import Parameters

_FLOAT = Struct("f")


def rounded(value: float) -> float:
    """Return the 32-bit float nearest to `value`."""
    nearest: float = _FLOAT.unpack(_FLOAT.pack(value))[0]
    return nearest


def single_sum(parts: Iterable[float]) -> float:
    """Add 32-bit floats one after the other."""
    total = 0.0
    for part in parts:
        total = rounded(total + part)
    return total


def single_idf(documents: int, having: int) -> float:
    """Return ln(1 + (N - df + 0.5) / (df + 0.5))."""
    odds = rounded(rounded(documents - having + 0.5) / rounded(having + 0.5))
    return rounded(math.log(rounded(1 + odds)))


def single_norms(lengths: Sequence[int], mean: float, parameters: Parameters) -> array[float]:
    """Return k1 * (1 - b + b * (L / A)) of each document."""
    k1, b, mean = rounded(parameters.k1), rounded(parameters.b), rounded(mean)
    rest = rounded(1 - b)
    ratios = array("f", [length / mean for length in lengths])
    shares = array("f", [b * ratio for ratio in ratios])
    sums = array("f", [rest + share for share in shares])
    return array("f", [k1 * one for one in sums])


def single_parts(
    counts: Mapping[int, int], idf: float, norms: Sequence[float], parameters: Parameters
) -> dict[int, float]:
    """Return one term's part of the score of each document that holds it.

    Args:
        counts: How often each document holds the term.
        idf: Of the term, in 32 bits.
        norms: As `single_norms` gives them.
        parameters: Whose BM25 it is; `idf_first` decides what is divided.
    """
    more = rounded(rounded(parameters.k1) + 1)
    gains = array("f", [tf * more for tf in counts.values()])
    below = array("f", [tf + norms[at] for at, tf in counts.items()])
    if parameters.idf_first:
        shares = array("f", [gain / under for gain, under in zip(gains, below, strict=True)])
        parts = array("f", [idf * share for share in shares])
    else:
        tops = array("f", [idf * gain for gain in gains])
        parts = array("f", [top / under for top, under in zip(tops, below, strict=True)])
    return dict(zip(counts, parts, strict=True))
