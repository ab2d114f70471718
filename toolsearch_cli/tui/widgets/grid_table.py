"""A grid with a cursor: header above, totals below, only changed lines are drawn again."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from textual.binding import Binding, BindingType
from textual.content import Content
from textual.geometry import Region, Size
from textual.message import Message
from textual.scroll_view import ScrollView

from toolsearch_cli.tui.widgets import drawing
from toolsearch_cli.tui.widgets.grid_layout import (
    GUTTER,
    GridLayout,
    TableData,
    laid_out,
)
from toolsearch_cli.tui.widgets.grid_lines import row_parts, title_parts

if TYPE_CHECKING:
    from textual import events
    from textual.strip import Strip

    from toolsearch_cli.tui.widgets.drawing import Line

HEADER = 1


class GridTable(ScrollView, can_focus=True, inherit_bindings=False):
    """A table over a `Grid`."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("up", "move(-1)", "Up", show=False, system=True),
        Binding("down", "move(1)", "Down", show=False, system=True),
        Binding("pageup", "page(-1)", "Page up", show=False, system=True),
        Binding("pagedown", "page(1)", "Page down", show=False, system=True),
        Binding("home", "edge(-1)", "First row", show=False, system=True),
        Binding("end", "edge(1)", "Last row", show=False, system=True),
        Binding("enter", "choose", "Open", show=False, system=True),
    ]
    DEFAULT_CSS = """
    GridTable { text-wrap: nowrap; text-overflow: clip; overflow-x: hidden; height: 1fr; }
    """

    class Moved(Message):
        """The cursor went to another row or column."""

        def __init__(self, table: GridTable, key: int, column: int) -> None:
            self.table, self.key, self.column = table, key, column
            super().__init__()

        @property
        def control(self) -> GridTable:
            """The table."""
            return self.table

    class Chosen(Moved):
        """Enter, or a second click, on a row."""

    class Titled(Message):
        """A click on a column's title."""

        def __init__(self, column: str) -> None:
            self.column = column
            super().__init__()

    def __init__(self, table_id: str) -> None:
        super().__init__(id=table_id)
        self.data = TableData()
        self.row = 0
        self.column = 0
        self._first = 0
        self._shape: GridLayout | None = None

    # What is shown.

    def show(self, data: TableData, *, key: int | None = None, column: int | None = None) -> None:
        """Show other data, with the cursor on the row `key`; draw only the lines that differ."""
        before, old_data, old_row = self._shape, self.data, self.row
        old_first, old_column = self._first, self.column
        self.data = data
        if column is not None and data.fixed is not None:
            self.column = column
            self._keep_column_in_view()
        if key is not None and key in data.keys:
            self.row = data.keys.index(key)
        self.row = max(0, min(self.row, len(data.keys) - 1))
        self._shape = self._lay_out()
        self.virtual_size = Size(self._width, len(data.keys) + self._around)
        self._scroll_to_row()
        same_shape = (
            before is not None
            and (before.shown, before.widths, before.titles)
            == (self._shape.shown, self._shape.widths, self._shape.titles)
            and len(before.rows) == len(self._shape.rows)
            and (old_first, old_column) == (self._first, self.column)
        )
        if not same_shape or before is None:
            self.refresh()
            return
        self._refresh_changed(before, old_data, old_row)

    def _refresh_changed(self, before: GridLayout, old_data: TableData, old_row: int) -> None:
        """Draw the lines again whose text, mark or cursor differs."""
        shape, data = self.shape, self.data
        for at in range(self._window.start, self._window.stop):
            same = (
                before.rows[at] == shape.rows[at]
                and (old_data.keys[at] in old_data.fresh) == (data.keys[at] in data.fresh)
                and (old_data.keys[at] in old_data.dimmed) == (data.keys[at] in data.dimmed)
                and (at == old_row) == (at == self.row)
            )
            if not same:
                self._refresh_row(at)
        if before.totals != shape.totals:
            self._refresh_y(self._totals_at, 1 + len(shape.totals))

    @property
    def shape(self) -> GridLayout:
        """How the data is laid out at the present size."""
        if self._shape is None:
            self._shape = self._lay_out()
        return self._shape

    def _lay_out(self) -> GridLayout:
        first = (self.data.fixed or 0) + self._first
        return laid_out(self.data, self._width, first=first)

    @property
    def _width(self) -> int:
        """Columns beside the scroll bar, where there will be one."""
        inner = self.content_region
        scrolls = len(self.data.keys) + self._around > inner.height
        return inner.width - self.styles.scrollbar_size_vertical * scrolls

    @property
    def _around(self) -> int:
        """Lines that are not rows: the header, a rule and the totals."""
        totals = len(self.data.grid.totals)
        return HEADER + (1 + totals if totals else 0)

    @property
    def _page(self) -> int:
        return max(1, self.content_region.height - self._around)

    @property
    def _window(self) -> range:
        """Rows that are in view."""
        top = int(self.scroll_y)
        return range(top, min(len(self.data.keys), top + self._page))

    @property
    def _totals_at(self) -> int:
        return HEADER + len(self._window)

    def on_resize(self) -> None:
        """Lay out anew."""
        self._shape = None
        self.show(self.data)
        self.refresh()

    # The cursor.

    @property
    def key(self) -> int | None:
        """What the cursor is on."""
        return self.data.keys[self.row] if self.data.keys else None

    def action_move(self, by: int) -> None:
        """Move the cursor by rows."""
        self._go(self.row + by)

    def action_page(self, way: int) -> None:
        """Move the cursor by a page."""
        self._go(self.row + way * self._page)

    def action_edge(self, way: int) -> None:
        """Move the cursor to the first or last row."""
        self._go(0 if way < 0 else len(self.data.keys) - 1)

    def action_choose(self) -> None:
        """Say that the row was chosen."""
        if self.key is not None:
            self.post_message(self.Chosen(self, self.key, self.column))

    def move_column(self, by: int) -> None:
        """Move the cursor to another of the scrolling columns."""
        count = len(self.data.grid.columns) - (self.data.fixed or 0)
        column = max(0, min(count - 1, self.column + by))
        if column != self.column and self.key is not None:
            self.post_message(self.Moved(self, self.key, column))

    def _keep_column_in_view(self) -> None:
        fixed = self.data.fixed or 0
        self._first = min(self._first, self.column)
        while self._first < self.column:
            if fixed + self.column in self._lay_out().shown:
                break
            self._first += 1

    def _go(self, row: int) -> None:
        row = max(0, min(row, len(self.data.keys) - 1))
        if not self.data.keys or row == self.row:
            return
        self._refresh_row(self.row)
        self.row = row
        self._refresh_row(row)
        self._scroll_to_row()
        self.post_message(self.Moved(self, self.data.keys[row], self.column))

    def _scroll_to_row(self) -> None:
        top = int(self.scroll_y)
        if self.row < top:
            self.scroll_to(y=self.row, animate=False)
        elif self.row >= top + self._page:
            self.scroll_to(y=self.row - self._page + 1, animate=False)

    def _refresh_row(self, row: int) -> None:
        self._refresh_y(HEADER + row - int(self.scroll_y), 1)

    def _refresh_y(self, y: int, lines: int) -> None:
        self.refresh(Region(0, y, self._width, lines))

    def on_focus(self) -> None:
        """Draw the cursor's line in its other colour."""
        self._refresh_row(self.row)

    def on_blur(self) -> None:
        """Draw the cursor's line in its other colour."""
        self._refresh_row(self.row)

    def on_click(self, event: events.Click) -> None:
        """Move the cursor, choose with a second click, or say which title was clicked."""
        at = self.shape.column_at(event.x)
        if event.y == 0:
            if at is not None:
                self.post_message(self.Titled(self.data.grid.columns[at].key))
            return
        row = int(self.scroll_y) + event.y - HEADER
        if row not in self._window:
            return
        if self.data.fixed is not None and at is not None and at >= self.data.fixed:
            self.move_column(at - self.data.fixed - self.column)
        if row == self.row and event.chain > 1:
            self.action_choose()
        self._go(row)

    def on_mouse_move(self, event: events.MouseMove) -> None:
        """Say what is pointed at: what a column holds, or a text that is cut."""
        row = int(self.scroll_y) + event.y - HEADER
        if event.y < HEADER:
            at = self.shape.column_at(event.x)
            text = "" if at is None else self.data.tips.get(self.shape.columns[at].key, "")
        else:
            text = self.shape.cut_text(event.x, row) if row in self._window else ""
        tip = Content(text) if text else None
        if tip != self.tooltip:
            self.tooltip = tip

    # Drawing.

    def render_line(self, y: int) -> Strip:
        """Draw one line of the view."""
        width, style = self._width, self.visual_style
        return drawing.strip_of(self, drawing.content_of(self._line(y)), width, style)

    def _line(self, y: int) -> Line:
        shape = self.shape
        if not self.data.keys and y == HEADER:
            return ((f"  {self.data.empty}", drawing.DIM),)
        if y < HEADER:
            return title_parts(shape, shape.titles, drawing.TITLE)
        row = int(self.scroll_y) + y - HEADER
        if y < self._totals_at:
            return self._row(row)
        past = y - self._totals_at
        if not shape.totals or past > len(shape.totals):
            return ()
        if past == 0:
            rule = "─" * max(0, self._width - GUTTER - 1)
            return ((f"  {rule}", drawing.DIM),)
        return title_parts(shape, shape.totals[past - 1], drawing.BOLD)

    def _row(self, row: int) -> Line:
        data, key = self.data, self.data.keys[row]
        here, fresh = row == self.row, key in data.fresh
        base = drawing.FRESH if fresh else drawing.DIM if key in data.dimmed else drawing.PLAIN
        if here:
            base = drawing.CURSOR if self.has_focus else drawing.CURSOR_AWAY
        gutter = f"{'▸' if here else ' '}{'*' if fresh else ' '}"
        cell = self.column if here else None
        return row_parts(self.shape, self.shape.rows[row], base, gutter, (data.fixed, cell))
