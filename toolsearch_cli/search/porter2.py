"""The Porter 2 stemmer as it was until Snowball 3: what rust-stemmers, and so Codex, still has.

Snowball 3 (`toolsearch_cli.search.words.english_stem`) differs in a few words, some of them common
in tools: here `organization` and `organize` are `organ`, `added` and `adding` are `ad`, `internal`
is `intern`. The algorithm: https://snowballstem.org/algorithms/english/stemmer.html.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping

_VOWELS = frozenset("aeiouy")
_DOUBLES = frozenset({"bb", "dd", "ff", "gg", "mm", "nn", "pp", "rr", "tt"})
_LEAST_LENGTH = 3

_WHOLE = {
    "skis": "ski",
    "skies": "sky",
    "dying": "die",
    "lying": "lie",
    "tying": "tie",
    "idly": "idl",
    "gently": "gentl",
    "ugly": "ugli",
    "early": "earli",
    "only": "onli",
    "singly": "singl",
} | {word: word for word in ("sky", "news", "howe", "atlas", "cosmos", "bias", "andes")}
"""Words with a stem of their own."""

_FINISHED = frozenset(
    {"inning", "outing", "canning", "herring", "earring", "proceed", "exceed", "succeed"}
)
"""Words that are left alone once a plural ending is gone."""

_STEP_2 = {
    "tional": "tion",
    "enci": "ence",
    "anci": "ance",
    "abli": "able",
    "entli": "ent",
    "izer": "ize",
    "ization": "ize",
    "ational": "ate",
    "ation": "ate",
    "ator": "ate",
    "alism": "al",
    "aliti": "al",
    "alli": "al",
    "fulness": "ful",
    "ousli": "ous",
    "ousness": "ous",
    "iveness": "ive",
    "iviti": "ive",
    "biliti": "ble",
    "bli": "ble",
    "ogi": "og",
    "fulli": "ful",
    "lessli": "less",
    "li": "",
}
_STEP_3 = {
    "tional": "tion",
    "ational": "ate",
    "alize": "al",
    "icate": "ic",
    "iciti": "ic",
    "ical": "ic",
    "ful": "",
    "ness": "",
    "ative": "",
}
_STEP_4 = dict.fromkeys(
    (
        *("al", "ance", "ence", "er", "ic", "able", "ible", "ant", "ement", "ment", "ent"),
        *("ism", "ate", "iti", "ous", "ive", "ize", "ion"),
    ),
    "",
)
_BEFORE = {"ogi": "l", "li": "cdeghkmnrt", "ion": "st"}
"""Letters of which one must stand before a suffix."""

_FIRST_REGION = re.compile(r"gener|commun|arsen|.*?[aeiouy][^aeiouy]", re.DOTALL)
_NEXT_REGION = re.compile(r".*?[aeiouy][^aeiouy]", re.DOTALL)
_SHORT_END = re.compile(r"(?:.*[^aeiouy][aeiouy][^aeiouywxY]|[aeiouy][^aeiouy])\Z", re.DOTALL)


@dataclass(frozen=True, slots=True)
class _Regions:
    """Where the two regions of a word begin: after its first and second vowel and consonant."""

    first: int
    second: int


@cache
def porter2_stem(word: str) -> str:
    """Return the Porter 2 stem of one lower-case word, as Snowball 2 gives it."""
    if word in _WHOLE:
        return _WHOLE[word]
    if len(word) < _LEAST_LENGTH:
        return word
    word = _marked(word.removeprefix("'"))
    regions = _regions(word)
    word = _without_plural(word)
    if word not in _FINISHED:
        word = _without_past(word, regions)
        word = _with_final_i(word)
        word = _replaced(word, _STEP_2, regions.first)
        word = _step_3(word, regions)
        word = _replaced(word, _STEP_4, regions.second)
        word = _without_final_e_or_l(word, regions)
    return word.replace("Y", "y")


def _marked(word: str) -> str:
    """Write each `y` that is a consonant as `Y`: at the start, and after a vowel."""
    marked = []
    vowel_before = True
    for letter in word:
        is_consonant = letter == "y" and vowel_before
        marked.append("Y" if is_consonant else letter)
        vowel_before = letter in _VOWELS and not is_consonant
    return "".join(marked)


def _regions(word: str) -> _Regions:
    first = _FIRST_REGION.match(word)
    if first is None:
        return _Regions(len(word), len(word))
    second = _NEXT_REGION.match(word, first.end())
    return _Regions(first.end(), len(word) if second is None else second.end())


def _has_vowel(text: str) -> bool:
    return not _VOWELS.isdisjoint(text)


def _suffix(word: str, suffixes: Mapping[str, str] | tuple[str, ...]) -> str:
    """Return the longest of the suffixes that the word ends with; empty without any."""
    return max((one for one in suffixes if word.endswith(one)), key=len, default="")


def _without_plural(word: str) -> str:
    word = word.removesuffix(_suffix(word, ("'", "'s", "'s'")))
    suffix = _suffix(word, ("sses", "ied", "ies", "s", "us", "ss"))
    stem = word.removesuffix(suffix)
    if suffix == "sses":
        return f"{stem}ss"
    if suffix in {"ied", "ies"}:
        return f"{stem}i" if len(stem) > 1 else f"{stem}ie"
    if suffix == "s" and _has_vowel(stem[:-1]):
        return stem
    return word


def _without_past(word: str, regions: _Regions) -> str:
    suffix = _suffix(word, ("eed", "eedly", "ed", "edly", "ing", "ingly"))
    if not suffix:
        return word
    stem = word.removesuffix(suffix)
    if suffix in {"eed", "eedly"}:
        return f"{stem}ee" if len(stem) >= regions.first else word
    if not _has_vowel(stem):
        return word
    if stem.endswith(("at", "bl", "iz")):
        return f"{stem}e"
    if stem[-2:] in _DOUBLES:
        return stem[:-1]
    is_short = len(stem) == regions.first and _SHORT_END.match(stem) is not None
    return f"{stem}e" if is_short else stem


def _with_final_i(word: str) -> str:
    stem = word[:-1]
    if word[-1:] in {"y", "Y"} and len(stem) > 1 and stem[-1] not in _VOWELS:
        return f"{stem}i"
    return word


def _replaced(word: str, suffixes: Mapping[str, str], region: int) -> str:
    """Replace the longest suffix, where it lies in the region and after a letter it may follow."""
    suffix = _suffix(word, suffixes)
    stem = word.removesuffix(suffix)
    if not suffix or len(stem) < region:
        return word
    if suffix in _BEFORE and (not stem or stem[-1] not in _BEFORE[suffix]):
        return word
    return stem + suffixes[suffix]


def _step_3(word: str, regions: _Regions) -> str:
    is_ative = _suffix(word, _STEP_3) == "ative"
    return _replaced(word, _STEP_3, regions.second if is_ative else regions.first)


def _without_final_e_or_l(word: str, regions: _Regions) -> str:
    stem = word[:-1]
    in_first, in_second = len(stem) >= regions.first, len(stem) >= regions.second
    if word.endswith("e"):
        is_long = in_first and _SHORT_END.match(stem) is None
        return stem if in_second or is_long else word
    return stem if word.endswith("ll") and in_second else word
