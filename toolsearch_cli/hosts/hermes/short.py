"""Short descriptions: the one line that a full listing gives each tool."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from toolsearch_cli.hosts.hermes.releases import SentenceRule

MAX_CHARS = 60

# So many words and the spaces between them are longer than what is kept.
_MOST_WORDS = MAX_CHARS // 2 + 2
_ANY_END = re.compile(r"[.!?]")
_SPACED_END = re.compile(r"[.!?](?=\s|$)")
_ABBREVIATION = re.compile(r"\b(?:e\.g|i\.e|etc)$")


def short_description(description: str, rule: SentenceRule) -> str:
    """Return the first sentence of `description`, at most 60 characters and an ellipsis.

    Raises:
        AttributeError: `description` is not a string; the host fails there in the same way.
    """
    text = " ".join(description.split(maxsplit=_MOST_WORDS)[:_MOST_WORDS])
    text = _first_sentence_any(text) if rule == "any" else _first_sentence_spaced(text)
    if len(text) <= MAX_CHARS:
        return text
    cut = text[:MAX_CHARS]
    if " " in cut:
        cut = cut.rsplit(" ", 1)[0]
    return cut.rstrip(",;: ") + "…"


def _first_sentence_any(text: str) -> str:
    """Cut at the first terminator wherever it stands; only a full stop is kept."""
    end = _ANY_END.search(text)
    if end is None:
        return text
    return text[: end.end()] if end.group() == "." else text[: end.start()]


def _first_sentence_spaced(text: str) -> str:
    """Cut after the first terminator before white space that no abbreviation carries."""
    for end in _SPACED_END.finditer(text):
        if not _ABBREVIATION.search(text[: end.start()]):
            return text[: end.end()]
    return text
