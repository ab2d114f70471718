"""`toolsearch hosts`: which hosts are simulated, how faithfully, and with which settings."""

from __future__ import annotations

from typing import Annotated

import typer

from toolsearch_cli.cli.console import Console
from toolsearch_cli.cli.option_groups import OutputOptions, with_options

EPILOG = """\b
Examples:
  toolsearch hosts
  toolsearch hosts hermes
  toolsearch hosts hermes@0.22 eager --json
  toolsearch hosts graph --plan > search_tools.yaml
"""


@with_options
def hosts(
    output: OutputOptions,
    names: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="[NAME]...", help="Hosts to say all of; all of them as a table without one."
        ),
    ] = None,
    plan: Annotated[
        bool,
        typer.Option("--plan", help="Print the search plan of a host that has one, to change it."),
    ] = False,
) -> None:
    """List the hosts that are simulated, their settings, and how far to trust each."""
    from toolsearch_cli.errors import UsageError
    from toolsearch_cli.reports.host_records import hosts_record
    from toolsearch_cli.views.hosts import host_page, hosts_page
    from toolsearch_cli.workbench import hosts as known

    console = Console(output)
    found = known(tuple(names or ()))
    if plan:
        plans = [text for host in found if (text := host.search_plan()) is not None]
        if len(found) != 1 or not plans:
            raise UsageError("--plan: name one host whose search is a plan", hint="hosts graph")
        console.text(plans[0])
        return
    page = host_page(found) if names else hosts_page(found)
    console.page(page, "hosts/1", lambda: hosts_record(found))
