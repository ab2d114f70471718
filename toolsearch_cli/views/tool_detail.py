"""One tool in detail: how much of its description a listing shows, and where its tokens go."""

from __future__ import annotations

from typing import TYPE_CHECKING

from toolsearch_cli.analysis.anatomy import anatomy
from toolsearch_cli.hosts.registry import host_named
from toolsearch_cli.views.numbers import percent

if TYPE_CHECKING:
    from toolsearch_cli.hosts.disclosure import Definition, Disclosure, Form

BAR = 24
"""Columns of a bar that is the whole."""

_SEEN: dict[Form, str] = {
    "full": "its name and short description are listed",
    "names": "its name is listed, its description is not",
    "summary": "its name is not listed: only a search finds it",
    "hidden": "its source is not listed: only a search finds it",
}


def seen_length(definition: Definition, host: str) -> int:
    """Return how many characters of the description a full listing shows.

    White space is folded in a listing; the characters are counted in the description as it is.
    """
    short = host_named(host).short_description(definition)
    text = definition.description
    if short is None or not isinstance(text, str):
        return 0
    wanted = len("".join(short.removesuffix("…").split()))
    seen = 0
    for at, char in enumerate(text):
        if not wanted:
            break
        if not char.isspace():
            wanted -= 1
            seen = at + 1
    return seen


def standing(definition: Definition, shown: Disclosure) -> str:
    """Return how the model gets a tool now, in a few words."""
    row = next((one for one in shown.sources if one.position == definition.source), None)
    if row is None:
        return "out of scope: its source is not granted to this session"
    lost = (one for one in shown.refusals if one.unreachable and one.name == definition.name)
    refusal = next(lost, None)
    if refusal is not None:
        return f"dropped: {refusal.reason}"
    if any(one is definition for one in shown.eager) or not shown.activated:
        return "eager: its schema is sent up front"
    if row.form is None:
        return "behind the bridge"
    if row.form == "names" and definition.name not in shown.readable:
        return f"behind the bridge: {_SEEN['summary']}"
    return f"behind the bridge: {_SEEN[row.form]}"


def parts_table(definition: Definition) -> tuple[tuple[str, str, str, str], ...]:
    """Return a line for each part: its name, tokens, share, and a bar of the share."""
    lines = []
    for part in anatomy(definition):
        share = part.chars / definition.chars if definition.chars else 0.0
        bar = "█" * round(share * BAR)
        size = percent(part.chars, definition.chars)
        lines.append((part.name, f"{part.tokens:,}", size, bar))
    return tuple(lines)
