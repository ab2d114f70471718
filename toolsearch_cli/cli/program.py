"""The group of all commands, listed in panels and built one at a time."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from typer.core import TyperGroup

from toolsearch_cli.cli.command_table import COMMANDS, CommandTable
from toolsearch_cli.cli.help import write_sections

if TYPE_CHECKING:
    from typer._click import Context, HelpFormatter


class Program(TyperGroup):
    """`toolsearch`: its commands come from the command table."""

    def __init__(self, **attributes: Any) -> None:
        super().__init__(**attributes)
        self.commands = CommandTable()

    def format_commands(self, ctx: Context, formatter: HelpFormatter) -> None:
        """Write each panel of commands, in the table's order, without importing any."""
        del ctx
        panels: dict[str, list[tuple[str, str]]] = {}
        for entry in COMMANDS:
            panels.setdefault(entry.panel, []).append((entry.name, entry.summary))
        write_sections(formatter, panels.items())
