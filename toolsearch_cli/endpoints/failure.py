"""Failure: why an endpoint gave no answer, as a value."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Failure:
    """Why something was not answered."""

    reason: str
    """In words, one line, safe to print; holds no key."""
    lasting: bool = False
    """Whether another request to the same endpoint would now fail too: nobody answers there, or
    it does not let us in. A wrong answer is not lasting."""

    def __str__(self) -> str:
        """Return the reason."""
        return self.reason
