"""Text as programs in JavaScript see it: in UTF-16 units, of which an emoji has two."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    import re

_LARGEST_UNIT: Final = 0xFFFF


def units(text: str) -> int:
    """Return the length of a text in UTF-16 units."""
    return len(text) + sum(ord(character) > _LARGEST_UNIT for character in text)


def underscored(unsafe: re.Pattern[str], text: str) -> str:
    """Replace each unit of the characters that a pattern finds, one at a time, by `_`."""
    return unsafe.sub(lambda match: "_" * units(match[0]), text)
