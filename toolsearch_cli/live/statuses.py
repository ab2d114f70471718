"""The HTTP status that a message to a server was answered with, where many are sent at once."""

from __future__ import annotations

from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator


@dataclass(slots=True, eq=False)
class Answer:
    """How the last message of one sender was answered."""

    status: int | None = None
    """Where it was an error."""


_awaited: ContextVar[Answer | None] = ContextVar("_awaited", default=None)


@contextmanager
def answer() -> Iterator[Answer]:
    """Yield what hears how messages that are sent inside are answered, and no others.

    Also those of tasks that are begun inside, unless they have an answer of their own: the SDK
    sends each message within the context of whoever wrote it.
    """
    heard = Answer()
    token = _awaited.set(heard)
    try:
        yield heard
    finally:
        _awaited.reset(token)


def answered(status: int | None) -> None:
    """Tell the sender of a message; `None`: without an error."""
    if (heard := _awaited.get()) is not None:
        heard.status = status
