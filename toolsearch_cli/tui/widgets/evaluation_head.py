"""What is evaluated, and what to know of it: the lines above the figures."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from toolsearch_cli.analysis.evaluation.running import LIMIT
from toolsearch_cli.text import visible
from toolsearch_cli.tui.widgets import drawing
from toolsearch_cli.tui.widgets.line_block import LineBlock
from toolsearch_cli.views.numbers import counted

if TYPE_CHECKING:
    from collections.abc import Sequence

    from toolsearch_cli.tui.widgets.drawing import Line
    from toolsearch_cli.tui.workspace import QuerySet

_MADE = " in the tools' own words: what people ask is harder"


class EvaluationHead(LineBlock):
    """Two lines."""

    def show(
        self, query_set: QuerySet | None, under_way: str, refused: str, notes: Sequence[str]
    ) -> None:
        """Name the queries; say how far the work is, why it is none, or what to know of it."""
        said = _notes(notes)
        if under_way:
            said = ((f" {visible(under_way)}", drawing.WARNING),)
        elif refused:
            said = ((f" ! {visible(refused)}", drawing.ERROR),)
        self.redraw = partial(self.show, query_set, under_way, refused, notes)
        width = max(20, self.size.width)
        first = ((" no queries yet", drawing.DIM),) if query_set is None else _named(query_set)
        self.put((_fitting(first, width), _fitting(said, width)))


def _named(query_set: QuerySet) -> Line:
    count = counted(len(query_set.queries), "query", "queries")
    limit = f" · limit {query_set.limit}" if query_set.limit != LIMIT else ""
    if query_set.name:
        name = visible(query_set.name)
        return ((f" {name}", drawing.TITLE), (f"  {count}{limit}", ""))
    if not query_set.queries:
        return ((" no query can be made: ", drawing.WARNING), ("there are no tools", ""))
    return ((" GENERATED ", drawing.MARK), (f" {count}{limit}", ""), (_MADE, drawing.DIM))


def _notes(notes: Sequence[str]) -> Line:
    """Return what is doubtful, then the other notes on the answers, and where all of them are."""
    doubts = [one for one in notes if one.startswith("!")]
    # The first of the others says what the figures are, which does not change.
    said = " ".join((*doubts, *[one for one in notes if one not in doubts][1:]))
    more = f"  w: all {len(notes)} notes" if len(notes) > 1 else ""
    return ((f" {visible(said)}", drawing.WARNING if doubts else drawing.DIM), (more, drawing.BOLD))


def _fitting(line: Line, width: int) -> Line:
    """Cut the longest part at a word, so that what follows it has its room."""
    excess = sum(drawing.width_of(text) for text, _ in line) - width + 1
    if excess <= 0 or not line:
        return line
    at = max(range(len(line)), key=lambda one: len(line[one][0]))
    text, style = line[at]
    room = max(1, drawing.width_of(text) - excess)
    return (*line[:at], (at_word(text, room), style), *line[at + 1 :])


def at_word(text: str, width: int) -> str:
    """Return text of at most `width` columns, cut behind a whole word."""
    if drawing.width_of(text) <= width:
        return text
    short = drawing.shortened(text, width).removesuffix("…")
    words = short.rsplit(" ", 1)[0] if " " in short.strip() else short
    return f"{words.rstrip(' ·,:')} …" if words != short else f"{short}…"
