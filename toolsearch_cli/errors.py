"""The one exception tree. Each error knows its exit code; messages are one line, without markup."""

from __future__ import annotations

from typing import ClassVar


class ToolsearchError(Exception):
    """An error that is told to the user: one line, then a hint."""

    exit_code: ClassVar[int] = 2

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


class ExternalError(ToolsearchError):
    """Something outside this program failed: a server, an endpoint, a missing extra."""

    exit_code = 3
