"""The difference of two manifests as lines."""

from __future__ import annotations

from typing import TYPE_CHECKING

from toolsearch_cli.text import visible
from toolsearch_cli.tui.widgets import drawing
from toolsearch_cli.views.difference import changes, headline

if TYPE_CHECKING:
    from toolsearch_cli.tui.widgets.drawing import Line, Part
    from toolsearch_cli.views.comparison import Answered
    from toolsearch_cli.views.difference import Piece

_SIGNS = {"same": " ", "removed": "-", "added": "+"}
_STYLES = {"same": drawing.DIM, "removed": drawing.REMOVED, "added": drawing.ADDED}
_NAME = 14


def difference_lines(
    before: Answered, after: Answered, *, by_words: bool
) -> tuple[tuple[Line, ...], dict[str, int]]:
    """Return the lines, and at which of them each group's change starts."""
    lines: list[Line] = [
        (
            (f"A {visible(before.title)} → B {visible(after.title)}   ", drawing.TITLE),
            (headline(before.shown, after.shown), drawing.BOLD),
        )
    ]
    starts: dict[str, int] = {}
    for change in changes(before.shown, after.shown, by_words=by_words):
        starts[change.label] = len(lines)
        name = drawing.padded(visible(change.label), _NAME, left=True)
        for at, pieces in enumerate(change.lines):
            lead: Part = (name if at == 0 else " " * _NAME, drawing.TITLE)
            lines.append((lead, *(_words(pieces) if by_words else _line(pieces))))
    if len(lines) == 1:
        lines.append((("the two manifests are the same", drawing.DIM),))
    return tuple(lines), starts


def _line(pieces: tuple[Piece, ...]) -> tuple[Part, ...]:
    return tuple(
        (f"{_SIGNS[piece.side]} {visible(piece.text)}", _STYLES[piece.side]) for piece in pieces
    )


def _words(pieces: tuple[Piece, ...]) -> tuple[Part, ...]:
    """Return words with their sign, as colour alone would not tell all eyes."""
    return tuple(
        (
            f"{visible(piece.text)} "
            if piece.side == "same"
            else f"{_SIGNS[piece.side]}{visible(piece.text)} ",
            _STYLES[piece.side],
        )
        for piece in pieces
    )
