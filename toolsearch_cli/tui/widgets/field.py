"""A field for one line, in which hostile text is as visible as everywhere else."""

from __future__ import annotations

from textual.widgets import Input

from toolsearch_cli.text import visible


class Field(Input):
    """An `Input` into which nothing raw is pasted: what it holds is what is seen."""

    def insert_text_at_cursor(self, text: str) -> None:
        """Insert text that was typed or pasted."""
        super().insert_text_at_cursor(visible(text))

    def replace(self, text: str, start: int, end: int) -> None:
        """Put text in the place of what is selected."""
        super().replace(visible(text), start, end)
