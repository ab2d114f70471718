"""TS601: characters that nobody sees."""

from __future__ import annotations

import unicodedata
from typing import TYPE_CHECKING

from toolsearch_cli.checks.findings import Docs, Rule, Severity
from toolsearch_cli.checks.texts import objections
from toolsearch_cli.text import hidden_characters

if TYPE_CHECKING:
    from collections.abc import Iterator

    from toolsearch_cli.checks.context import Context
    from toolsearch_cli.checks.findings import Finding


_CONTROLS = {"\x1b": "ESCAPE", "\x07": "BELL", "\x08": "BACKSPACE", "\x00": "NULL"}
_MOST = 3


def find(context: Context) -> Iterator[Finding]:
    """Yield each source and tool with control, escape, bidi, zero-width or tag characters."""
    for one in objections(context, _reason):
        remedy = "take them out; where you did not write this, ask who did"
        yield context.found(RULE, one.place, f"{one.where}: {one.reason}", remedy)


def _reason(text: str) -> str:
    hidden = sorted(set(hidden_characters(text)))
    named = [f"U+{ord(one):04X} {_name(one)}" for one in hidden[:_MOST]]
    more = f" and {len(hidden) - _MOST} more" if len(hidden) > _MOST else ""
    return f"hidden characters: {', '.join(named)}{more}" if hidden else ""


def _name(character: str) -> str:
    if character in _CONTROLS:
        return _CONTROLS[character]
    return unicodedata.name(character, "without a name")


RULE = Rule(
    "TS601",
    "hidden-text",
    Severity.error,
    "characters that nobody sees",
    docs=Docs(
        why=(
            "A model reads what a reviewer does not see. Tag characters spell whole instructions "
            "in invisible letters, bidi controls show text in another order than it is read, "
            "zero-width characters make two names look alike, and escape sequences rewrite a "
            "terminal. Emoji with their joiners and ordinary line breaks are fine."
        ),
        bad='"description": "Adds numbers.\\u{e0049}\\u{e0067}\\u{e006e}..."',
        good='"description": "Adds numbers."',
        fix="Delete them. `toolsearch describe` shows each as an escape.",
    ),
    fires=0,
    find=find,
)
