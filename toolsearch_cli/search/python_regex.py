"""Python's `re.search` that ends: a pattern that could run away runs in a process of its own.

`re` backtracks, and while it does nothing else in its process can stop it. Patterns without groups
and quantifiers cannot run away; all others are also compiled over there, so that what `re` warns
of stays there too.
"""

from __future__ import annotations

import json
import re
import subprocess
import sys
from typing import TYPE_CHECKING

from toolsearch_cli.errors import ExternalError
from toolsearch_cli.search.pattern_matches import PatternMatches

if TYPE_CHECKING:
    from collections.abc import Sequence

SECONDS = 3.0
"""Most time for one search, the start of a process included."""

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
        found = _elsewhere(pattern, documents, seconds)
    except subprocess.TimeoutExpired:
        return PatternMatches(refusal="execution_time_exceeded")
    if found is None:
        return PatternMatches(refusal="invalid_pattern")
    return PatternMatches(tuple(found))


def _elsewhere(
    pattern: str, documents: Sequence[Sequence[str]], seconds: float
) -> list[int] | None:
    """Return what a new process finds; `None` where the pattern is invalid."""
    try:
        ran = subprocess.run(
            [sys.executable, "-I", "-S", "-W", "ignore", "-c", _PROGRAM],
            input=json.dumps([pattern, documents]).encode(),
            capture_output=True,
            timeout=seconds,
            check=True,
        )
    except (OSError, subprocess.CalledProcessError) as error:
        raise ExternalError(f"the search for a pattern needs a Python process: {error}") from error
    found: list[int] | None = json.loads(ran.stdout)
    return found
