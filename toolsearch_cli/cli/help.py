"""Help without rich: options in named groups, in plain text, at once."""

from __future__ import annotations

from typing import TYPE_CHECKING

from typer.core import TyperCommand

if TYPE_CHECKING:
    from collections.abc import Iterable

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
        write_sections(formatter, [("Arguments", arguments), *panels.items()])


def write_sections(
    formatter: HelpFormatter, sections: Iterable[tuple[str, list[tuple[str, str]]]]
) -> None:
    """Write each section that has rows: a title, then terms with their meaning."""
    for title, rows in sections:
        if rows:
            with formatter.section(title):
                formatter.write_dl(rows)
