"""A sheet of text over a screen: notes, problems."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from textual.binding import Binding, BindingType

from toolsearch_cli.text import visible
from toolsearch_cli.tui.command import TITLES
from toolsearch_cli.tui.commands import commands_of, key_text
from toolsearch_cli.tui.screens.sheet import Sheet
from toolsearch_cli.tui.widgets import drawing
from toolsearch_cli.tui.widgets.line_pane import LinePane

if TYPE_CHECKING:
    from collections.abc import Sequence

    from textual.app import ComposeResult

    from toolsearch_cli.tui.scene import Scene
    from toolsearch_cli.tui.widgets.drawing import Line
    from toolsearch_cli.tui.workspace import Workspace


class TextSheet(Sheet[None]):
    """Lines to read; any of the keys that close things closes it."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,enter,q,w,exclamation_mark,question_mark", "close", "Close")
    ]

    def __init__(self, title: str, lines: Sequence[Line]) -> None:
        super().__init__()
        self._title, self._lines = title, tuple(lines)

    def compose(self) -> ComposeResult:
        """One pane."""
        yield LinePane("sheet", wrap=True)

    def on_mount(self) -> None:
        """Fill the pane."""
        pane = self.query_one(LinePane)
        pane.border_title = self._title
        pane.border_subtitle = "escape closes"
        pane.show(self._lines)
        pane.focus()


def problems_sheet(workspace: Workspace) -> TextSheet:
    """List what was odd or unreadable in the catalogs."""
    catalogs = [workspace.opened, *((workspace.other,) if workspace.other else ())]
    lines: list[Line] = []
    for opened in catalogs:
        lines += [(("! ", drawing.WARNING), (visible(one), "")) for one in opened.problems]
    if not lines:
        lines = [(("Everything was read, and nothing was odd.", drawing.ADDED),)]
    return TextSheet("Problems of the catalog", lines)


def notes_sheet(scene: Scene) -> TextSheet:
    """List every note of the scenario: cause, then remedy."""
    lines: list[Line] = []
    for note in scene.shown.notes:
        style = drawing.WARNING if note.level == "warning" else drawing.DIM
        lines.append(
            (("! " if note.level == "warning" else "· ", style), (visible(note.cause), ""))
        )
        if note.remedy:
            lines.append((("  → ", drawing.ADDED), (visible(note.remedy), drawing.ADDED)))
        lines.append(())
    return TextSheet("Notes: causes, and what would change them", lines)


def said_sheet(title: str, notes: Sequence[str]) -> TextSheet:
    """List notes as they are said elsewhere, those that start with `!` marked."""
    lines: list[Line] = []
    for note in notes:
        lines += [((visible(note), drawing.WARNING if note.startswith("!") else ""),), ()]
    return TextSheet(title, lines or [(("Nothing to say.", drawing.DIM),)])


def keys_sheet(screen: str) -> TextSheet:
    """List the keys of a screen, where the panel of keys has no room."""
    lines: list[Line] = [
        ((f"{key_text(one):>5}  ", drawing.TITLE), (one.title, "")) for one in commands_of(screen)
    ]
    return TextSheet(f"Keys of {TITLES[screen]}: ↑↓ scroll", lines)
