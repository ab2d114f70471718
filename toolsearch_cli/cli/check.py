"""`toolsearch check`: fail when a catalog takes more than its budgets allow."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, NamedTuple

import typer

from toolsearch_cli.cli.choices import OutputFormat
from toolsearch_cli.cli.console import Console
from toolsearch_cli.cli.option_groups import (
    CatalogOptions,
    OutputOptions,
    ScenarioOptions,
    with_options,
)
from toolsearch_cli.errors import UsageError

if TYPE_CHECKING:
    from toolsearch_cli.checks.gate import Outcome

BUDGETS = "Budgets"
_METAVAR = "[SOURCE=]N"

EPILOG = """\b
Examples:
  toolsearch check mcp-tools.json --max-tools 100 --max-eager-tokens 40k
  toolsearch check -c catalogs/ --max-tier 1 --context 200k,1M
  toolsearch check catalogs/ --max-tool-tokens 1k --max-tool-tokens "aws-*=4k"
"""


class BudgetOptions(NamedTuple):
    """The most that is allowed."""

    max_tools: Annotated[
        list[str] | None,
        typer.Option(metavar=_METAVAR, help="Number of tools.", rich_help_panel=BUDGETS),
    ] = None
    max_eager_tokens: Annotated[
        list[str] | None,
        typer.Option(
            metavar=_METAVAR, help="Tokens of all schemas, sent eagerly.", rich_help_panel=BUDGETS
        ),
    ] = None
    max_listing_tokens: Annotated[
        list[str] | None,
        typer.Option(
            metavar=_METAVAR, help="Tokens the listing takes now.", rich_help_panel=BUDGETS
        ),
    ] = None
    max_tier: Annotated[
        list[str] | None,
        typer.Option(
            metavar=_METAVAR,
            help="Tier; a source's own is 2 where its tools are not named.",
            rich_help_panel=BUDGETS,
        ),
    ] = None
    max_tool_tokens: Annotated[
        list[str] | None,
        typer.Option(
            metavar=_METAVAR,
            help="Tokens of each tool; SOURCE=N replaces N for its tools.",
            rich_help_panel=BUDGETS,
        ),
    ] = None


@with_options
def check(
    catalogs: CatalogOptions,
    budgets: BudgetOptions,
    scenario: ScenarioOptions,
    output: OutputOptions,
    paths: Annotated[
        list[str] | None,
        typer.Argument(metavar="[CATALOG]...", help="Catalogs, as with -c.", show_default=False),
    ] = None,
) -> None:
    """Fail when a catalog takes more than its budgets allow.

    N counts for the whole catalog, SOURCE=N for each source that the glob names; of several for
    one source the last counts. Write 20000, 20_000 or 20k. Several hosts and contexts are each
    checked. Exit code 0: all budgets hold; 1: one is exceeded; 2: something was not measured.
    """
    from toolsearch_cli.cli.inputs import gather
    from toolsearch_cli.reports.check_records import check_record
    from toolsearch_cli.settings.budgets import parse_budgets
    from toolsearch_cli.views.check import check_page
    from toolsearch_cli.workbench import check as checked

    console = Console(output)
    limits = parse_budgets(
        {
            "tools": budgets.max_tools or (),
            "eager-tokens": budgets.max_eager_tokens or (),
            "listing-tokens": budgets.max_listing_tokens or (),
            "tier": budgets.max_tier or (),
            "tool-tokens": budgets.max_tool_tokens or (),
        }
    )
    inputs = gather(console, catalogs, scenario, paths or (), sample_allowed=False)
    outcome = checked(inputs.catalog, inputs.scenarios, limits)
    try:
        console.page(
            check_page(outcome, all_budgets=output.verbose),
            "check/1",
            lambda: check_record(outcome),
            OutputFormat.table,
            OutputFormat.plain,
            OutputFormat.json,
        )
    except BrokenPipeError:
        _exit(outcome)  # whoever reads only the first lines gets the gate's code all the same
        raise
    _exit(outcome)


def _exit(outcome: Outcome) -> None:
    """Leave with 1 for a budget that is exceeded, with 2 for one that was not measured."""
    if outcome.failed:
        raise typer.Exit(1)
    for one in outcome.unmeasured[:1]:
        whole = len(outcome.unmeasured) == len(outcome.measurements)
        what = "nothing was measured" if whole else "not every budget was measured"
        reason, remedy = (one.doubt.reason, one.doubt.remedy) if one.doubt else ("", "")
        raise UsageError(f"{what}: {one.budget}: {reason}", hint=remedy)
