"""Values of a config: converted as the host does it, and written for a note."""

from __future__ import annotations

from reprlib import repr as limited_repr


def whole(value: object) -> int:
    """Convert as the host's `int(value)` does, for every type a config can hold.

    Raises:
        TypeError: It is of another type.
        ValueError: It is no number, or NaN.
        OverflowError: It is infinite.
    """
    if isinstance(value, (str, int, float)):
        return int(value)
    raise TypeError


def real(value: object) -> float:
    """Convert as the host's `float(value)` does, for every type a config can hold.

    Raises:
        TypeError: It is of another type.
        ValueError: It is no number.
        OverflowError: It is a whole number beyond what a float can be.
    """
    if isinstance(value, (str, int, float)):
        return float(value)
    raise TypeError


def plain(value: object) -> str:
    """Return a value as people write it: no `.0` after a whole number."""
    return f"{value:g}" if isinstance(value, float) else str(value)


def short_repr(value: object) -> str:
    """Return a value for a note; Python writes no whole number of more than 4,300 digits."""
    try:
        return limited_repr(value)
    except ValueError:
        return "a number of thousands of digits"
