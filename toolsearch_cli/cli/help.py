"""Help without rich: commands and options in named groups, in plain text, at once."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from typer.core import TyperCommand, TyperGroup

if TYPE_CHECKING:
    from typer._click import Context, HelpFormatter

_OTHER = "Options"


class GroupedCommand(TyperCommand):
    """A command whose options are listed under their panels."""

    def format_options(self, ctx: Context, formatter: HelpFormatter) -> None:
        """Write the arguments, then each panel of options."""
        arguments = []
        panels: dict[str, list[tuple[str, str]]] = {_OTHER: []}
        for parameter in self.get_params(ctx):
            record = parameter.get_help_record(ctx)
            if record is None:
                continue
            if parameter.param_type_name == "argument":
                arguments.append(record)
                continue
            panel = getattr(parameter, "rich_help_panel", None) or _OTHER
            panels.setdefault(panel, []).append(record)
        _write(formatter, [("Arguments", arguments), *panels.items()])


class GroupedCommands(TyperGroup):
    """The program: its commands are listed under their panels."""

    def format_commands(self, ctx: Context, formatter: HelpFormatter) -> None:
        """Write each panel of commands, in the order they were declared."""
        panels: dict[str, list[tuple[str, str]]] = {}
        for name in self.list_commands(ctx):
            command = self.commands[name]
            if command.hidden:
                continue
            panel = getattr(command, "rich_help_panel", None) or "Commands"
            panels.setdefault(panel, []).append((name, command.get_short_help_str(60)))
        _write(formatter, panels.items())


def _write(formatter: HelpFormatter, sections: Iterable[tuple[str, list[tuple[str, str]]]]) -> None:
    for title, rows in sections:
        if rows:
            with formatter.section(title):
                formatter.write_dl(rows)
