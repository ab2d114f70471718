"""`toolsearch convert`: any catalog, written as one of the shapes that others read."""

from __future__ import annotations

from typing import Annotated

import typer

from toolsearch_cli.cli.choices import TargetFormat
from toolsearch_cli.cli.console import Console
from toolsearch_cli.cli.option_groups import (
    OUTPUT,
    CatalogOptions,
    CatalogPaths,
    OutputFile,
    OutputOptions,
    QuietFlag,
    VerboseFlag,
    with_options,
)

EPILOG = """\b
Examples:
  toolsearch convert openapi.yaml --as native -o catalog.json
  toolsearch convert servers/ --as openai -o tools.json
  toolsearch convert -c sample:everyday --as anthropic --bare-names
"""
_MOST_LOST = 20


@with_options
def convert(
    catalog: CatalogOptions,
    target: Annotated[
        TargetFormat | None,
        typer.Option("--as", metavar="FORMAT", help=f"What to write: {', '.join(TargetFormat)}."),
    ] = None,
    paths: CatalogPaths = None,
    bare_names: Annotated[
        bool,
        typer.Option(
            "--bare-names",
            help="Leave mcp__SERVER__ away where the format names no servers.",
            rich_help_panel=OUTPUT,
        ),
    ] = False,
    output: OutputFile = None,
    quiet: QuietFlag = False,
    verbose: VerboseFlag = False,
) -> None:
    """Write a catalog as native, MCP, OpenAI, Anthropic or Gemini."""
    from toolsearch_cli.cli.inputs import loaded_catalog
    from toolsearch_cli.errors import UsageError
    from toolsearch_cli.reports.format_records import catalog_text
    from toolsearch_cli.settings.project import project_here
    from toolsearch_cli.workbench import converted

    if target is None:
        raise UsageError("--as: name a format", hint=", ".join(TargetFormat))
    console = Console(OutputOptions(output=output, quiet=quiet, verbose=verbose))
    loaded = loaded_catalog(console, catalog, project_here(), paths or (), sample_allowed=False)
    written = converted(loaded, target.value, bare=bare_names)
    console.text(catalog_text(written.value))
    for warning in written.warnings:
        console.warn(warning)
    if written.lost:
        rest = len(written.lost) - _MOST_LOST
        more = (f"{rest:,} more",) if rest > 0 else ()
        lost = ", ".join((*written.lost[:_MOST_LOST], *more))
        console.say(f"{target.value} has no place for: {lost}.")
