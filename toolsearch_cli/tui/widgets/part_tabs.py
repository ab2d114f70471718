"""The line that says which part of a screen is shown, where all have no room."""

from __future__ import annotations

from typing import TYPE_CHECKING

from toolsearch_cli.tui.widgets import drawing

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from toolsearch_cli.tui.widgets.drawing import Line, Part


def part_tabs(names: Sequence[str], present: str, rest: str) -> Line:
    """Return a line of names, each to be clicked (`screen.part`), the present one in brackets."""
    return (*_tabs(names, present), (f"  {rest}", drawing.DIM))


def _tabs(names: Sequence[str], present: str) -> Iterator[Part]:
    for name in names:
        text, style = (
            (f" [{name}]", drawing.BOLD) if name == present else (f"  {name} ", drawing.DIM)
        )
        yield text, f"{style} @click=screen.part('{name}')"
