"""The program: its commands in their groups. Nothing heavy is imported here."""

from __future__ import annotations

from typing import Annotated

import typer

from toolsearch_cli import __version__
from toolsearch_cli.cli.check import check
from toolsearch_cli.cli.help import GroupedCommand, GroupedCommands
from toolsearch_cli.cli.manifest import manifest
from toolsearch_cli.cli.tiers import tiers

LOOK, GATE, REFERENCE = "Look", "Gate", "Reference"

app = typer.Typer(
    name="toolsearch",
    cls=GroupedCommands,
    no_args_is_help=False,
    invoke_without_command=True,
    add_completion=True,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)


@app.callback()
def program(
    context: typer.Context,
    version: Annotated[
        bool, typer.Option("--version", help="Print the version.", is_eager=True)
    ] = False,
) -> None:
    """See an MCP tool catalog as the model sees it, from a snapshot and offline.

    Which tier it lands in, what each source degrades to, the text the model reads, whether a
    search finds the right tool, what it costs.
    """
    if version:
        typer.echo(f"toolsearch {__version__}")
    elif context.invoked_subcommand is None:
        typer.echo(context.get_help())


for _command, _panel in ((tiers, LOOK), (manifest, LOOK), (check, GATE)):
    app.command(cls=GroupedCommand, rich_help_panel=_panel)(_command)
