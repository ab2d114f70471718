"""The questions, each one function: what a command or a screen calls. Values in, values out."""

from __future__ import annotations

from typing import TYPE_CHECKING

from toolsearch_cli.errors import UsageError, nearest
from toolsearch_cli.hosts.names import HOST_NAMES
from toolsearch_cli.hosts.registry import host_named
from toolsearch_cli.hosts.scenario import Scenario, Scope

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from toolsearch_cli.analysis.across_hosts import Finder, Outlook
    from toolsearch_cli.analysis.changes.diff import Diff
    from toolsearch_cli.analysis.exact import ExactCounts
    from toolsearch_cli.analysis.searching import Ranker, SearchCall
    from toolsearch_cli.analysis.sweep import Sweep
    from toolsearch_cli.catalog.model import Catalog
    from toolsearch_cli.checks.budgets import Budget
    from toolsearch_cli.checks.figures import Baseline
    from toolsearch_cli.checks.gate import Outcome
    from toolsearch_cli.checks.growth import GrowthLimit
    from toolsearch_cli.checks.headroom import Room
    from toolsearch_cli.checks.policy import Gate
    from toolsearch_cli.hosts.disclosure import Disclosure, Form, Listing
    from toolsearch_cli.hosts.protocol import Description, Endpoints, Host
    from toolsearch_cli.hosts.questions import QuestionPlan
    from toolsearch_cli.reports.finding_reports import Report
    from toolsearch_cli.tokens.bpe import EncodingName


def hosts(names: Sequence[str] = ()) -> tuple[Host, ...]:
    """Return the hosts named, in the order named; all of them without a name.

    Raises:
        UsageError: There is no such host.
    """
    return tuple(host_named(name) for name in (dict.fromkeys(names) or HOST_NAMES))


def disclosures(catalog: Catalog, scenarios: tuple[Scenario, ...]) -> tuple[Disclosure, ...]:
    """Simulate the start of a turn for each scenario.

    Raises:
        UsageError: A scope names no source of the catalog.
    """
    for scenario in scenarios:
        require_scope(catalog, scenario.scope)
    return tuple(host_named(scenario.host).disclose(catalog, scenario) for scenario in scenarios)


def outlooks(catalog: Catalog, scenarios: Sequence[Scenario]) -> tuple[Outlook, ...]:
    """Say what each scenario's host makes of a catalog: seen, reached, lost and paid.

    Raises:
        UsageError: A scope names no source of the catalog.
    """
    from toolsearch_cli.analysis.across_hosts import outlook

    for scenario in scenarios:
        require_scope(catalog, scenario.scope)
    return tuple(outlook(host_named(one.host), catalog, one) for one in scenarios)


def findings_across(
    catalog: Catalog, scenarios: Sequence[Scenario], query: str
) -> tuple[Finder, ...]:
    """Say what each host's search finds for a query; once a host, whatever the contexts."""
    from toolsearch_cli.analysis.across_hosts import Finder, finder

    found = []
    for scenario in {one.host: one for one in reversed(scenarios)}.values():
        host = host_named(scenario.host)
        if not host.searches(scenario):
            found.append(Finder(host.name, host.facts.ranking, (), "no search to simulate"))
            continue
        (call,) = search(catalog, scenario, [query])
        found.append(finder(catalog, host, call))
    return tuple(reversed(found))


def exact_counts(
    answers: Sequence[Disclosure], encoding: EncodingName = "o200k_base"
) -> tuple[ExactCounts, ...]:
    """Count with a real vocabulary what each disclosure estimates: the same text, token for token.

    A definition is counted as its compact JSON, alone; sums add up over sources.
    """
    from toolsearch_cli.analysis.exact import counted

    return tuple(counted(shown, encoding) for shown in answers)


def require_scope(catalog: Catalog, scope: Scope) -> None:
    """Refuse patterns that match no source: a typo would silently change every number."""
    for flag, patterns in (("--only", scope.only), ("--without", scope.without)):
        for pattern in patterns:
            alone = Scope(only=(pattern,))
            if not any(alone.names(source) for source in catalog.sources):
                hint = nearest(pattern, (source.name for source in catalog.sources), "sources")
                raise UsageError(f"{flag} {pattern}: no such source", hint=hint)


def listing_in_form(catalog: Catalog, scenario: Scenario, form: Form) -> Listing:
    """Return what the listing would be with every source in `form`, whatever the budget.

    Raises:
        UsageError: A scope names no source of the catalog; the host has no listing, or would fail
            while it builds it.
    """
    require_scope(catalog, scenario.scope)
    return host_named(scenario.host).listing_in_form(catalog, scenario, form)


def check(
    catalog: Catalog,
    scenarios: tuple[Scenario, ...],
    budgets: tuple[Budget, ...],
    gate: Gate | None = None,
    growth: tuple[Baseline | None, tuple[GrowthLimit, ...]] | None = None,
) -> Outcome:
    """Measure every budget in every scenario; run the rules of `gate` and hold what it expects.

    Without `gate` no rule runs. `growth` also measures what was added since a baseline; limits
    without one are not measured.

    Raises:
        UsageError: A scope, a budget or an ignore names no source.
    """
    from toolsearch_cli.checks.budgets import Subject
    from toolsearch_cli.checks.context import contexts_of
    from toolsearch_cli.checks.gate import evaluate, judged, with_growth
    from toolsearch_cli.checks.selection import require_places

    expected = gate.expected if gate else ()
    answers = disclosures(catalog, (*scenarios, *(scenario for scenario, _ in expected)))
    limits = [limits for _, limits in expected]
    more = tuple(zip(answers[len(scenarios) :], limits, strict=True))
    outcome = evaluate(catalog, answers[: len(scenarios)], budgets, more)
    if growth is not None:
        subjects = [Subject.of(catalog, shown) for shown in answers[: len(scenarios)]]
        outcome = with_growth(outcome, subjects, *growth)
    if gate is None:
        return outcome
    require_places(gate.policy, catalog)
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


def sweep(catalog: Catalog, scenario: Scenario, of: Sequence[str] = ()) -> Sweep:
    """Find every budget at which something changes; `of` narrows the sources, by globs.

    Raises:
        UsageError: A scope or `of` names no source.
    """
    from toolsearch_cli.analysis import sweep as sweeping

    require_scope(catalog, scenario.scope)
    found = sweeping.sweep(catalog, scenario)
    return sweeping.narrowed(found, catalog, of) if of else found


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
        require_scope(Catalog((*old.sources, *new.sources)), scenario.scope)
    asked = [(host_named(scenario.host), scenario) for scenario in scenarios]
    found = compared(old, new, asked, queries)
    if not any(row.published for shown in found.effects for row in shown.rows):
        raise UsageError("nothing was compared", hint="the scope leaves no tools in OLD and NEW")
    return found


def rooms(catalog: Catalog, answers: Sequence[Disclosure], headroom: int) -> tuple[Room, ...]:
    """Return budgets that the catalog keeps today, `headroom` percent above what it takes."""
    from toolsearch_cli.checks import headroom as budgeting

    return budgeting.rooms(catalog, answers, headroom)


def search(
    catalog: Catalog,
    scenario: Scenario,
    queries: Sequence[str],
    limit: object = None,
    ranker: Ranker = "host",
    endpoints: Endpoints | None = None,
) -> tuple[SearchCall, ...]:
    """Search for each query, in one call where the host takes several and else in one call each.

    Without `endpoints` nothing outside is asked: a host that would ask falls back, and says so.

    Raises:
        UsageError: A scope names no source of the catalog, or the host has no such ranker.
    """
    from toolsearch_cli.analysis.searching import calls_needed, search_call

    require_scope(catalog, scenario.scope)
    host = host_named(scenario.host)
    if endpoints is not None:
        host = host.connected(endpoints)
    return tuple(
        search_call(host, catalog, scenario, asked, limit, ranker)
        for asked in calls_needed(host, queries)
    )


def questions(
    catalog: Catalog, scenario: Scenario, queries: Sequence[str]
) -> tuple[QuestionPlan, ...]:
    """Return what the host would ask a decision model for each query; nothing is asked.

    Raises:
        UsageError: A scope names no source of the catalog, or the host asks no such model.
    """
    from toolsearch_cli.hosts.questions import Questioning

    require_scope(catalog, scenario.scope)
    host = host_named(scenario.host)
    if not isinstance(host, Questioning):
        raise UsageError(
            f"--dry-run: {scenario.host} asks no decision model, so there is no question to show",
            hint="take --host graph",
        )
    return tuple(host.questions(catalog, scenario, query) for query in queries)


def describe(catalog: Catalog, scenario: Scenario, typed: Sequence[str]) -> tuple[Description, ...]:
    """Describe the tools that typed names mean, in the order typed; a glob means several.

    Raises:
        UsageError: A scope names no source of the catalog; several tools have a name, or none.
    """
    from toolsearch_cli.hosts.addressing import resolve

    require_scope(catalog, scenario.scope)
    host = host_named(scenario.host)
    names = [name for one in typed for name in resolve(host, catalog, scenario, one)]
    return tuple(host.describe(catalog, scenario, name) for name in dict.fromkeys(names))


def known_names(catalog: Catalog, scenario: Scenario) -> tuple[str, ...]:
    """Return every name of the tools in scope that one may type, in alphabetical order."""
    from toolsearch_cli.hosts import addressing

    require_scope(catalog, scenario.scope)
    return addressing.known_names(host_named(scenario.host), catalog, scenario)


def exact_sizes(
    answers: Sequence[Description], encoding: EncodingName = "o200k_base"
) -> tuple[int | None, ...]:
    """Count the definition of each tool with a real vocabulary; `None` where there is none."""
    from toolsearch_cli.analysis.exact import definition_size

    return tuple(
        None if one.definition is None else definition_size(one.definition, encoding)
        for one in answers
    )
