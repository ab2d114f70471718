"""The tools array as lines: every definition open, or one a line where there are very many."""

from __future__ import annotations

from typing import TYPE_CHECKING

from toolsearch_cli.text import visible_json
from toolsearch_cli.tokens.chars4 import compact
from toolsearch_cli.tui.widgets import drawing
from toolsearch_cli.tui.widgets.json_lines import json_lines

if TYPE_CHECKING:
    from toolsearch_cli.hosts.disclosure import Disclosure
    from toolsearch_cli.tui.widgets.drawing import Line

_MANY = 300
_LONGEST = 400
"""Characters of a definition that stands in one line."""


def array_lines(shown: Disclosure) -> tuple[Line, ...]:
    """Return the array that goes to the model: eager tools, then the bridge."""
    array = shown.array
    if len(array) <= _MANY:
        return tuple(json_lines(list(array)))
    lines: list[Line] = [
        ((f"{len(array):,} definitions, one a line; e exports them whole", drawing.DIM),)
    ]
    for one in array:
        text = visible_json(compact(one))
        cut = text if len(text) <= _LONGEST else f"{text[:_LONGEST]}…"
        lines.append(((cut, ""),))
    return tuple(lines)
