"""What a tool says of itself: the words of its name, the first sentence of its description."""

from __future__ import annotations

import re
from typing import Final

from toolsearch_cli.search.tokenizers import camel_words

_SENTENCE: Final = re.compile(r"(.+?)(?:[.!?](?=\s|$)|\n\s*\n|$)", re.DOTALL)
_LONGEST: Final = 200
"""Characters of a sentence; more than that nobody types."""


def name_words(name: str) -> str:
    """Return the words of a tool's name, as one would type them."""
    return " ".join(camel_words(name))


def first_sentence(description: object) -> str:
    """Return the first sentence of a description in one line; empty where there is none."""
    if not isinstance(description, str):
        return ""
    match = _SENTENCE.match(description.strip())
    return " ".join(match[1].split())[:_LONGEST].strip() if match else ""
