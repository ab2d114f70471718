"""A screen that draws evaluations: it finds the queries, and has them put to every scenario."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from toolsearch_cli.tui.evaluations import first_query_set, question_of, with_query_set
from toolsearch_cli.tui.long_work import Task
from toolsearch_cli.tui.screens.working_frame import WorkingFrame

if TYPE_CHECKING:
    from collections.abc import Callable

    from toolsearch_cli.tui.evaluations import Evaluated, Question
    from toolsearch_cli.tui.scene import Scene
    from toolsearch_cli.tui.workspace import QuerySet, Workspace


class EvaluatingFrame(WorkingFrame):
    """A frame whose scene holds a question."""

    def draw(self, scene: Scene) -> None:
        """Show the answer where it is known; else have it made, and say how far that is."""
        workspace = scene.workspace
        question = question_of(workspace)
        known = self.explorer.evaluations.known(question) if question else None
        if question and known:
            self.answered_already(question)
            self.show_answer(workspace, question, known)
        elif question:
            self.answer_later(question, self._work_on(question), partial(self._evaluate, question))
        elif workspace.query_set is None:
            find = partial(self._find_queries, workspace)
            self.answer_later(workspace.opened, Task("reading queries"), find)
        self.tell_progress()

    def show_answer(self, workspace: Workspace, question: Question, known: Evaluated) -> None:
        """Draw an answer."""

    def take_queries(self, query_set: QuerySet) -> None:
        """Evaluate other queries."""
        self.explorer.apply(partial(with_query_set, query_set=query_set))

    def _work_on(self, question: Question) -> Task:
        missing = self.explorer.evaluations.missing(question)
        hosts = ", ".join(dict.fromkeys(one.host for one in missing))
        return Task(f"queries put to {hosts}", len(missing) * len(question.query_set.queries))

    def _evaluate(self, question: Question, advance: Callable[[int], None]) -> None:
        self.explorer.evaluations.answer(question, advance)

    def _find_queries(self, workspace: Workspace, advance: Callable[[int], None]) -> None:
        found = first_query_set(self.explorer.start.queries, workspace)
        advance(0)
        self.app.call_from_thread(self.take_queries, found)
