"""A sheet that writes a file: what it will hold is shown, and nothing is overwritten unasked."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, ClassVar

from textual import on
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.widgets import Input, OptionList, Static
from textual.widgets.option_list import Option

from toolsearch_cli.errors import ToolsearchError
from toolsearch_cli.text import visible
from toolsearch_cli.tui.screens.sheet import Sheet
from toolsearch_cli.tui.widgets import drawing
from toolsearch_cli.tui.widgets.field import Field
from toolsearch_cli.tui.widgets.line_pane import LinePane

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from textual.app import ComposeResult

_SHOWN = 200
"""Lines of a file that are shown."""


@dataclass(frozen=True, slots=True)
class Writable:
    """One thing that can be written."""

    title: str
    path: str
    """The path that is offered."""
    data: Callable[[Path], bytes]
    """Makes what the file will hold, for the folder it will be in."""


class WriteSheet(Sheet[str]):
    """What to write, where, and what it will be; gives a line that says what was written."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "close", "Cancel"),
        Binding("up", "choose(-1)", "Choice before", show=False),
        Binding("down", "choose(1)", "Next choice", show=False),
    ]

    def __init__(self, title: str, choices: Sequence[Writable]) -> None:
        super().__init__()
        self._title, self._choices = title, tuple(choices)
        self._at = 0
        self._asked_about = ""
        """The path that exists and would be overwritten by another Enter."""

    def compose(self) -> ComposeResult:
        """The choices, the path, the text."""
        with Vertical(classes="sheet"):
            yield OptionList(*map(Option, self._titles()), id="kinds")
            yield Field(self._choices[0].path, id="path")
            yield Static(id="told")
            yield LinePane("preview")

    def on_mount(self) -> None:
        """Show what the first choice would write."""
        sheet = self.query_one(".sheet")
        sheet.border_title = self._title
        sheet.border_subtitle = "↑↓ what · enter writes · escape cancels"
        self.query_one("#path", Input).focus()
        self._preview()

    @on(OptionList.OptionHighlighted)
    def choose(self, event: OptionList.OptionHighlighted) -> None:
        """Show another choice."""
        self._go_to(event.option_index)

    def action_choose(self, by: int) -> None:
        """Go to another choice from the path."""
        self._go_to(max(0, min(len(self._choices) - 1, self._at + by)))

    def _go_to(self, at: int) -> None:
        if at == self._at:
            return
        self._at = at
        kinds = self.query_one("#kinds", OptionList)
        for index, title in enumerate(self._titles()):
            kinds.replace_option_prompt_at_index(index, title)
        kinds.highlighted = at
        self.query_one("#path", Input).value = self._choices[at].path
        self._preview()

    def _titles(self) -> list[str]:
        """Return the choices, the present one marked."""
        return [
            f"{'▸' if at == self._at else ' '} {one.title}" for at, one in enumerate(self._choices)
        ]

    @on(OptionList.OptionSelected)
    def chosen(self) -> None:
        """Go on to the path."""
        self.query_one("#path", Input).focus()

    def _data(self) -> bytes:
        return self._choices[self._at].data(self._path.parent)

    @property
    def _path(self) -> Path:
        return Path(self.query_one("#path", Input).value.strip()).expanduser()

    def _preview(self) -> None:
        try:
            data = self._data()
        except ToolsearchError as error:
            self._tell(error.message, drawing.ERROR)
            self.query_one(LinePane).show(())
            return
        text = data.decode("utf-8", "backslashreplace")
        lines = text.split("\n")[:_SHOWN]
        self.query_one(LinePane).show([((visible(one), ""),) for one in lines], top=True)
        self._tell(f"will hold {len(data):,} bytes", drawing.DIM)

    def _tell(self, text: str, style: str) -> None:
        self.query_one("#told", Static).update(drawing.content_of([(visible(text), style)]))

    @on(Input.Submitted)
    def write(self) -> None:
        """Write; where the file exists, ask first."""
        try:
            self._write(self._path)
        except ToolsearchError as error:
            self._tell(error.message, drawing.ERROR)
        except (OSError, ValueError, RuntimeError) as error:
            # A path may hold what no system takes, or a home of nobody.
            reason = error.strerror if isinstance(error, OSError) else None
            self._tell(f"cannot be written: {reason or error}", drawing.ERROR)

    def _write(self, path: Path) -> None:
        if path.exists() and self._asked_about != str(path):
            self._asked_about = str(path)
            self._tell(f"{path} exists: enter again overwrites it", drawing.WARNING)
            return
        data = self._data()
        path.write_bytes(data)
        self.finish(f"wrote {len(data):,} bytes to {path.absolute()}")
