"""A script of a shell -> its commands, their words as the shell reads them, and its documents."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterator

_TOKENS: Final = re.compile(
    r"""
    (?P<space>[ \t\r]+ | \\\n)
    | (?P<here><<<)
    | (?P<operator>\n|[;&|<>()`]+)
    | (?P<word>(?:'[^']*' | "(?:[^"\\]|\\.)*" | \\. | [^\s;&|<>()`'"\\])+)
    | (?P<other>.)
    """,
    re.VERBOSE | re.DOTALL,
)
_PIECES: Final = re.compile(
    r"""'(?P<single>[^']*)' | "(?P<double>(?:[^"\\]|\\.)*)" | (?P<escaped>\\.) | (?P<plain>.)""",
    re.VERBOSE | re.DOTALL,
)
_IN_DOUBLE: Final = re.compile(r'\\(?P<escaped>["\\$`])|(?P<plain>.)', re.DOTALL)
_DOCUMENT: Final = re.compile(r"<<-?[ \t]*(['\"]?)([\w.-]+)\1[^\n]*\n")


class ShellWord(NamedTuple):
    """One word of a script."""

    text: str
    """Without its quotes."""
    places: tuple[int, ...]
    """Of each character of the text, where it stands in the script."""
    is_fed: bool = False
    """Whether it is given to its command as what it reads (`<<< WORD`)."""


class Part(NamedTuple):
    """A stretch of a script: a document (`<<EOF`), or what is around documents."""

    start: int
    text: str
    is_document: bool


def parts_of(script: str) -> Iterator[Part]:
    """Yield a script's documents and what is around them, in order; an open one goes to the end."""
    start = 0
    while match := _DOCUMENT.search(script, start):
        yield Part(start, script[start : match.end()], is_document=False)
        end = re.compile(rf"^\t*{re.escape(match[2])}[ \t]*$", re.MULTILINE)
        found = end.search(script, match.end())
        stop = found.start() if found else len(script)
        yield Part(match.end(), script[match.end() : stop], is_document=True)
        start = found.end() if found else stop
    yield Part(start, script[start:], is_document=False)


def commands_of(script: str) -> Iterator[list[ShellWord]]:
    """Yield the words of each command; what an operator or a new line separates is another one."""
    words: list[ShellWord] = []
    is_fed = False
    for token in _TOKENS.finditer(script):
        if token["word"] is not None:
            words.append(_word(token["word"], token.start(), is_fed=is_fed))
            is_fed = False
        elif token["here"] is not None:
            is_fed = True
        elif token["operator"] is not None and words:
            yield words
            words = []
    if words:
        yield words


def _word(written: str, start: int, *, is_fed: bool) -> ShellWord:
    read = [
        (character, start + place)
        for piece in _PIECES.finditer(written)
        for character, place in _read(piece)
    ]
    return ShellWord(
        "".join(character for character, _ in read), tuple(place for _, place in read), is_fed
    )


def _read(piece: re.Match[str]) -> Iterator[tuple[str, int]]:
    """The characters that a piece of a word stands for, each with its place."""
    if piece["single"] is not None:
        for index, character in enumerate(piece["single"]):
            yield character, piece.start("single") + index
    elif piece["double"] is not None:
        for inner in _IN_DOUBLE.finditer(piece["double"]):
            yield inner["escaped"] or inner["plain"], piece.start("double") + inner.end() - 1
    else:
        yield piece[0][-1], piece.end() - 1
