"""Python's `re.search` that ends: a pattern that could run away runs in a process of its own.

`re` backtracks, and while it does nothing else in its process can stop it. Patterns without groups
and quantifiers cannot run away; all others are also compiled over there, so that what `re` warns
of stays there too.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from toolsearch_cli.search.pattern_matches import PatternMatches
from toolsearch_cli.search.python_process import SECONDS, answer_of

if TYPE_CHECKING:
    from collections.abc import Sequence

_PLAIN = re.compile(r"(?:\(\?i\))?(?:\\[bBdDsSwW\W]|[^\\*+?{}()\[\]])*")
"""Literals, classes of one letter, anchors and alternatives: linear, and always valid."""

_PROGRAM = """
import json, re, sys
pattern, documents = json.load(sys.stdin)
try:
    search = re.compile(pattern).search
except (re.error, OverflowError, RecursionError):
    print("null")
else:
    print([at for at, texts in enumerate(documents) if any(map(search, texts))])
"""


def python_matches(
    pattern: str, documents: Sequence[Sequence[str]], *, seconds: float = SECONDS
) -> PatternMatches:
    """Return the documents in one of whose texts `re.search` finds the pattern.

    Args:
        pattern: Python's syntax; case counts unless it says `(?i)`.
        documents: The texts of each.
        seconds: Most time for the search. Where it does not suffice nothing is found.

    Raises:
        ExternalError: No Python process can be started.
    """
    if _PLAIN.fullmatch(pattern):
        search = re.compile(pattern).search
        return PatternMatches(
            tuple(at for at, texts in enumerate(documents) if any(map(search, texts)))
        )
    try:
        found = answer_of(_PROGRAM, [pattern, [list(texts) for texts in documents]], seconds)
    except TimeoutError:
        return PatternMatches(refusal="execution_time_exceeded")
    if not isinstance(found, list):
        return PatternMatches(refusal="invalid_pattern")
    return PatternMatches(tuple(at for at in found if isinstance(at, int)))
