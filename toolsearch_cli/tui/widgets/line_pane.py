"""Many lines of text: wrapped or cut, searched, selected and copied. Draws only what is in view."""

from __future__ import annotations

from bisect import bisect_right
from itertools import accumulate
from typing import TYPE_CHECKING, ClassVar

from textual.binding import Binding, BindingType
from textual.content import Content
from textual.geometry import Size
from textual.scroll_view import ScrollView

from toolsearch_cli.tui.widgets import drawing

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from textual.selection import Selection
    from textual.strip import Strip

    from toolsearch_cli.tui.widgets.drawing import Line, Part

EDGE = "▌"
"""What stands before a marked line."""


class LinePane(ScrollView, can_focus=True, inherit_bindings=False):
    """A text of styled lines."""

    ALLOW_SELECT = True
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("up", "scroll_up", "Up", show=False, system=True),
        Binding("down", "scroll_down", "Down", show=False, system=True),
        Binding("pageup", "page_up", "Page up", show=False, system=True),
        Binding("pagedown", "page_down", "Page down", show=False, system=True),
        Binding("home", "scroll_home", "Top", show=False, system=True),
        Binding("end", "scroll_end", "End", show=False, system=True),
    ]
    DEFAULT_CSS = """
    LinePane { text-wrap: nowrap; text-overflow: clip; overflow-x: hidden; height: 1fr; }
    """

    def __init__(self, pane_id: str, *, wrap: bool = False) -> None:
        super().__init__(id=pane_id)
        self.wrap = wrap
        self.lines: tuple[Line, ...] = ()
        self.marked: frozenset[int] = frozenset()
        """Lines with an edge, by their position in `lines`."""
        self.sought = ""
        self.found_at = -1
        """The drawn row of the place that was found last."""
        self._wrapped: list[tuple[int, int, Content]] = []
        """Where lines wrap: the line each drawn row comes from, the spaces before, what fits."""
        self._laid_out = False

    def show(
        self, lines: Sequence[Line], *, marked: frozenset[int] = frozenset(), top: bool = False
    ) -> None:
        """Show other lines; a pane that shows them already does nothing."""
        given = tuple(lines)
        if given == self.lines and marked == self.marked and self._laid_out:
            return
        self.lines, self.marked = given, marked
        self._lay_out()
        if top:
            self.scroll_to(y=0, animate=False)
        self.refresh()

    def reveal(self, line: int) -> None:
        """Scroll so that a line is in view, near the top."""
        at = line
        if self.wrap:
            at = next((at for at, row in enumerate(self._wrapped) if row[0] == line), 0)
        top, height = int(self.scroll_y), self.scrollable_content_region.height
        if not top <= at < top + height - 2:
            self.scroll_to(y=max(0, at - 2), animate=False)

    def seek(self, text: str) -> int:
        """Mark a text wherever it stands, whatever its case; return how many lines have it."""
        self.sought = text.casefold()
        self.found_at = -1
        self.refresh()
        return len(self._found()) if self.sought else 0

    def next_found(self, way: int) -> bool:
        """Scroll to the next line that has the text sought; say whether there is one."""
        found = self._found()
        if not found:
            return False
        here = self.found_at
        later = [at for at in found if at > here] if way > 0 else [at for at in found if at < here]
        self.found_at = (later or found)[0 if way > 0 else -1]
        self.scroll_to(y=max(0, self.found_at - 2), animate=False)
        self.refresh()
        return True

    def _found(self) -> list[int]:
        if not self.sought:
            return []
        return [
            at
            for at, (_, _, line) in enumerate(self._rows_drawn())
            if self.sought in line.plain.casefold()
        ]

    def row_text(self, row: int) -> str:
        """Return what a drawn row says; empty beyond the last."""
        return self._row(row)[2].plain if row < self._rows else ""

    @property
    def text(self) -> str:
        """What the pane holds, without styles."""
        return "\n".join("".join(text for text, _ in line) for line in self.lines)

    def on_resize(self) -> None:
        """Wrap anew."""
        self._lay_out()
        self.refresh()

    def _lay_out(self) -> None:
        width = self._width
        self._wrapped = (
            [
                (at, indent, part)
                for at, line in enumerate(self.lines)
                for indent, part in _wrapped(line, width)
            ]
            if self.wrap
            else []
        )
        self._laid_out = True
        self.virtual_size = Size(self.scrollable_content_region.width, self._rows)

    @property
    def _width(self) -> int:
        return max(1, self.scrollable_content_region.width - 1)

    @property
    def _rows(self) -> int:
        return len(self._wrapped) if self.wrap else len(self.lines)

    def _row(self, row: int) -> tuple[int, int, Content]:
        """Return the line of a drawn row, the spaces put before it, and what of it is drawn."""
        if self.wrap:
            return self._wrapped[row]
        return row, 0, drawing.content_of(_cut(self.lines[row], self._width))

    def _rows_drawn(self) -> Iterator[tuple[int, int, Content]]:
        return map(self._row, range(self._rows))

    def get_selection(self, selection: Selection) -> tuple[str, str] | None:
        """Return the text that the mouse selected: of a line that wraps, one line."""
        parts: list[str] = []
        before: int | None = None
        for row, (origin, indent, line) in enumerate(self._rows_drawn()):
            span = selection.get_span(row)
            if span is None:
                continue
            start, end = span
            if before is not None and origin != before:
                parts.append("\n")
            before = origin
            parts.append(line.plain[max(0, start - indent) : None if end < 0 else end - indent])
        return "".join(parts), "\n"

    def selection_updated(self, selection: Selection | None) -> None:
        """Draw the selection."""
        del selection
        self.refresh()

    def render_line(self, y: int) -> Strip:
        """Draw one line of the view."""
        row, width, style = (
            int(self.scroll_y) + y,
            self.scrollable_content_region.width,
            self.visual_style,
        )
        if row >= self._rows:
            return drawing.strip_of(self, Content(""), width, style)
        origin, indent, line = self._row(row)
        if self.sought:
            line = _sought(line, self.sought)
        if indent:
            line = Content(" " * indent) + line
        span = self.text_selection.get_span(row) if self.text_selection else None
        if span is not None:
            start, end = span
            line = line.stylize("reverse", start, len(line.plain) if end < 0 else end)
        marked = origin in self.marked or row == self.found_at
        edge = Content.styled(EDGE, drawing.MARK) if marked else Content(" ")
        strip = drawing.strip_of(self, line, width - 1, style).apply_offsets(0, row)
        return strip.join([drawing.strip_of(self, edge, 1, style), strip])


def _wrapped(line: Line, width: int) -> list[tuple[int, Content]]:
    """Return a line in parts of at most `width` columns, broken at spaces where there are some.

    What follows the first part is indented by two more than that, so that a line is seen as one.
    """
    plain = "".join(text for text, _ in line)
    whole = drawing.content_of(line)
    if (len(plain) < width and plain.isascii()) or not plain:
        return [(0, whole)]
    indent = min(len(plain) - len(plain.lstrip(" ")) + 2, width // 3)
    first, *rest = whole.divide(_breaks(plain, width, indent))
    return [(0, first), *((indent, part) for part in rest)]


def _breaks(plain: str, width: int, indent: int) -> list[int]:
    """Return where to part a text; a line may be very long, so it is gone through once."""
    ends = (
        range(len(plain) + 1)
        if plain.isascii()
        else [0, *accumulate(drawing.width_of(one) for one in plain)]
    )
    breaks: list[int] = []
    start, room = 0, width
    first = len(plain) - len(plain.lstrip(" "))
    while ends[-1] - ends[start] > room:
        most = max(start + 1, bisect_right(ends, ends[start] + room) - 1)
        space = plain.rfind(" ", max(start, first), most + 1)
        start = space + 1 if space >= start else most
        breaks.append(start)
        room = max(1, width - indent)
    return breaks


def _cut(line: Line, width: int) -> Line:
    """Return a line of at most `width` columns; a line may be endless, so no more is looked at."""
    if sum(len(text) for text, _ in line) <= width and all(text.isascii() for text, _ in line):
        return line
    kept: list[Part] = []
    for text, style in line:
        short = drawing.shortened(text[: width + 1], width)
        kept.append((short, style))
        width -= drawing.width_of(short)
        if width <= 0 or len(short) < len(text):
            break
    return tuple(kept)


def _sought(line: Content, sought: str) -> Content:
    plain = line.plain.casefold()
    at = plain.find(sought)
    while at >= 0:
        line = line.stylize(drawing.MATCH, at, at + len(sought))
        at = plain.find(sought, at + len(sought))
    return line
