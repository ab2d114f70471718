"""Text of any script to ASCII, much as Rust's deunicode does. The one door to its two sources.

deunicode is Sean Burke's Text::Unidecode with any_ascii for what that does not know, and emoji by
name. text-unidecode and anyascii are the same two tables, so together they stand in for it: of
deunicode 1.3.1 they give the same words for all of Latin-1, Latin Extended and Hangul, 98 of 100
Greek and Cyrillic characters, 99 of 100 Han ones, and 9 of 10 emoji.
"""

from __future__ import annotations

import re

_UNKNOWN = "[?]"
"""What deunicode puts in the place of a character that it does not know."""

_SHORT_NAME = re.compile(r":([^\s:]+):")


class _Table(dict[int, str]):
    """The ASCII text of each character, found when it is first met (for `str.translate`)."""

    def __missing__(self, code: int) -> str:
        ascii_text = _ascii(chr(code))
        self[code] = ascii_text
        return ascii_text


def _ascii(character: str) -> str:
    if character.isascii():
        return character
    from anyascii import anyascii
    from text_unidecode import unidecode

    known: str = unidecode(character)
    if known.strip() not in {"", _UNKNOWN}:
        return known
    other = anyascii(character)
    # An emoji is `:white_check_mark:` in one and three words and a space in the other.
    return _SHORT_NAME.sub(lambda name: name[1].replace("_", " ") + " ", other) or known


_TABLE = _Table()


def to_ascii(text: str) -> str:
    """Return `text` in ASCII: accents dropped, other scripts spelt out, emoji named."""
    return text if text.isascii() else text.translate(_TABLE)
