"""Text to words, and words to stems. The one door to snowballstemmer."""

from __future__ import annotations

import re
from functools import cache

_ASCII_WORD = re.compile(r"[A-Za-z0-9]+")

STEM_TAIL = 2
"""How many letters of an English stem may differ from the start of its word.

`created` has the stem `creat`, but `abilities` has `abl` (from `able`) and `dying` has `die`: all
but the last two letters of a stem begin its word. So the words of one stem are neighbours in a
sorted vocabulary.
"""


def ascii_runs(text: str) -> list[str]:
    """Return the runs of ASCII letters and digits in `text`, in order, as they are written."""
    return _ASCII_WORD.findall(text)


def has_ascii_word(text: str) -> bool:
    """Say whether `ascii_words` gives any."""
    return _ASCII_WORD.search(text) is not None


def ascii_words(text: str) -> list[str]:
    """Return the runs of ASCII letters and digits in `text`, lower-cased, in order.

    Everything else separates: `create_issue` gives two words, `createIssue` one, and text without
    an ASCII letter or digit none.
    """
    if text.isascii():
        return _ASCII_WORD.findall(text.lower())
    # Some other characters have an ASCII letter as their lower case (the Kelvin sign), and must
    # still separate: so split first.
    return [word.lower() for word in _ASCII_WORD.findall(text)]


@cache
def english_stem(word: str) -> str:
    """Return the Snowball English (Porter 2) stem of one lower-case word.

    The pure Python algorithm of snowballstemmer 3.1.1, also where PyStemmer is installed, whose
    compiled algorithms can be of another version.
    """
    from snowballstemmer.english_stemmer import EnglishStemmer

    # A stemmer keeps the word it works on, so a shared one would not be safe among threads; a new
    # one costs a hundredth of the stemming itself.
    stem: str = EnglishStemmer().stemWord(word)
    return stem
