"""Lines made of styled parts, and how every widget draws them. Text is made visible before."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

from textual.content import Content
from textual.visual import Visual

if TYPE_CHECKING:
    from collections.abc import Iterable

    from textual.strip import Strip
    from textual.style import Style
    from textual.widget import Widget

Part: TypeAlias = tuple[str, str]
"""Safe text and one of the styles below."""
Line: TypeAlias = tuple[Part, ...]

PLAIN = ""
DIM = "dim"
BOLD = "bold"
TITLE = "bold $text-primary"
WARNING = "$text-warning"
ERROR = "$text-error"
MARK = "bold $text-accent"
MATCH = "bold $text-warning underline"
ADDED = "$text-success"
REMOVED = "$text-error"
CURSOR = "bold $block-cursor-foreground on $block-cursor-background"
CURSOR_AWAY = "bold on $surface-lighten-1"
FRESH = "bold italic"
"""What the last step changed."""
FORM_STYLES = {
    "full": "$text-success",
    "names": "$text-warning",
    "mixed": "$text-warning",
    "summary": "$text-accent",
    "groups": "$text-accent",
    "hidden": "$text-error",
    "none": "$text-error",
    "eager": "$text-primary",
    "off": "dim",
    "absent": "dim",
}


def form_style(text: str) -> str:
    """Return the style of the first form that a cell names."""
    return next((FORM_STYLES[word] for word in text.split() if word in FORM_STYLES), PLAIN)


def width_of(text: str) -> int:
    """Return the terminal columns of safe text."""
    return len(text) if text.isascii() else Content(text).cell_length


def padded(text: str, width: int, *, left: bool) -> str:
    """Return text of exactly `width` columns; what is too long ends in an ellipsis."""
    taken = width_of(text)
    if taken > width:
        text = shortened(text, width)
        taken = width_of(text)
    space = " " * (width - taken)
    return text + space if left else space + text


def shortened(text: str, width: int) -> str:
    """Return text of at most `width` columns, with an ellipsis where it was cut."""
    if text.isascii():
        return text if len(text) <= width else text[: max(0, width - 1)] + "…"
    return Content(text).truncate(width, ellipsis=True).plain


def content_of(line: Iterable[Part]) -> Content:
    """Return a line as what Textual draws; brackets in it are brackets."""
    return Content.assemble(*(part for part in line if part[0]))


def content_of_lines(lines: Iterable[Line]) -> Content:
    """Return several lines as one text."""
    return Content("\n").join(content_of(line) for line in lines)


def strip_of(widget: Widget, line: Content, width: int, style: Style) -> Strip:
    """Draw one line, cut or filled to `width`."""
    drawn = Visual.to_strips(widget, line, max(width, 1), 1, style, apply_selection=False)
    return drawn[0].crop_extend(0, width, style.rich_style)
