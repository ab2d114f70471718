"""A screen whose answers take seconds: they are made beside the keys, for the newest question."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

from textual import work

from toolsearch_cli.errors import ToolsearchError
from toolsearch_cli.tui.long_work import SupersededError, Task
from toolsearch_cli.tui.screens.filtered_frame import FilteredFrame

if TYPE_CHECKING:
    from collections.abc import Callable

    from textual.timer import Timer

_REST = 0.06
"""Seconds without another question before one is answered: held keys ask many."""
_TICK = 0.1
"""Seconds between two looks at how far the work is."""
_GROUP = "work"


class WorkingFrame(FilteredFrame):
    """A frame that has work done in a thread, one piece at a time."""

    def __init__(self) -> None:
        super().__init__()
        self.under_way: Task | None = None
        """What is being done."""
        self.refused = ""
        """Why there is no answer to the question that was put last."""
        self._asked: object = None
        """The question that was put last."""
        self._ticking: Timer | None = None

    def on_mount(self) -> None:
        """Hide the filter until it is asked for."""
        self.filter_field.display = False

    def tell_progress(self) -> None:
        """Say how far the work is."""

    def answer_later(
        self, question: object, task: Task, answer: Callable[[Callable[[int], None]], None]
    ) -> None:
        """Have an answer made, and draw the scene again once it is.

        Args:
            question: What is asked; the same one is not put twice.
            task: What to say of it.
            answer: Makes the answer, in a thread; it is given what counts its steps.
        """
        if question != self._asked:
            self._begin(question, task)
            self._make(question, task, answer)

    def answered_already(self, question: object) -> None:
        """Give up what is under way: this is asked instead, and known."""
        if self.under_way is not None:
            self.workers.cancel_group(self, _GROUP)
        self._begin(question, None)

    def _begin(self, question: object, task: Task | None, refused: str = "") -> None:
        self._asked, self.under_way, self.refused = question, task, refused
        if self._ticking is not None:
            self._ticking.stop()
        self._ticking = self.set_interval(_TICK, self._look) if task is not None else None

    @work(thread=True, exclusive=True, group=_GROUP, description=_GROUP)
    def _make(
        self, question: object, task: Task, answer: Callable[[Callable[[int], None]], None]
    ) -> None:
        advance = task.counting()
        time.sleep(_REST)
        try:
            advance(0)
            answer(advance)
            advance(0)
        except SupersededError:
            return
        except ToolsearchError as error:
            hint = f" ({error.hint})" if error.hint else ""
            self.app.call_from_thread(self._end, question, f"{error.message}{hint}")
        else:
            self.app.call_from_thread(self._end, question, "")

    def _end(self, question: object, refused: str) -> None:
        if question == self._asked:
            self._begin(question, None, refused)
            self.present()

    def _look(self) -> None:
        if self.explorer.scene is not None and not self.gone:
            self.tell_progress()
