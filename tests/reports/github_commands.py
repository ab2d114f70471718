"""A reader of GitHub workflow commands, after the grammar of the runner's ActionCommand."""

from __future__ import annotations

import re
from dataclasses import dataclass

_LEGACY = re.compile(r"##\[\w")
_SAFE = {"%0A": "\n", "%0D": "\r"}
_PROPERTY = {**_SAFE, "%3A": ":", "%2C": ","}


@dataclass(frozen=True)
class Command:
    """What the runner would do."""

    name: str
    properties: dict[str, str]
    message: str


def read(text: str) -> tuple[list[Command], list[str]]:
    """Return the commands of a log, and its other lines; the runner splits at every line break."""
    commands, others = [], []
    for line in re.split(r"\r\n|\r|\n", text):
        command = _command(line)
        if command is None:
            others.append(line)
        else:
            commands.append(command)
    return commands, others


def _command(line: str) -> Command | None:
    """A command starts its line, and its head ends at the next two colons."""
    stripped = line.lstrip()
    if not stripped.startswith("::"):
        assert not _LEGACY.search(line), f"a command of the old form: {line!r}"
        return None
    head, separator, message = stripped[2:].partition("::")
    assert separator, line
    name, _, told = head.partition(" ")
    properties = {}
    for pair in filter(None, told.strip().split(",")):
        key, equals, value = pair.partition("=")
        assert equals, f"a property without a value: {line!r}"
        assert key not in properties, f"a property is said twice: {line!r}"
        properties[key] = _unescaped(value, _PROPERTY)
    return Command(name, properties, _unescaped(message, _SAFE))


def _unescaped(text: str, escapes: dict[str, str]) -> str:
    for escape, character in escapes.items():
        text = text.replace(escape, character)
    return text.replace("%25", "%")
