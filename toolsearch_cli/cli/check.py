"""`toolsearch check`: fail when a catalog breaks its budgets or its rules."""

from __future__ import annotations

from pathlib import Path
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
    from toolsearch_cli.checks.figures import Baseline
    from toolsearch_cli.checks.gate import Outcome
    from toolsearch_cli.checks.growth import GrowthLimit
    from toolsearch_cli.cli.console import Console
    from toolsearch_cli.cli.inputs import Inputs
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
  toolsearch check catalogs/ --baseline main.json --max-growth 500,10%
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


class GrowthOptions(NamedTuple):
    """How much may be added since an earlier day."""

    baseline: Annotated[
        str | None,
        typer.Option(
            metavar="FILE",
            help="What was: a catalog, or the JSON of an earlier check or tiers.",
            rich_help_panel=BUDGETS,
        ),
    ] = None
    max_growth: Annotated[
        list[str] | None,
        typer.Option(
            metavar="[SOURCE=]N|N%",
            help="What all schemas may grow by; 500,10% holds to both, tools:5 to 5 tools.",
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
    growth: GrowthOptions,
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
    from toolsearch_cli.cli.floors import search_floors
    from toolsearch_cli.cli.inputs import gather, scenario_request
    from toolsearch_cli.cli.reporting import console_of, wanted, write
    from toolsearch_cli.settings.gate import plan_gate
    from toolsearch_cli.workbench import check as checked

    targets, console = wanted(output), console_of(output)
    limits, allowed = _limits(budgets), _allowed_growth(growth)
    inputs = gather(console, catalogs, scenario, paths or (), sample_allowed=False)
    gate = plan_gate(_request(rules), scenario_request(scenario), inputs.project, _today())
    limits = (*inputs.project.gate.budgets, *limits)
    allowed = (*inputs.project.gate.growth, *allowed)
    grown = _baseline(console, catalogs, growth, inputs)
    more = (grown, allowed) if grown or allowed else None
    floors = search_floors(console, inputs)
    outcome = checked(inputs.catalog, inputs.scenarios, limits, gate, more, floors)
    _say_unasked(console, outcome)
    if not outcome.failed:
        _require_known(inputs)
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


def _allowed_growth(options: GrowthOptions) -> tuple[GrowthLimit, ...]:
    from toolsearch_cli.settings.baselines import parse_growth

    return parse_growth(tuple(options.max_growth or ()))


def _baseline(
    console: Console, catalogs: CatalogOptions, options: GrowthOptions, inputs: Inputs
) -> Baseline | None:
    """Return what was measured before: a report says it, a catalog is measured now."""
    from toolsearch_cli.catalog.loading import LoadOptions
    from toolsearch_cli.catalog.reading import read_path
    from toolsearch_cli.cli.inputs import loaded_catalog
    from toolsearch_cli.settings.baselines import baseline_of, report_in
    from toolsearch_cli.workbench import baseline

    name = options.baseline or inputs.project.gate.baseline
    if name is None:
        return None
    if Path(name).is_file():
        most = catalogs.max_bytes or LoadOptions().max_bytes
        report = report_in(read_path(Path(name), name, most))
        if report is not None:
            return baseline_of(report, name)
    bare = catalogs._replace(catalog=None)
    before = loaded_catalog(console, bare, inputs.project, (name,), sample_allowed=False)
    return baseline(name, before, inputs.catalog, inputs.scenarios)


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


def _say_unasked(console: Console, outcome: Outcome) -> None:
    """Say which rules had nothing to ask: they did not find nothing."""
    if outcome.unasked:
        codes = ", ".join(rule.code for rule in outcome.unasked)
        console.say(f"Not run: {codes}; no host that is checked has a search that is simulated.")


def _require_known(inputs: Inputs) -> None:
    """Refuse to pass where the tools of a server in scope are unknown: they are not none."""
    scopes = [scenario.scope for scenario in inputs.scenarios]
    for unknown in inputs.catalog.unknown:
        if any(scope.names_server(unknown.name) for scope in scopes):
            raise UsageError(
                f"not everything was measured: {unknown}",
                hint="capture its tools, or leave it out with --without",
            )


def _exit(outcome: Outcome) -> None:
    """Leave with 1 for what fails, with 2 for what was not measured."""
    from toolsearch_cli.cli.floors import unmeasured_floor

    if outcome.failed:
        raise typer.Exit(1)
    if not outcome.measured and not outcome.unmeasured:
        hint = "name a budget, such as --max-tools 100, or leave --select out"
        if outcome.unasked and not outcome.rules:
            hint = "name a host with a search that is simulated, such as --host hermes"
        elif outcome.rules:
            hint = "name a catalog that holds tools, or a scope that grants some"
        raise UsageError("nothing was measured", hint=hint)
    for one in outcome.unmeasured[:1]:
        what = "not every budget was measured" if outcome.measured else "nothing was measured"
        reason, remedy = (one.doubt.reason, one.doubt.remedy) if one.doubt else ("", "")
        raise UsageError(f"{what}: {one.budget}: {reason}", hint=remedy)
    for floor in outcome.unmeasured_floors[:1]:
        raise unmeasured_floor(floor)
