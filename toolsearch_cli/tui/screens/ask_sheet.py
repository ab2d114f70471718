"""A sheet that asks for one line."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from textual import on
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.widgets import Input, Static

from toolsearch_cli.tui.screens.sheet import Sheet
from toolsearch_cli.tui.widgets import drawing
from toolsearch_cli.tui.widgets.field import Field

if TYPE_CHECKING:
    from textual.app import ComposeResult


class AskSheet(Sheet[str]):
    """A question, what can be answered, and a field; gives the text, or `None`."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape", "close", "Cancel")]

    def __init__(self, title: str, ways: str, value: str = "") -> None:
        super().__init__()
        self._title, self._ways, self._value = title, ways, value

    def compose(self) -> ComposeResult:
        """The field under its explanation."""
        with Vertical(classes="sheet"):
            yield Static(drawing.content_of([(self._ways, drawing.DIM)]))
            yield Field(self._value, id="answer")

    def on_mount(self) -> None:
        """Name the sheet."""
        sheet = self.query_one(".sheet")
        sheet.border_title = self._title
        sheet.border_subtitle = "enter · escape cancels"

    @on(Input.Submitted)
    def answer(self, event: Input.Submitted) -> None:
        """Give what was typed."""
        self.finish(event.value)
