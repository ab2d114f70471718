"""`toolsearch sweep`: the exact settings at which a catalog is shown differently."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

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

if TYPE_CHECKING:
    from toolsearch_cli.analysis.sweep import Sweep
    from toolsearch_cli.catalog.model import Catalog
    from toolsearch_cli.hosts.scenario import Scenario
    from toolsearch_cli.views.grid import Page

EPILOG = """\b
Examples:
  toolsearch sweep mcp-tools.json --context 200k
  toolsearch sweep -c sample:demo --of cloudflare --of "git*"
  toolsearch sweep -c sample:fleet --chart
  toolsearch sweep -c sample:fleet -f csv -o breakpoints.csv
"""

_CHART_HEIGHT = 14


@with_options
def sweep(
    catalogs: CatalogOptions,
    scenario: ScenarioOptions,
    output: OutputOptions,
    paths: CatalogPaths = None,
    of: Annotated[
        list[str] | None,
        typer.Option(
            "--of", metavar="PATTERN", help="Breakpoints of these sources; globs, repeatable."
        ),
    ] = None,
    chart: Annotated[
        bool,
        typer.Option("--chart", help="Draw budget and use against context; -f svg always does."),
    ] = False,
) -> None:
    """Say at which budget each source changes, and what reaches it.

    Breakpoints are exact. Context, pct and cap are each the least that gives the budget with the
    other settings as they are; the last column says what it takes from here.
    """
    from toolsearch_cli.cli.inputs import gather, only_scenario
    from toolsearch_cli.reports.sweep_records import sweep_record
    from toolsearch_cli.views.sweep import sweep_page
    from toolsearch_cli.workbench import sweep as swept

    console = Console(output)
    inputs = gather(console, catalogs, scenario, paths or ())
    asked = only_scenario(inputs.scenarios, "sweep")
    found = swept(inputs.catalog, asked, tuple(of or ()))
    if chart or console.format is OutputFormat.svg:
        page = _drawn(console, inputs.catalog, asked, found)
    else:
        page = sweep_page(found, next_steps=_next(inputs.named))
    console.page(page, "sweep/1", lambda: sweep_record(found))


def _drawn(console: Console, catalog: Catalog, asked: Scenario, found: Sweep) -> Page:
    from toolsearch_cli.analysis.curve import curve
    from toolsearch_cli.reports import WIDEST_PICTURE
    from toolsearch_cli.views.chart import ASCII, UNICODE, chart
    from toolsearch_cli.views.sweep import chart_page

    drawn = chart(
        curve(catalog, asked),
        width=min(console.width, WIDEST_PICTURE),
        height=_CHART_HEIGHT,
        marks=UNICODE if console.draws_unicode else ASCII,
        cursor=asked.context or None,
    )
    return chart_page(found, drawn)


def _next(named: str) -> tuple[str, ...]:
    again = f" {named}" if named else ""
    return (f"toolsearch sweep{again} --chart   budget and use against context",)
