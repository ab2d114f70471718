"""`toolsearch formats`: which files are catalogs, what each cannot say, and an example of each."""

from __future__ import annotations

from typing import Annotated

import typer

from toolsearch_cli.cli.console import Console
from toolsearch_cli.cli.option_groups import OutputOptions, with_options

EPILOG = """\b
Examples:
  toolsearch formats
  toolsearch formats openapi
  toolsearch formats mcp native --json
  toolsearch formats openai --example > tools.json
"""


@with_options
def formats(
    output: OutputOptions,
    names: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="[NAME]...", help="Formats to say all of; all of them as a table without one."
        ),
    ] = None,
    example: Annotated[
        bool, typer.Option("--example", help="Print one format's example and nothing else.")
    ] = False,
) -> None:
    """List the files that are read as catalogs, with an example of each."""
    from toolsearch_cli.errors import UsageError
    from toolsearch_cli.reports.format_records import formats_record
    from toolsearch_cli.views.formats import format_page, formats_page
    from toolsearch_cli.workbench import formats as known

    console = Console(output)
    found = known(tuple(names or ()))
    if example:
        if len(found) != 1:
            raise UsageError("--example: name one format", hint="formats openapi --example")
        console.text(found[0].example)
        return
    page = format_page(found) if names else formats_page(found)
    console.page(page, "formats/1", lambda: formats_record(found))
