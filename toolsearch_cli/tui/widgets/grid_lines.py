"""Rows of a table as styled lines."""

from __future__ import annotations

from typing import TYPE_CHECKING

from toolsearch_cli.tui.widgets import drawing
from toolsearch_cli.tui.widgets.grid_layout import GUTTER, GridLayout

if TYPE_CHECKING:
    from toolsearch_cli.tui.widgets.drawing import Line, Part


def title_parts(shape: GridLayout, cells: tuple[str, ...], style: str) -> Line:
    """Return the header or a total: every cell in one style."""
    parts: list[Part] = [(" " * GUTTER, "")]
    for at, width in zip(shape.shown, shape.widths, strict=True):
        text = drawing.padded(cells[at], width, left=shape.left(at))
        parts.append((text + " " * shape.gap_after(width), style))
    return tuple(parts)


def row_parts(
    shape: GridLayout,
    cells: tuple[str, ...],
    base: str,
    gutter: str,
    cursor: tuple[int | None, int | None],
) -> Line:
    """Return a row; a cell that names a form has the form's colour, unless the row has its own.

    Args:
        shape: How the grid is laid out.
        cells: The row's texts.
        base: The row's style.
        gutter: What stands before it.
        cursor: Leading columns that stay, `None` for a cursor over whole rows; and the one of the
            other columns that the cursor is in, `None` where it is on another row.
    """
    fixed, column = cursor
    whole = base if fixed is None else ""
    parts: list[Part] = [(gutter, whole)]
    for at, width in zip(shape.shown, shape.widths, strict=True):
        text = drawing.padded(cells[at], width, left=shape.left(at))
        style = base
        if fixed is not None and column is not None and at != fixed + column:
            style = ""
        parts += [
            (text, style or (drawing.form_style(cells[at]) if shape.forms else "")),
            (" " * shape.gap_after(width), whole),
        ]
    return tuple(parts)
