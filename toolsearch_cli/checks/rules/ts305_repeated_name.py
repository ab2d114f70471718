"""TS305: a description that only repeats the name."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from toolsearch_cli.checks.findings import Docs, Rule, Severity

if TYPE_CHECKING:
    from collections.abc import Iterator

    from toolsearch_cli.checks.context import Context
    from toolsearch_cli.checks.findings import Finding


_WORD = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|\d+")
_LONGEST = 120
"""No longer text only repeats a name."""
_FILLERS = frozenset(
    {
        *("a", "an", "and", "any", "by", "for", "from", "in"),
        *("into", "it", "its", "my", "new", "of", "on", "one"),
        *("or", "some", "that", "the", "their", "this", "to", "tool"),
        *("use", "used", "using", "with", "your"),
    }
)


def find(context: Context) -> Iterator[Finding]:
    """Yield each tool whose description has no word that its name or its source's has not."""
    for one in context.published():
        description = one.tool.description
        if not isinstance(description, str) or len(description) > _LONGEST:
            continue
        said = _words(description)
        known = _words(one.tool.name) | _words(one.source.name)
        if said & known and said <= known | _FILLERS and description.isascii():
            message = f"{' '.join(description.split())!r} only repeats the name"
            remedy = "say what it returns, needs or changes"
            yield context.at_tool(RULE, one, message, remedy)


def _words(text: str) -> set[str]:
    """Return the words of a text or name, in the singular and without a verb's final s."""
    return {word.lower().removesuffix("s") or "s" for word in _WORD.findall(text)}


RULE = Rule(
    "TS305",
    "repeated-name",
    Severity.warning,
    "a description only repeats the name",
    docs=Docs(
        why=(
            "It costs tokens and tells nothing: no word to search for, no hint when to use this "
            "tool rather than its neighbour."
        ),
        bad='{"name": "get_user", "description": "Gets a user"}',
        good='{"name": "get_user", "description": "Look up a person by ID or e-mail."}',
        fix="Say what it returns, what it needs, or what it changes, in words a caller would use.",
    ),
    fires=57,
    find=find,
)
