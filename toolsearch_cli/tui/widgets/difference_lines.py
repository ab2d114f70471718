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
_NAME = 24
"""The most columns of a group's name."""


def difference_lines(
    before: Answered, after: Answered, *, by_words: bool, width: int
) -> tuple[tuple[Line, ...], dict[str, int]]:
    """Return the lines, and at which of them each group's change starts; `width` is the pane's."""
    head = f"A {visible(before.title)} → B {visible(after.title)}"
    told = headline(before.shown, after.shown)
    lines: list[Line] = [((f"{head}   ", drawing.TITLE), (told, drawing.BOLD))]
    if len(head) + len(told) + 6 > width:
        lines = [((head, drawing.TITLE),), ((told, drawing.BOLD),)]
    first = len(lines)
    found = tuple(changes(before.shown, after.shown, by_words=by_words))
    named = [drawing.width_of(visible(one.label)) for one in found]
    room = min(max(named, default=0), _NAME, width // 4)
    starts: dict[str, int] = {}
    for change in found:
        starts[change.label] = len(lines)
        name = drawing.padded(visible(change.label), room, left=True) + " "
        for at, pieces in enumerate(change.lines):
            lead: Part = (name if at == 0 else " " * len(name), drawing.TITLE)
            lines.append((lead, *(_words(pieces) if by_words else _line(pieces))))
    if len(lines) == first:
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
