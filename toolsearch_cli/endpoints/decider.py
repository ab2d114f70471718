"""A decider over HTTP: an OpenAI-compatible chat endpoint that answers with a number."""

from __future__ import annotations

from threading import Event
from typing import TYPE_CHECKING

from toolsearch_cli.endpoints.deciding import NOT_ASKED
from toolsearch_cli.endpoints.failure import Failure
from toolsearch_cli.endpoints.json_post import Caller, post_json
from toolsearch_cli.endpoints.numbered import MOST_OPTIONS, question_body, read_choice

if TYPE_CHECKING:
    from collections.abc import Sequence

    from toolsearch_cli.endpoints.deciding import Choice, DeciderSettings, Question


class HttpDecider:
    """A `Decider` that asks an OpenAI-compatible endpoint; several questions at a time."""

    __slots__ = ("_endpoint", "_settings")

    def __init__(
        self,
        settings: DeciderSettings,
        caller: Caller,
    ) -> None:
        """Prepare; nothing is asked yet.

        Args:
            settings: Who decides.
            caller: On whose behalf.
        """
        self._settings = settings
        self._endpoint = caller.endpoint(
            "DECIDER", settings.base_url, settings.path, settings.timeout
        )

    def __repr__(self) -> str:
        return f"HttpDecider({self._settings!r})"

    def choose(self, questions: Sequence[Question]) -> tuple[Choice | Failure, ...]:
        """Answer `questions`, sent together; one entry for each, in their order. Never raises.

        After a failure the questions that are not under way yet are not sent.
        """
        if not questions:
            return ()
        from concurrent.futures import ThreadPoolExecutor

        failed = Event()

        def answer(question: Question) -> Choice | Failure:
            if failed.is_set():
                return Failure(NOT_ASKED)
            choice = self._answer(question)
            if isinstance(choice, Failure):
                failed.set()
            return choice

        workers = max(1, min(self._settings.together, len(questions)))
        with ThreadPoolExecutor(workers) as pool:
            return tuple(pool.map(answer, questions))

    def _answer(self, question: Question) -> Choice | Failure:
        if isinstance(self._endpoint, Failure):
            return self._endpoint
        count = len(question.options)
        if not 0 < count <= MOST_OPTIONS:
            return Failure(f"{count:,} options; one question takes 1 to {MOST_OPTIONS}")
        reply = post_json(self._endpoint, question_body(self._settings.model, question))
        return reply if isinstance(reply, Failure) else read_choice(reply, count)
