"""JSON as coloured lines, folded below a depth. Strings show what they hold."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from toolsearch_cli.text import visible_json
from toolsearch_cli.tui.widgets import drawing

if TYPE_CHECKING:
    from collections.abc import Iterator

    from toolsearch_cli.catalog.model import Json
    from toolsearch_cli.tui.widgets.drawing import Line, Part

_KEY = drawing.TITLE
_TEXT = "$text-success"
_VALUE = "$text-warning"
DEEPEST = 60
"""Below this, whatever was asked for, a value stands in one line."""


def json_lines(value: Json, *, depth: int = DEEPEST, comma: str = "") -> Iterator[Line]:
    """Yield the lines of a value, two columns deeper at each level.

    Args:
        value: What to show.
        depth: Levels that are open; what lies deeper is counted.
        comma: What follows the value.
    """
    yield from _lines((), value, "", min(depth, DEEPEST), comma)


def _lines(before: Line, value: Json, indent: str, depth: int, comma: str) -> Iterator[Line]:
    if not isinstance(value, (dict, list)) or not value:
        yield (*before, _scalar(value), (comma, drawing.DIM))
        return
    opening, closing = ("{", "}") if isinstance(value, dict) else ("[", "]")
    if depth <= 0:
        count = f"{len(value)} {'keys' if isinstance(value, dict) else 'items'}"
        yield (*before, (f"{opening} {count} … {closing}{comma}", drawing.DIM))
        return
    yield (*before, (opening, drawing.DIM))
    deeper = f"{indent}  "
    pairs = list(value.items()) if isinstance(value, dict) else [(None, one) for one in value]
    for at, (key, inner) in enumerate(pairs):
        lead: list[Part] = [(deeper, "")]
        if key is not None:
            lead += [(_quoted(key), _KEY), (": ", drawing.DIM)]
        following = "," if at < len(pairs) - 1 else ""
        yield from _lines(tuple(lead), inner, deeper, depth - 1, following)
    yield ((f"{indent}{closing}{comma}", drawing.DIM),)


def _scalar(value: Json) -> Part:
    return (_quoted(value), _TEXT if isinstance(value, str) else _VALUE)


def _quoted(value: Json) -> str:
    return visible_json(json.dumps(value, ensure_ascii=False))
