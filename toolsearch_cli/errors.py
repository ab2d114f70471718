"""The one exception tree. Each error knows its exit code; messages are one line, without markup."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar, Final

if TYPE_CHECKING:
    from collections.abc import Iterable


class ToolsearchError(Exception):
    """An error that is told to the user: one line, then a hint."""

    exit_code: ClassVar[int] = 2
    hint_lines: ClassVar[bool] = False
    """Whether the hint is several lines. Else it is one, so that no name in it begins another."""

    def __init__(self, message: str, *, hint: str | None = None) -> None:
        super().__init__(message)
        self.message = message
        self.hint = hint


class UsageError(ToolsearchError):
    """The command line asks for something that does not exist or does not fit together."""


class SettingsError(ToolsearchError):
    """A settings file or a `--set` value cannot be used."""


class InputError(ToolsearchError):
    """A catalog cannot be read: names the file and, where there is one, the JSON pointer."""

    def __init__(
        self, message: str, *, file: str = "", pointer: str = "", hint: str | None = None
    ) -> None:
        place = ": ".join(part for part in (file, pointer) if part)
        super().__init__(f"{place}: {message}" if place else message, hint=hint)
        self.file = file
        self.pointer = pointer
        self.reason = message


class NoToolsError(InputError):
    """A file can be read but holds no tools: a client config, prose, an unrelated document."""


class ServersOnlyError(NoToolsError):
    """A file names servers, whose tools it does not hold: they are unknown, not none.

    Its hint is several lines, one a capture command.
    """

    hint_lines = True


class ExternalError(ToolsearchError):
    """Something outside this program failed: a server, an endpoint, a missing extra."""

    exit_code = 3


_NEAR: Final = 0.65
"""How alike a typing error is at least, of 1: `gti` is `git`, `nope` is not `openai`."""
_LEAST_BEGINNING: Final = 3
"""Letters with which a word may be meant that is far longer."""


def nearest(
    word: str, known: Iterable[str], what: str = "known", *, before: str = "", most: int = 1
) -> str:
    """Return the hint for a word that is none of the known ones.

    Args:
        word: As typed.
        known: What it could have been, in the order in which to list them.
        what: What they are, in the plural, where the hint lists them all.
        before: What is written before each of them.
        most: How many to suggest.

    Returns:
        `did you mean git?`, or `sources: git, web` where none of them looks like it or begins
        with it.
    """
    from difflib import get_close_matches

    words = list(dict.fromkeys(known))
    near = get_close_matches(word, words, n=most, cutoff=_NEAR)
    if not near and len(word) >= _LEAST_BEGINNING:
        near = [one for one in words if one.startswith(word)][:most]
    if near:
        return f"did you mean {' or '.join(before + one for one in near)}?"
    return f"{what}: {', '.join(before + one for one in words)}"
