"""A sheet that asks for a file of labelled queries, and stays while that cannot be read."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from textual import on, work
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.widgets import Input, Static

from toolsearch_cli.errors import ToolsearchError
from toolsearch_cli.text import visible
from toolsearch_cli.tui.screens.sheet import Sheet
from toolsearch_cli.tui.widgets import drawing
from toolsearch_cli.tui.widgets.field import Field
from toolsearch_cli.tui.workspace import QuerySet

if TYPE_CHECKING:
    from textual.app import ComposeResult

    from toolsearch_cli.tui.opening import QuerySource

_WAYS = """\
A path to JSON lines, JSON, YAML or CSV, or sample:everyday. A line is
  {"query": "read a web page", "expected": "fetch/fetch"}
toolsearch eval --make -c CATALOG -o queries.jsonl writes a first file."""


class QueriesSheet(Sheet[QuerySet]):
    """A path; gives the queries of the file, or `None`."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape", "close", "Cancel")]

    def __init__(self, source: QuerySource, value: str) -> None:
        super().__init__()
        self._source, self._value = source, value

    def compose(self) -> ComposeResult:
        """The field under what it takes, and what is wrong under the field."""
        with Vertical(classes="sheet"):
            yield Static(drawing.content_of([(_WAYS, drawing.DIM)]))
            yield Field(self._value, id="answer")
            yield Static(id="told")

    def on_mount(self) -> None:
        """Name the sheet."""
        sheet = self.query_one(".sheet")
        sheet.border_title = "Open labelled queries"
        sheet.border_subtitle = "enter opens · escape cancels"

    @on(Input.Submitted)
    def open(self, event: Input.Submitted) -> None:
        """Read the file."""
        self._tell("reading …", drawing.DIM)
        self._read(event.value.strip())

    @work(thread=True, exclusive=True, group="read", description="read")
    def _read(self, name: str) -> None:
        try:
            found = self._source.read(name)
        except ToolsearchError as error:
            hint = f"\n{error.hint}" if error.hint else ""
            self.app.call_from_thread(self._tell, f"{error.message}{hint}", drawing.ERROR)
        else:
            self.app.call_from_thread(self.finish, found)

    def _tell(self, text: str, style: str) -> None:
        for told in self.query("#told").results(Static):
            told.update(drawing.content_of([(visible(text, newlines=True), style)]))
