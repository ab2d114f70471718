"""`toolsearch findability`: how well a search finds each tool by its own words."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from toolsearch_cli.cli.choices import OutputFormat
from toolsearch_cli.cli.console import Console
from toolsearch_cli.cli.numbers import finite
from toolsearch_cli.cli.option_groups import (
    CatalogOptions,
    CatalogPaths,
    OutputOptions,
    ScenarioOptions,
    with_options,
)

if TYPE_CHECKING:
    from toolsearch_cli.analysis.findability import Findabilities

_FOLDED = 20
_FORMS = tuple(form for form in OutputFormat if form is not OutputFormat.svg)

EPILOG = """\b
Examples:
  toolsearch findability mcp-tools.json
  toolsearch findability -c catalogs/ --host codex --top 20
  toolsearch findability -c mcp-tools.json --min 0.2
"""


@with_options
def findability(
    catalogs: CatalogOptions,
    scenario: ScenarioOptions,
    output: OutputOptions,
    paths: CatalogPaths = None,
    top: Annotated[
        int | None,
        typer.Option(
            min=1,
            metavar="N",
            help="Show only the N hardest to find; on a terminal 20, unless -v is given.",
        ),
    ] = None,
    least: Annotated[
        float | None,
        typer.Option(
            "--min",
            min=0.0,
            max=1.0,
            metavar="SCORE",
            callback=finite,
            help="Fail where a tool has a lower score.",
        ),
    ] = None,
) -> None:
    """Say how well a search finds each tool by its own words, and who is in its way.

    Without a query file: each tool's bare name, its words and its first sentence are searched for.
    The score is the mean of 1 / rank, so 1 is best. The hardest to find come first.

    Exit code 0: every tool keeps to --min; 1: one does not; 2: nothing was measured.
    """
    from toolsearch_cli.cli.inputs import gather, only_scenario
    from toolsearch_cli.cli.progress import Progress
    from toolsearch_cli.reports.findability_records import findability_record
    from toolsearch_cli.views.findability import findability_page
    from toolsearch_cli.workbench import findability as measured

    console = Console(output)
    inputs = gather(console, catalogs, scenario, paths or (), sample_allowed=False, several=False)
    only = only_scenario(inputs.scenarios, "findability")
    with Progress(console, "tools", inputs.catalog.tool_count) as progress:
        found = measured(inputs.catalog, only, progress.advance)
    if top is None and console.on_terminal and not output.verbose:
        top = _FOLDED
    shown = sorted(found.tools, key=lambda one: (one.score, one.source, one.tool))[:top]
    page = findability_page(found, shown, least=least)
    try:
        console.page(page, "findability/1", lambda: findability_record(found, shown), *_FORMS)
    except BrokenPipeError:
        _exit(found, least)  # whoever reads only the first lines gets the gate's code too
        raise
    _exit(found, least)


def _exit(found: Findabilities, least: float | None) -> None:
    if least is not None and found.below(least):
        raise typer.Exit(1)
