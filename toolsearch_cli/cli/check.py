"""`toolsearch check`: fail when a catalog breaks its budgets or its rules."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, NamedTuple

import typer

from toolsearch_cli.cli.choices import FailLevel
from toolsearch_cli.cli.option_groups import (
    CatalogOptions,
    CatalogPaths,
    ReportOptions,
    ScenarioOptions,
    with_options,
)
from toolsearch_cli.errors import UsageError

if TYPE_CHECKING:
    from datetime import date

    from toolsearch_cli.checks.budgets import Budget
    from toolsearch_cli.checks.gate import Outcome
    from toolsearch_cli.settings.gate import GateRequest

BUDGETS, RULES = "Budgets", "Rules"
_METAVAR = "[SOURCE=]N"

EPILOG = """\b
Examples:
  toolsearch check mcp-tools.json
  toolsearch check mcp-tools.json --max-tools 100 --max-eager-tokens 40k
  toolsearch check -c catalogs/ --max-tier 1 --context 200k,1M
  toolsearch check catalogs/ --max-tool-tokens 1k --max-tool-tokens "aws-*=4k"
  toolsearch check -c catalogs/ --ignore "TS301=github/*" --fail-level warning
  toolsearch check catalogs/ --select none --max-form git=full --context 200k
  toolsearch check catalogs/ -f github -f markdown=all.md -f sarif=out.sarif

`toolsearch init` writes budgets and rules to toolsearch.yaml; flags win over the file.
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
    max_shown_tokens: Annotated[
        list[str] | None,
        typer.Option(
            metavar=_METAVAR,
            help="Tokens paid this turn: eager schemas, bridge, listing.",
            rich_help_panel=BUDGETS,
        ),
    ] = None
    max_form: Annotated[
        list[str] | None,
        typer.Option(
            metavar="[SOURCE=]FORM",
            help="Worst form of a source: full, names, summary or hidden.",
            rich_help_panel=BUDGETS,
        ),
    ] = None


class RuleOptions(NamedTuple):
    """Which rules run, and what fails."""

    select: Annotated[
        list[str] | None,
        typer.Option(
            metavar="RULE",
            help="Run these rules: codes, starts of codes, slugs; default, all, none.",
            rich_help_panel=RULES,
        ),
    ] = None
    ignore: Annotated[
        list[str] | None,
        typer.Option(
            metavar="RULE[=TOOLS]",
            help="Set findings aside, everywhere or at the tools of a glob.",
            rich_help_panel=RULES,
        ),
    ] = None
    fail_level: Annotated[
        FailLevel | None,
        typer.Option(help="The least severity that fails (error).", rich_help_panel=RULES),
    ] = None


@with_options
def check(
    catalogs: CatalogOptions,
    budgets: BudgetOptions,
    rules: RuleOptions,
    scenario: ScenarioOptions,
    output: ReportOptions,
    paths: CatalogPaths = None,
) -> None:
    """Fail when a catalog breaks its budgets or its rules.

    N counts for the whole catalog, SOURCE=N for each source that the glob names; of several for
    one source the last counts. Write 20000, 20_000 or 20k. Several hosts and contexts are each
    checked. `toolsearch explain` says what each rule finds.

    Exit code 0: nothing fails; 1: a budget is exceeded, or a rule finds what is as bad as
    --fail-level; 2: something was not measured.
    """
    from toolsearch_cli.cli.inputs import gather, scenario_request
    from toolsearch_cli.cli.reporting import console_of, wanted, write
    from toolsearch_cli.settings.gate import plan_gate
    from toolsearch_cli.workbench import check as checked

    targets, console = wanted(output), console_of(output)
    limits = _limits(budgets)
    inputs = gather(console, catalogs, scenario, paths or (), sample_allowed=False)
    gate = plan_gate(_request(rules), scenario_request(scenario), inputs.project, _today())
    limits = (*inputs.project.gate.budgets, *limits)
    outcome = checked(inputs.catalog, inputs.scenarios, limits, gate)
    try:
        write(console, targets, outcome, inputs)
    except BrokenPipeError:
        _exit(outcome)  # whoever reads only the first lines gets the gate's code all the same
        raise
    _exit(outcome)


def _limits(options: BudgetOptions) -> tuple[Budget, ...]:
    from toolsearch_cli.settings.budgets import parse_budgets

    return parse_budgets(
        {
            "tools": options.max_tools or (),
            "eager-tokens": options.max_eager_tokens or (),
            "listing-tokens": options.max_listing_tokens or (),
            "tier": options.max_tier or (),
            "tool-tokens": options.max_tool_tokens or (),
            "shown-tokens": options.max_shown_tokens or (),
            "form": options.max_form or (),
        }
    )


def _request(options: RuleOptions) -> GateRequest:
    from toolsearch_cli.settings.gate import GateRequest

    return GateRequest(
        select=tuple(options.select or ()),
        ignore=tuple(options.ignore or ()),
        fail_level=options.fail_level.value if options.fail_level else None,
    )


def _today() -> date:
    from datetime import UTC, datetime

    return datetime.now(tz=UTC).date()


def _exit(outcome: Outcome) -> None:
    """Leave with 1 for what fails, with 2 for what was not measured."""
    if outcome.failed:
        raise typer.Exit(1)
    if not outcome.measured and not outcome.unmeasured:
        hint = "name a budget, such as --max-tools 100, or leave --select out"
        if outcome.rules:
            hint = "name a catalog that holds tools, or a scope that grants some"
        raise UsageError("nothing was measured", hint=hint)
    for one in outcome.unmeasured[:1]:
        what = "not every budget was measured" if outcome.measured else "nothing was measured"
        reason, remedy = (one.doubt.reason, one.doubt.remedy) if one.doubt else ("", "")
        raise UsageError(f"{what}: {one.budget}: {reason}", hint=remedy)
