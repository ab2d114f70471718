"""`toolsearch compare`: one catalog, many hosts."""

from __future__ import annotations

from typing import Annotated

import typer

from toolsearch_cli.cli.choices import OutputFormat
from toolsearch_cli.cli.console import Console
from toolsearch_cli.cli.option_groups import (
    CatalogOptions,
    CatalogPaths,
    OutputOptions,
    ScenarioOptions,
    with_options,
)

EPILOG = """\b
Examples:
  toolsearch compare -c mcp-tools.json --context 200k
  toolsearch compare --host hermes,hermes@0.22,claude-code --context 32k,200k
  toolsearch compare --query "create issue" --limit 3
"""


@with_options
def compare(
    catalogs: CatalogOptions,
    scenario: ScenarioOptions,
    output: OutputOptions,
    paths: CatalogPaths = None,
    query: Annotated[
        list[str] | None,
        typer.Option(metavar="TEXT", help="Compare what each search finds; repeatable."),
    ] = None,
    limit: Annotated[
        int, typer.Option(min=1, metavar="N", help="Hits of each search that are shown.")
    ] = 5,
) -> None:
    """Say what each host makes of a catalog: what the model sees, reaches and pays.

    Without --host: every host, one release each.
    """
    from toolsearch_cli.cli.inputs import gather
    from toolsearch_cli.hosts.names import COMPARED
    from toolsearch_cli.reports.across_hosts_records import compare_record
    from toolsearch_cli.views.across_hosts import finder_rows, finders_page, outlooks_page
    from toolsearch_cli.workbench import findings_across, outlooks

    console = Console(output)
    asked = scenario if scenario.host else scenario._replace(host=list(COMPARED))
    inputs = gather(console, catalogs, asked, paths or ())
    found = outlooks(inputs.catalog, inputs.scenarios)
    searched = [
        (text, findings_across(inputs.catalog, inputs.scenarios, text)) for text in query or ()
    ]
    if not searched:
        page = outlooks_page(found)
    elif console.format in (OutputFormat.csv, OutputFormat.jsonl):
        page = finder_rows(searched, limit)
    else:
        page = finders_page(searched, limit)
    console.page(page, "compare/1", lambda: compare_record(found, searched))
