"""What a host knows of decisions: a `Decider` that weighs the options of choice questions."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, NamedTuple, Protocol

if TYPE_CHECKING:
    from collections.abc import Sequence

    from toolsearch_cli.endpoints.failure import Failure


NOT_ASKED: Final = "not asked, because another question failed"
"""The reason of a question that was not sent: another one has the cause."""


@dataclass(frozen=True, slots=True, kw_only=True)
class DeciderSettings:
    """Who decides."""

    base_url: str
    """`http://` or `https://`, a host, and a path where the API is below one."""
    model: str
    path: str = "/v1/chat/completions"
    timeout: float = 30.0
    """Most seconds for one question, from finding the host to the last byte, repeats included."""
    together: int = 8
    """Most questions that are under way at one time."""


class Option(NamedTuple):
    """One thing that can be chosen."""

    name: str
    summary: str


@dataclass(frozen=True, slots=True)
class Question:
    """One choice question."""

    text: str
    options: tuple[Option, ...]
    """All that can be chosen; where nothing may fit, that is an option like the others."""


@dataclass(frozen=True, slots=True)
class Choice:
    """How likely each option of one question is the answer."""

    probabilities: tuple[float, ...]
    """One for each option, in their order, from 0 to 1. What the endpoint does not name is 0; it
    names the 20 likeliest answers, so an option that counts as 0 has less than 1/20."""
    unread: float
    """The rest of the probability: on answers that name no option, or that were not named."""


class Decider(Protocol):
    """Answers choice questions."""

    def choose(self, questions: Sequence[Question]) -> tuple[Choice | Failure, ...]:
        """Answer `questions`, sent together; one entry for each, in their order. Never raises."""
