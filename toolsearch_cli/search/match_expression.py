"""From words to FTS5's query language, as ToolHive's optimizer builds it."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

NOISE_WORDS = frozenset(
    {
        "name",
        "description",
        "schema",
        "input",
        "output",
        "type",
        "properties",
        "required",
        "title",
        "id",
        "tool",
        "server",
        "meta",
        "data",
        "content",
        "text",
        "value",
        "field",
        "column",
        "table",
        "index",
        "key",
        "primary",
    }
)
"""Never searched: too common in what describes tools."""

_SPACE = re.compile(r"[\t-\r \x85\xa0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]+")
"""What Go's `strings.Fields` splits at; Python's `split` also does at U+001C to U+001F."""


def search_words(description: str, keywords: Sequence[str] = ()) -> tuple[str, ...]:
    """Return the words that are searched: those of the keywords, else those of the description.

    A noise word is dropped where it stands alone between spaces (`table`, not `table,`), as is a
    word that came before, whatever the case of either. May be empty.

    Args:
        description: What is looked for, in words.
        keywords: Each may hold several words.
    """
    return _searchable(keywords) or _searchable([description])


def match_expression(words: Iterable[str]) -> str:
    """Return the words as an expression for `MATCH`: each quoted, any of them enough.

    A quoted word of several tokens (`create_issue`) is a phrase. Empty without words: then nothing
    is searched.
    """
    return " OR ".join(map(quoted, words))


def quoted(word: str) -> str:
    """Return one word as a string of FTS5's query language, in which nothing is an operator."""
    # An expression ends at a NUL, so it could not be closed behind one; both separate tokens.
    return '"' + word.replace("\0", " ").replace('"', '""') + '"'


def noise_words(description: str, keywords: Sequence[str] = ()) -> tuple[str, ...]:
    """Return the words that `search_words` drops for being noise, as typed."""
    texts = keywords if _searchable(keywords) else [description]
    return tuple(word for word in _words(texts) if word.lower() in NOISE_WORDS)


def _searchable(texts: Iterable[str]) -> tuple[str, ...]:
    words: dict[str, str] = {}
    for word in _words(texts):
        folded = word.lower()
        if folded not in NOISE_WORDS:
            words.setdefault(folded, word)
    return tuple(words.values())


def _words(texts: Iterable[str]) -> Iterator[str]:
    for text in texts:
        yield from filter(None, _SPACE.split(text))
