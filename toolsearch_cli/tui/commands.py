"""The one table of commands: it feeds the key bindings, the palette, the key line and the help."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from toolsearch_cli.tui.command import ASKING, SCREENS, TITLES, Command
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
        screens=ASKING,
    ),
    Command(name="save", keys="s", title="Save the scenario to a file", hint="save"),
    Command(name="export", keys="e", title="Export what is shown", hint="export"),
    Command(
        name="copy",
        keys="y",
        title="Copy the command line that prints the same",
        hint="copy command",
    ),
    Command(name="filter", keys="slash", title="Filter or search", hint="filter", told="/"),
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
            hint="screen" if number in (1, len(SCREENS)) else "",
        )
        for number, screen in enumerate(SCREENS, start=1)
    ),
    Command(name="theme", keys="ctrl+t", title="Dark or light", told="^t"),
    Command(name="help", keys="question_mark,f1", title="All keys", told="?"),
    Command(name="quit", keys="q", title="Quit", hint="quit"),
)

COMMANDS: Final[tuple[Command, ...]] = (*SCENARIO_COMMANDS, *VIEW_COMMANDS, *_EVERYWHERE)


def command_named(name: str) -> Command:
    """Return a command.

    Raises:
        KeyError: There is none of that name.
    """
    for command in COMMANDS:
        if command.name == name:
            return command
    raise KeyError(name)


def commands_of(screen: str) -> Iterator[Command]:
    """Yield what can be done on a screen."""
    return (command for command in COMMANDS if screen in command.screens)
