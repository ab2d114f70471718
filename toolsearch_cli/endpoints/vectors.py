"""Vectors as endpoints and catalogs give them, checked and brought to length 1."""

from __future__ import annotations

import math
from array import array
from collections.abc import Sequence
from typing import TypeAlias

from toolsearch_cli.endpoints.failure import Failure

Vector: TypeAlias = Sequence[float]
"""Numbers of 32 bits; the sum of their squares is 1, so a cosine is a sum of products."""


def unit_vector(given: object, dimensions: int) -> Vector | Failure:
    """Return `given`, as decoded from JSON or YAML, as a vector of length 1.

    A failure says what is wrong: not a list of `dimensions` finite numbers, or all of them 0.
    """
    if not isinstance(given, Sequence) or isinstance(given, str | bytes):
        return Failure("not a list of numbers")
    if len(given) != dimensions:
        return Failure(f"{len(given)} dimensions where {dimensions} are expected")
    numbers = [_number(one) for one in given]
    if None in numbers:
        return Failure("not every entry is a number")
    narrow = array("f", (one for one in numbers if one is not None))
    if not all(map(math.isfinite, narrow)):
        return Failure("not every number is finite in 32 bits")
    length = math.hypot(*narrow)
    if length == 0.0:
        return Failure("a vector without direction: its length is 0")
    return array("f", (one / length for one in narrow))


def _number(one: object) -> float | None:
    """Return a number as a float, an enormous one as infinite; `None` for anything else."""
    if isinstance(one, bool) or not isinstance(one, int | float):
        return None
    try:
        return float(one)
    except OverflowError:
        return math.inf
