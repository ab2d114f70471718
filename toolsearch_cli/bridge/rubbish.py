"""Lines of a server that are no messages, and which of them should have been an answer."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Final, Protocol

from toolsearch_cli.live.wire import Wire

if TYPE_CHECKING:
    from toolsearch_cli.catalog.model import Json

_MARK: Final = '"jsonrpc"'
_AN_ANSWER: Final = "an answer to a request"
_LOOKED_AT: Final = 4096
"""Characters of a line that is not even JSON in which the mark is looked for."""


class Heard(Protocol):
    """Is told of a line."""

    def __call__(self, *, is_answer: bool) -> None:
        """Take it."""


class BrokenAnswers(Wire):
    """Tells of each line that should have been an answer, and of the first that is anything else.

    Somebody waits for an answer, in vain. What else a server writes on its stdout is noise.
    """

    __slots__ = ("_heard", "_is_noisy")

    def __init__(self, heard: Heard) -> None:
        super().__init__()
        self._heard = heard
        self._is_noisy = False

    def reject(self, line: str) -> None:
        """Count a line that is no message, and tell of it; what answers hold is never shown."""
        is_answer = should_be_answer(line)
        super().reject(_AN_ANSWER if is_answer else line)
        if is_answer or not self._is_noisy:
            self._heard(is_answer=is_answer)
        self._is_noisy = self._is_noisy or not is_answer


def should_be_answer(line: str) -> bool:
    """Say whether a line that is no message was meant as the answer to a request."""
    try:
        value: Json = json.loads(line)
    except (ValueError, RecursionError):
        return _MARK in line[:_LOOKED_AT] and '"method"' not in line[:_LOOKED_AT]
    answers = value if isinstance(value, list) else [value]
    return any(_is_answer(one) for one in answers)


def _is_answer(value: Json) -> bool:
    return (
        isinstance(value, dict) and "method" not in value and ("result" in value or "id" in value)
    )
