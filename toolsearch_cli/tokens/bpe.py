"""Exact token counts, offline: the one door to tiktoken.

The pattern and the special tokens of each encoding are those of `tiktoken_ext.openai_public`, the
ranks those of `vocabulary`. Nothing is ever downloaded, and no cache folder is read.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, Final, Literal, TypeAlias, get_args

from toolsearch_cli.errors import UsageError
from toolsearch_cli.tokens import vocabulary

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    import tiktoken

EncodingName: TypeAlias = Literal["o200k_base", "cl100k_base"]
ENCODINGS: Final[tuple[EncodingName, ...]] = get_args(EncodingName)


@dataclass(frozen=True, slots=True)
class Definition:
    """What tiktoken needs beside the ranks."""

    pattern: str
    special: Mapping[str, int]


_CONTRACTION: Final = r"(?i:'s|'t|'re|'ve|'m|'ll|'d)?"
_UPPER: Final = r"[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]"
_LOWER: Final = r"[\p{Ll}\p{Lm}\p{Lo}\p{M}]"

_DEFINITIONS: Final[dict[EncodingName, Definition]] = {
    "o200k_base": Definition(
        pattern=(
            rf"[^\r\n\p{{L}}\p{{N}}]?{_UPPER}*{_LOWER}+{_CONTRACTION}|"
            rf"[^\r\n\p{{L}}\p{{N}}]?{_UPPER}+{_LOWER}*{_CONTRACTION}|"
            r"\p{N}{1,3}|"
            r" ?[^\s\p{L}\p{N}]+[\r\n/]*|"
            r"\s*[\r\n]+|"
            r"\s+(?!\S)|"
            r"\s+"
        ),
        special={"<|endoftext|>": 199999, "<|endofprompt|>": 200018},
    ),
    "cl100k_base": Definition(
        pattern=(
            r"'(?i:[sdmt]|ll|ve|re)|"
            r"[^\r\n\p{L}\p{N}]?+\p{L}++|"
            r"\p{N}{1,3}+|"
            r" ?[^\s\p{L}\p{N}]++[\r\n]*+|"
            r"\s++$|"
            r"\s*[\r\n]|"
            r"\s+(?!\S)|"
            r"\s"
        ),
        special={
            "<|endoftext|>": 100257,
            "<|fim_prefix|>": 100258,
            "<|fim_middle|>": 100259,
            "<|fim_suffix|>": 100260,
            "<|endofprompt|>": 100276,
        },
    ),
}

# tiktoken's regular expression engine panics on about a million blanks in a row. A run is cut
# where the longest blank token (128 spaces) ends too, and never before its last blank, which goes
# with the word that follows: so the count stays what it would be.
_LONGEST_RUN: Final = 1 << 17
_LONG_RUN: Final = re.compile(rf"\s{{{_LONGEST_RUN}}}(?=\s)")


def count(text: str, encoding: EncodingName = "o200k_base") -> int:
    """Return how many tokens `text` has.

    Special tokens spelled out in the text (`<|endoftext|>`) are counted as the plain text they
    are; a lone surrogate counts as U+FFFD.

    Raises:
        UsageError: No such encoding.
        ExternalError: The vocabulary that ships with the package is missing or damaged.
    """
    return _count(built_encoding(encoding), text)


def count_many(texts: Iterable[str], encoding: EncodingName = "o200k_base") -> tuple[int, ...]:
    """Return how many tokens each of `texts` has, in their order; errors as in `count`."""
    built = built_encoding(encoding)
    return tuple(_count(built, text) for text in texts)


def _count(encoding: tiktoken.Encoding, text: str) -> int:
    if len(text) <= _LONGEST_RUN:
        return len(encoding.encode_ordinary(text))
    return sum(len(encoding.encode_ordinary(part)) for part in _parts(text))


def _parts(text: str) -> Iterable[str]:
    start = 0
    for run in _LONG_RUN.finditer(text):
        yield text[start : run.end()]
        start = run.end()
    yield text[start:]


def definition(name: EncodingName) -> Definition:
    """Return the pattern and special tokens of an encoding.

    Raises:
        UsageError: No such encoding.
    """
    if name not in _DEFINITIONS:
        raise UsageError(f"unknown encoding {name!r}", hint=f"there are: {', '.join(ENCODINGS)}")
    return _DEFINITIONS[name]


@cache
def built_encoding(name: EncodingName) -> tiktoken.Encoding:
    """Return tiktoken's Encoding over the vocabulary that ships, built once."""
    import tiktoken

    defined = definition(name)
    return tiktoken.Encoding(
        name,
        pat_str=defined.pattern,
        mergeable_ranks=vocabulary.load(name),
        special_tokens=dict(defined.special),
    )
