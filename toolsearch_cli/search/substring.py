"""Literal match on names."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable


def names_containing(names: Iterable[str], text: str) -> list[int]:
    """Return the positions of the names that contain `text`, whatever the case of either."""
    wanted = text.lower()
    return [position for position, name in enumerate(names) if wanted in name.lower()]
