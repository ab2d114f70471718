"""Failure: why an endpoint gave no answer, as a value."""

from __future__ import annotations

from dataclasses import dataclass

from toolsearch_cli.text import visible

_LONGEST = 160


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


def quoted(text: str) -> str:
    """Return what an endpoint or a setting says as a reason may quote it: one short line."""
    line = visible(" ".join(text.split()))
    return line if len(line) <= _LONGEST else f"{line[: _LONGEST - 1]}…"
