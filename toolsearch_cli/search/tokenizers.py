"""How other hosts cut text into words. The one door to regex, for its Unicode properties."""

from __future__ import annotations

import re
import unicodedata
from functools import cache
from typing import TYPE_CHECKING

from toolsearch_cli.data import load_json
from toolsearch_cli.search.transliteration import to_ascii
from toolsearch_cli.search.words import ascii_words

if TYPE_CHECKING:
    from collections.abc import Callable

_LONG_WORD = re.compile(r"[^\W_]{2,}")
_JOINED_WORD = re.compile(
    r"""\w+ (?: (?: (?<=[a-z]) [.:'] (?=[a-z])      # between letters
                   | (?<=[0-9]) [.,;'] (?=[0-9]) )  # between digits
               \w+ )*""",
    re.ASCII | re.VERBOSE,
)
_LEAST_BYTES = 2
_CAMEL_WORD = re.compile(r"[A-Z]+(?=[A-Z][a-z])|[A-Z]*[a-z0-9]+|[A-Z]+")


@cache
def _unicode_runs() -> Callable[[str], list[str]]:
    r"""Return what finds the runs of characters that are Alphabetic or numeric.

    Python's own `\w` and `isalnum` go by category: they miss what is Alphabetic without being a
    letter, as the vowel signs of Indic scripts and circled letters are.
    """
    import regex

    runs: Callable[[str], list[str]] = regex.compile(r"[\p{Alphabetic}\p{N}]+").findall
    return runs


def unicode_words(text: str) -> list[str]:
    """Return the runs of Alphabetic characters and of numbers (Nd, Nl, No), lower-cased.

    As Rust's `char::is_alphanumeric` splits: `create_issue` gives two words, `createIssue` one.
    """
    if text.isascii():
        return ascii_words(text)
    return [run.lower() for run in _unicode_runs()(text)]


def long_unicode_words(text: str) -> list[str]:
    """Return the words of `unicode_words` that take more than one byte in UTF-8 as written.

    So `a` is no word, and `é` is one.
    """
    if text.isascii():
        return [word for word in ascii_words(text) if len(word) >= _LEAST_BYTES]
    runs = _unicode_runs()(text)
    return [run.lower() for run in runs if len(run) >= _LEAST_BYTES or not run.isascii()]


def fastmcp_words(text: str) -> list[str]:
    r"""Return runs of two or more letters and digits of any script, after NFKC and case folding.

    As Python's `\w` has it, without the underscore: vowel signs of Indic scripts separate.
    """
    return _LONG_WORD.findall(unicodedata.normalize("NFKC", text).casefold())


def docker_words(text: str) -> list[str]:
    """Return the runs of ASCII letters and digits of the lower-cased text.

    Lower-cased first, character by character as Go does: the Kelvin sign and the capital dotted I
    become the ASCII letters k and i.
    """
    return ascii_words(text.replace("\u0130", "i").lower())


def camel_words(text: str) -> list[str]:
    """Return what `ascii_words` does, with `createIssue` as two words and `HTTPServer` too."""
    return [word.lower() for word in _CAMEL_WORD.findall(text)]


@cache
def nltk_stop_words() -> frozenset[str]:
    """Return NLTK's 179 English stop words, lower-case, with straight apostrophes."""
    return frozenset(load_json("stop_words_nltk_english.json")["words"])


def codex_words(text: str) -> list[str]:
    """Return the words of `text` in ASCII and lower case, without English stop words.

    Words end where Unicode's default rules (UAX #29) say. In lower-case ASCII those come to this:
    `_` joins, as do `.`, `:` and `'` between letters and `.`, `,`, `;` and `'` between digits. So
    `create_issue` is one word, and `create-issue` two.
    """
    stop_words = nltk_stop_words()
    words = _JOINED_WORD.findall(to_ascii(text).lower())
    return [word for word in words if word not in stop_words and word.strip("_")]
