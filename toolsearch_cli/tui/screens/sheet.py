"""What lies over a screen until it is answered or closed."""

from __future__ import annotations

from typing import TypeVar

from textual.screen import ModalScreen

Answer = TypeVar("Answer")


class Sheet(ModalScreen[Answer | None]):
    """A sheet that gives one answer, or `None` when it is closed."""

    def finish(self, answer: Answer | None) -> None:
        """Give the answer and go; a key that was struck twice answers once."""
        if self.is_current:
            self.dismiss(answer)

    def action_close(self) -> None:
        """Go without an answer."""
        self.finish(None)
