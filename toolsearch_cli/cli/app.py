"""The program: what `toolsearch` itself does. Nothing heavy is imported here."""

from __future__ import annotations

from typing import Annotated

import typer

from toolsearch_cli import __version__
from toolsearch_cli.cli.program import Program

app = typer.Typer(
    name="toolsearch",
    cls=Program,
    invoke_without_command=True,
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
