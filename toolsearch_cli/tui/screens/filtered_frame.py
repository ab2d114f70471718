"""A screen whose table is narrowed by a field: `/` opens it, enter keeps it, escape ends it."""

from __future__ import annotations

from textual import on
from textual.widgets import Input

from toolsearch_cli.tui.screens.frame import Frame
from toolsearch_cli.tui.widgets.grid_table import GridTable


class FilteredFrame(Frame):
    """A frame whose first table an `Input` called `filter` narrows, hidden until asked for."""

    AUTO_FOCUS = ""

    @property
    def filtered_table(self) -> GridTable:
        """The table that the field narrows."""
        return self.query_one(self.AUTO_FOCUS, GridTable)

    @property
    def filter_field(self) -> Input:
        """The field that narrows the table."""
        return self.query_one("#filter", Input)

    @on(Input.Submitted, "#filter")
    def keep_filter(self) -> None:
        """Go on with what the filter left."""
        self.filtered_table.focus()

    def key_escape(self) -> None:
        """Take the filter away, and go back to the table."""
        field = self.filter_field
        field.value = ""
        field.display = False
        self.filtered_table.focus()

    def command_filter(self) -> None:
        """Ask for a part of a name."""
        field = self.filter_field
        field.display = True
        field.focus()
