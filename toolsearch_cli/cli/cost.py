"""`toolsearch cost`: what a session costs, way by way."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, NamedTuple

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
from toolsearch_cli.errors import UsageError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from toolsearch_cli.analysis.cost import Prices, Session
    from toolsearch_cli.analysis.cost_ways import HostCost
    from toolsearch_cli.views.grid import Page

EPILOG = """\b
Examples:
  toolsearch cost -c mcp-tools.json --context 200k
  toolsearch cost --turns 40 --tools-used 8 --edits 1 --model gpt-5.4
  toolsearch cost --host hermes,codex,claude-code --chart
  toolsearch cost --prices ours.yaml --json
"""

SESSION = "Session"
_CHART_HEIGHT = 16
_MOST = 1_000_000
_MOST_TOKENS = 10**9


class SessionOptions(NamedTuple):
    """The session that is priced."""

    turns: Annotated[
        int,
        typer.Option(
            min=1,
            max=_MOST,
            metavar="N",
            help="Requests that it makes anyway.",
            rich_help_panel=SESSION,
        ),
    ] = 20
    tools_used: Annotated[
        int,
        typer.Option(
            min=0,
            max=_MOST,
            metavar="N",
            help="Deferred tools used for the first time.",
            rich_help_panel=SESSION,
        ),
    ] = 3
    edits: Annotated[
        int,
        typer.Option(
            min=0,
            max=_MOST,
            metavar="N",
            help="Edits of the toolset on the way.",
            rich_help_panel=SESSION,
        ),
    ] = 0
    prompt: Annotated[
        int,
        typer.Option(
            min=0,
            max=_MOST_TOKENS,
            metavar="TOKENS",
            help="System prompt, the host's own tools and conversation: the mean of a request.",
            rich_help_panel=SESSION,
        ),
    ] = 10_000
    misses: Annotated[
        float,
        typer.Option(
            min=0,
            max=99,
            metavar="PCT",
            callback=finite,
            help="Searches that miss and are asked again, of 100.",
            rich_help_panel=SESSION,
        ),
    ] = 0.0
    output_tokens: Annotated[
        int,
        typer.Option(
            min=0,
            max=_MOST_TOKENS,
            metavar="N",
            help="Output of a request; not simulated.",
            rich_help_panel=SESSION,
        ),
    ] = 0
    no_cache: Annotated[
        bool, typer.Option("--no-cache", help="No prompt cache.", rich_help_panel=SESSION)
    ] = False
    warm: Annotated[
        bool,
        typer.Option(
            "--warm", help="Another session left the tools in the cache.", rich_help_panel=SESSION
        ),
    ] = False


@with_options
def cost(
    catalogs: CatalogOptions,
    scenario: ScenarioOptions,
    session: SessionOptions,
    output: OutputOptions,
    paths: CatalogPaths = None,
    model: Annotated[
        str | None, typer.Option(metavar="NAME", help="A model of the prices file (its first).")
    ] = None,
    prices: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="Prices of your own, as YAML, for the ones that ship."),
    ] = None,
    chart: Annotated[
        bool, typer.Option("--chart", help="Draw cost against turns; -f svg always does.")
    ] = False,
) -> None:
    """Say what a session costs, and from when on deferring tools pays.

    Every schema up front against what the host does, and against the host without its listing.
    """
    from toolsearch_cli.cli.inputs import gather
    from toolsearch_cli.reports.cost_records import cost_record
    from toolsearch_cli.settings.prices import load_prices
    from toolsearch_cli.views.cost import cost_page
    from toolsearch_cli.workbench import costs

    console = Console(output)
    priced = load_prices(prices, model)
    asked = _session(session, priced)
    inputs = gather(console, catalogs, scenario, paths or ())
    if not inputs.catalog.tool_count:
        raise UsageError("nothing was measured: the catalog holds no tools")
    found = costs(inputs.catalog, inputs.scenarios, asked, priced)
    if chart or console.format is OutputFormat.svg:
        page = _drawn(console, found, asked, priced)
    else:
        page = cost_page(found, asked, priced)
    console.page(page, "cost/1", lambda: cost_record(found, asked, priced))


def _session(options: SessionOptions, prices: Prices) -> Session:
    from fractions import Fraction

    from toolsearch_cli.analysis.cost import Session

    if options.edits >= options.turns:
        hint = "an edit shows in the turn after it"
        raise UsageError(
            f"--edits {options.edits}: needs more turns than {options.turns}", hint=hint
        )
    return Session(
        turns=options.turns,
        tools_used=options.tools_used,
        edits=options.edits,
        prompt=options.prompt,
        misses=Fraction(str(options.misses)) / 100,
        output_tokens=options.output_tokens,
        cached=not options.no_cache and prices.cache_read is not None,
        warm=options.warm,
    )


def _drawn(console: Console, found: Sequence[HostCost], session: Session, prices: Prices) -> Page:
    from toolsearch_cli.reports import WIDEST_PICTURE
    from toolsearch_cli.views.chart import ASCII, UNICODE
    from toolsearch_cli.views.cost import chart_page

    return chart_page(
        found,
        session,
        prices,
        width=min(console.width, WIDEST_PICTURE),
        height=_CHART_HEIGHT,
        marks=UNICODE if console.draws_unicode else ASCII,
    )
