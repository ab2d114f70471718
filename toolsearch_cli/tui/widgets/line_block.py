"""A few lines that stand where they are: only those that differ are drawn again."""

from __future__ import annotations

from typing import TYPE_CHECKING

from textual.content import Content
from textual.geometry import Region
from textual.widget import Widget

from toolsearch_cli.tui.commands import command_tip
from toolsearch_cli.tui.widgets import drawing

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from textual import events
    from textual.selection import Selection
    from textual.strip import Strip

    from toolsearch_cli.tui.widgets.drawing import Line


class LineBlock(Widget):
    """Styled lines, each cut at the edge."""

    DEFAULT_CSS = """
    LineBlock { text-wrap: nowrap; text-overflow: clip; height: 1; }
    """

    lines: tuple[Line, ...] = ()
    redraw: Callable[[], None] | None = None
    """Draws what is shown again, where it depends on the size."""

    def on_resize(self) -> None:
        """Fit the new size."""
        if self.redraw is not None:
            self.redraw()

    def put(self, lines: Iterable[Line]) -> None:
        """Show other lines."""
        before, self.lines = self.lines, tuple(lines)
        for y in range(max(len(before), len(self.lines))):
            if before[y : y + 1] != self.lines[y : y + 1]:
                self.refresh(Region(0, y, self.size.width, 1))

    @property
    def text(self) -> str:
        """What is shown, without styles."""
        return "\n".join("".join(text for text, _ in line) for line in self.lines)

    def get_selection(self, selection: Selection) -> tuple[str, str] | None:
        """Return the text that the mouse selected."""
        return selection.extract(self.text), "\n"

    def on_mouse_move(self, event: events.MouseMove) -> None:
        """Say what a click would do."""
        tip = command_tip(str(event.style.meta.get("@click", "")))
        if tip != self.tooltip:
            self.tooltip = tip

    def render_line(self, y: int) -> Strip:
        """Draw one line."""
        line = drawing.content_of(self.lines[y]) if y < len(self.lines) else Content("")
        return drawing.strip_of(self, line, self.size.width, self.visual_style).apply_offsets(0, y)
