"""Numbers that options accept."""

from __future__ import annotations

import math

import typer


def finite(value: float | None) -> float | None:
    """Refuse `nan`, which is in every range and smaller than nothing.

    Raises:
        typer.BadParameter: It is one.
    """
    if value is not None and math.isnan(value):
        raise typer.BadParameter("not a number")
    return value
