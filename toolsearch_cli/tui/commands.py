"""The one table of commands: it feeds the key bindings, the palette, the key line and the help."""

from __future__ import annotations

import re
from itertools import groupby
from typing import TYPE_CHECKING, Final

from toolsearch_cli.tui.command import (
    ASKING,
    EVAL,
    MANIFEST,
    SCREENS,
    SEARCH,
    TITLES,
    TOOLS,
    Command,
)
from toolsearch_cli.tui.evaluation_commands import EVALUATION_COMMANDS
from toolsearch_cli.tui.scenario_commands import SCENARIO_COMMANDS
from toolsearch_cli.tui.view_commands import VIEW_COMMANDS

if TYPE_CHECKING:
    from collections.abc import Iterator

_EVERYWHERE: Final = (
    Command(
        name="scenario",
        keys="o",
        title="Change the scenario by hand",
        hint="scenario",
        rank=4,
        screens=ASKING,
    ),
    Command(name="save", keys="s", title="Save the scenario to a file", hint="save"),
    Command(name="export", keys="e", title="Export what is shown", hint="export"),
    Command(
        name="copy",
        keys="y",
        title="Copy the command line that prints the same",
        hint="copy command",
        brief="copy",
        rank=2,
    ),
    Command(name="filter", keys="slash", title="Filter or search", hint="filter", told="/", rank=2),
    Command(
        name="problems",
        keys="exclamation_mark",
        title="What was odd or unreadable in the catalog",
        told="!",
    ),
    *(
        Command(
            name=f"screen_{screen}",
            keys=str(number),
            title=f"Screen {number}: {TITLES[screen]}",
            goes_to=screen,
            hint="screen" if number in (1, len(SCREENS)) else "",
            rank=3,
        )
        for number, screen in enumerate(SCREENS, start=1)
    ),
    Command(name="theme", keys="ctrl+t", title="Dark or light", told="^t"),
    Command(name="help", keys="question_mark,f1", title="All keys", told="?"),
    Command(name="quit", keys="q", title="Quit", hint="quit"),
)

_ACTION: Final = re.compile(r"command.*?'(\w+)'")

COMMANDS: Final[tuple[Command, ...]] = (
    *SCENARIO_COMMANDS,
    *VIEW_COMMANDS,
    *EVALUATION_COMMANDS,
    *_EVERYWHERE,
)


def command_named(name: str) -> Command:
    """Return a command.

    Raises:
        KeyError: There is none of that name.
    """
    for command in COMMANDS:
        if command.name == name:
            return command
    raise KeyError(name)


def key_text(command: Command) -> str:
    """Return a command's key as it is written for people."""
    return command.told or command.keys.partition(",")[0]


def command_tip(action: str) -> str | None:
    """Return what an action of a click does, and its key; `None` where it is no command."""
    found = _ACTION.search(action)
    if found is None:
        return None
    command = command_named(found[1])
    return f"{command.title}: {key_text(command)}"


def commands_of(screen: str) -> Iterator[Command]:
    """Yield what can be done on a screen."""
    return (command for command in COMMANDS if screen in command.screens)


_LEADING: Final = {
    TOOLS: ("filter", "findability", "hardest_first", "fold"),
    SEARCH: ("filter", "keep_query", "next_view"),
    MANIFEST: ("filter", "found_next", "next_view"),
    EVAL: ("explain_miss", "open_queries", "search_query", "open_expected", "filter", "next_view"),
}
"""Hints that come first, as the others are the same on most screens."""


def hinted(screen: str) -> tuple[tuple[Command, ...], ...]:
    """Return the commands of the key line, in its order; those of one hint together."""
    shown = [one for one in commands_of(screen) if one.hint]
    groups = {hint: tuple(group) for hint, group in groupby(shown, key=lambda one: one.hint)}
    first = [command_named(name).hint for name in _LEADING.get(screen, ())]
    return tuple(groups[hint] for hint in dict.fromkeys((*first, *groups)))


def leading(screen: str) -> int:
    """Return how many groups of the key line are the screen's own."""
    return len(_LEADING.get(screen, ()))
