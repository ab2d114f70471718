"""How numbers are written, everywhere the same."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from toolsearch_cli.views.grid import Cell, Unit

NOTHING = "-"
"""What stands for a number that does not apply."""

_SUFFIXES = ((1_000_000, "M"), (1_000, "k"))
_EXACT_BELOW = 100_000

_FORM_SHAPES = {
    "full": "█",
    "names": "▃",
    "mixed": "▂",
    "summary": "▁",
    "groups": "▁",
    "hidden": "·",
    "none": "·",
    "eager": "▶",
}


def counted(number: int, noun: str, plural: str | None = None) -> str:
    """Return `1 tool`, `2,747 tools`."""
    word = noun if number == 1 else (plural or f"{noun}s")
    return f"{number:,} {word}"


def percent(part: float, whole: float) -> str:
    """Return `10.8 %`; nothing of nothing is 0 %."""
    return f"{100 * part / whole:.1f} %" if whole else "0.0 %"


def context_name(context: int | None) -> str:
    """Return `200k`, `1M`, `131,072` or `unknown`."""
    if context is None:
        return "unknown"
    for size, suffix in _SUFFIXES:
        if context >= size and context % size == 0:
            return f"{context // size}{suffix}"
    return f"{context:,}"


def rounded_context(size: int, *, up: bool = True) -> str:
    """Return `13,340`, and from 100,000 on three digits: `728k`, `1.2M`.

    A size from which something holds is rounded up, one under which it holds is rounded down, so
    that what is said stays true.
    """
    if size < _EXACT_BELOW:
        return context_name(size)
    unit = 10 ** (len(str(size)) - 3)
    whole = (-(-size // unit) if up else size // unit) * unit
    scale, suffix = next(one for one in _SUFFIXES if whole >= one[0])
    return f"{whole / scale:.12g}{suffix}"


def written(cell: Cell, unit: Unit) -> str:
    """Return a cell as text; `None` is a dash."""
    if cell is None:
        return NOTHING
    if unit == "form":
        return f"{_FORM_SHAPES.get(str(cell), ' ')} {cell}"
    if unit == "percent" and not isinstance(cell, str):
        return f"{cell:.1f} %"
    if unit == "score" and not isinstance(cell, str):
        return f"{cell:.3f}"
    return f"{cell:,}" if isinstance(cell, (int, float)) else cell
