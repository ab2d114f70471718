"""Rust's regex crate, as FastMCP runs it: the one door to pydantic_core.

Its time is linear in the text, so no pattern runs away; look-around and backreferences are
refused, as is a pattern that compiles to more than 10 MiB.
"""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

from toolsearch_cli.search.pattern_matches import PatternMatches

if TYPE_CHECKING:
    from collections.abc import Sequence

SECONDS = 1.0
"""FastMCP looks at no further tool after so long, and returns what it has found."""


def rust_matches(
    pattern: str, documents: Sequence[Sequence[str]], enough: int, *, seconds: float = SECONDS
) -> PatternMatches:
    """Return the documents in one of whose texts `(?i)` and the pattern match somewhere.

    Args:
        pattern: Rust's syntax; the empty one matches everything.
        documents: The texts of each.
        enough: With so many found nothing is missed by stopping.
        seconds: Most time for the search.
    """
    from pydantic_core import SchemaError, SchemaValidator, ValidationError, core_schema

    deadline = time.monotonic() + seconds
    try:
        schema = core_schema.str_schema(pattern=f"(?i){pattern}", regex_engine="rust-regex")
        validate = SchemaValidator(schema).validate_python
    except SchemaError:
        return PatternMatches(refusal="invalid_pattern")

    def matches(text: str) -> bool:
        try:
            validate(text)
        except ValidationError:
            return False
        return True

    found: list[int] = []
    for at, texts in enumerate(documents):
        if time.monotonic() > deadline:
            missed = len(found) < enough
            return PatternMatches(tuple(found), "execution_time_exceeded" if missed else None)
        if any(map(matches, texts)):
            found.append(at)
    return PatternMatches(tuple(found))
