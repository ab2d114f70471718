"""What fails: budgets, rules, growth, and changes between catalogs."""

from __future__ import annotations

from typing import TYPE_CHECKING

from toolsearch_cli.errors import UsageError
from toolsearch_cli.hosts.registry import host_named
from toolsearch_cli.workbench.looking import disclosures, require_scope

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from toolsearch_cli.analysis.changes.diff import Diff
    from toolsearch_cli.analysis.evaluation.floors import Verdict
    from toolsearch_cli.catalog.model import Catalog
    from toolsearch_cli.checks.budgets import Budget
    from toolsearch_cli.checks.figures import Baseline
    from toolsearch_cli.checks.gate import Outcome
    from toolsearch_cli.checks.growth import GrowthLimit
    from toolsearch_cli.checks.headroom import Room
    from toolsearch_cli.checks.policy import Gate
    from toolsearch_cli.hosts.disclosure import Disclosure
    from toolsearch_cli.hosts.scenario import Scenario
    from toolsearch_cli.reports.finding_reports import Report


def check(
    catalog: Catalog,
    scenarios: tuple[Scenario, ...],
    budgets: tuple[Budget, ...],
    gate: Gate | None = None,
    growth: tuple[Baseline | None, tuple[GrowthLimit, ...]] | None = None,
    floors: tuple[Verdict, ...] = (),
) -> Outcome:
    """Measure every budget in every scenario; run the rules of `gate` and hold what it expects.

    Without `gate` no rule runs. `growth` also measures what was added since a baseline; limits
    without one are not measured. `floors` are what labelled queries were held to.

    Raises:
        UsageError: A scope, a budget or an ignore names no source.
    """
    from toolsearch_cli.checks.budgets import Subject
    from toolsearch_cli.checks.context import contexts_of
    from toolsearch_cli.checks.gate import evaluate, judged, with_growth
    from toolsearch_cli.checks.search_floors import with_floors

    expected = gate.expected if gate else ()
    answers = disclosures(catalog, (*scenarios, *(scenario for scenario, _ in expected)))
    limits = [limits for _, limits in expected]
    more = tuple(zip(answers[len(scenarios) :], limits, strict=True))
    outcome = evaluate(catalog, answers[: len(scenarios)], budgets, more)
    if growth is not None:
        subjects = [Subject.of(catalog, shown) for shown in answers[: len(scenarios)]]
        outcome = with_growth(outcome, subjects, *growth)
    if floors:
        outcome = with_floors(outcome, floors)
    if gate is None:
        return outcome
    asked = tuple(zip(scenarios, answers, strict=False))
    contexts = contexts_of(catalog, asked, gate.policy.limits)
    return judged(outcome, contexts, gate.policy, gate.today)


def baseline(
    name: str, before: Catalog, catalog: Catalog, scenarios: Sequence[Scenario]
) -> Baseline:
    """Measure a catalog of before in the scenarios that are asked of today's.

    Raises:
        UsageError: It holds no tools.
    """
    from toolsearch_cli.analysis.changes.matching import aligned
    from toolsearch_cli.checks.figures import Baseline, figures_of

    if not before.tool_count:
        raise UsageError(f"nothing was measured: {name} holds no tools")
    then, _ = aligned(before, catalog)
    shown = (host_named(scenario.host).disclose(then, scenario) for scenario in scenarios)
    return Baseline(name, tuple(figures_of(then, one) for one in shown))


def report(
    outcome: Outcome, catalog: Catalog, root: Path, settings_file: Path | None = None
) -> Report:
    """Say where in the repository at `root` each finding is, for reports that open its file.

    What is about the whole catalog is at the settings file, or else where the catalog begins.
    """
    from toolsearch_cli.catalog.lines import Spot, in_repository, spots
    from toolsearch_cli.reports.finding_reports import Report

    firsts = [source.provenance for source in catalog.sources[:1]]
    places = [one.place.provenance for one in outcome.findings]
    found = spots([*firsts, *(place for place in places if place is not None)], root)
    whole = found.get(firsts[0]) if firsts else None
    if settings_file is not None:
        whole = Spot(in_repository(str(settings_file), root))
    return Report(outcome=outcome, spots=found, whole=whole)


def diff(
    old: Catalog, new: Catalog, scenarios: tuple[Scenario, ...], queries: Sequence[str] = ()
) -> Diff:
    """Compare two catalogs, and what each scenario makes of them; both hold tools.

    Raises:
        UsageError: A scope names no source of either catalog, or leaves nothing to compare.
    """
    from toolsearch_cli.analysis.changes.diff import diff as compared
    from toolsearch_cli.catalog.model import Catalog

    for scenario in scenarios:
        both = Catalog((*old.sources, *new.sources), (*old.unknown, *new.unknown))
        require_scope(both, scenario.scope)
    asked = [(host_named(scenario.host), scenario) for scenario in scenarios]
    found = compared(old, new, asked, queries)
    if not any(row.published for shown in found.effects for row in shown.rows):
        raise UsageError("nothing was compared", hint="the scope leaves no tools in OLD and NEW")
    return found


def rooms(catalog: Catalog, answers: Sequence[Disclosure], headroom: int) -> tuple[Room, ...]:
    """Return budgets that the catalog keeps today, `headroom` percent above what it takes."""
    from toolsearch_cli.checks import headroom as budgeting

    return budgeting.rooms(catalog, answers, headroom)
