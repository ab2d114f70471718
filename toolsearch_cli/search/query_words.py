"""A query as typed beside its words as an index reads them."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from toolsearch_cli.search.postings import Tokenize

_LOOKS_LIKE_WORDS = re.compile(r"[^\W_](?:\S*[^\W_])?")


@dataclass(frozen=True, slots=True)
class Reading:
    """What became of a query."""

    typed: Mapping[str, str]
    """Each word that was read, and how it was first typed; without those that cannot be placed."""
    unread: tuple[str, ...]
    """What looks like words and was not read, as typed, in order."""


def read(query: str, tokenize: Tokenize) -> Reading:
    """Return how each word of a query was typed, and what was not read."""
    words = tokenize(query)
    spans = _spans(query, words)
    if spans is None:
        pieces = _LOOKS_LIKE_WORDS.findall(query)
        return Reading({}, tuple(piece for piece in pieces if not tokenize(piece)))
    typed: dict[str, str] = {}
    unread: list[str] = []
    end = 0
    for word, (start, stop) in zip(words, spans, strict=True):
        typed.setdefault(word, query[start:stop])
        unread += _LOOKS_LIKE_WORDS.findall(query[end:start])
        end = stop
    unread += _LOOKS_LIKE_WORDS.findall(query[end:])
    return Reading(typed, tuple(unread))


def _spans(query: str, words: Sequence[str]) -> list[tuple[int, int]] | None:
    """Return where each word stands; `None` where one is written otherwise than it is read."""
    lowered = query.lower()
    if len(lowered) != len(query):
        return None
    spans = []
    end = 0
    for word in words:
        start = _place(lowered, word, end)
        if start < 0:
            return None
        end = start + len(word)
        spans.append((start, end))
    return spans


def _place(text: str, word: str, start: int) -> int:
    """Return where `word` stands, better alone than inside another one; -1 where it does not."""
    alone = re.compile(rf"(?<![^\W_]){re.escape(word)}(?![^\W_])").search(text, start)
    return text.find(word, start) if alone is None else alone.start()
