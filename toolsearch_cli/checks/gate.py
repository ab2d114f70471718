"""The gate: budgets and rules over all scenarios, and what does not hold."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from toolsearch_cli.checks.addresses import address_of
from toolsearch_cli.checks.budgets import Share, Subject, measured, shares
from toolsearch_cli.checks.figures import AMOUNTS, figures_of
from toolsearch_cli.checks.findings import Finding, Severity, folded, ordered
from toolsearch_cli.checks.growth import growths, judged_growth, names
from toolsearch_cli.checks.named_places import settled
from toolsearch_cli.checks.remedies import remedy_for, tool_remedy
from toolsearch_cli.checks.rules import BUDGET_RULES
from toolsearch_cli.checks.selection import expired, selected, set_aside, unused
from toolsearch_cli.errors import UsageError, nearest

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from datetime import date

    from toolsearch_cli.analysis.evaluation.floors import Verdict
    from toolsearch_cli.catalog.model import Catalog
    from toolsearch_cli.checks.budgets import Budget, Measure, Measurement
    from toolsearch_cli.checks.context import Context
    from toolsearch_cli.checks.figures import Baseline, Figures
    from toolsearch_cli.checks.findings import Rule
    from toolsearch_cli.checks.growth import Growth, GrowthLimit
    from toolsearch_cli.checks.policy import Ignored, Policy
    from toolsearch_cli.hosts.disclosure import Disclosure


@dataclass(frozen=True, slots=True, kw_only=True)
class Outcome:
    """What a check gives."""

    findings: tuple[Finding, ...]
    """Ordered, the worst first."""
    measurements: tuple[Measurement, ...]
    """Every budget at every place it counts for, scenario by scenario."""
    rules: tuple[Rule, ...] = ()
    """Those that ran beside budgets, each with the severity it has here."""
    unasked: tuple[Rule, ...] = ()
    """Rules that are selected and ask a search, where no host has one that is simulated."""
    tools: int = 0
    """Tools that the rules looked at."""
    ignored: tuple[Ignored, ...] = ()
    """Findings that the policy sets aside, in the order of findings."""
    fail_level: Severity = Severity.error
    figures: tuple[Figures, ...] = ()
    """What the catalog takes, scenario by scenario: a baseline for later."""
    growths: tuple[Growth, ...] = ()
    """Then and now, where there is a baseline."""
    floors: tuple[Verdict, ...] = ()
    """What labelled queries must find, where they are asked."""

    @property
    def failed(self) -> bool:
        """Whether a finding is bad enough to fail."""
        worst = self.fail_level.rank
        return any(finding.rule.severity.rank <= worst for finding in self.findings)

    @property
    def measured(self) -> bool:
        """Whether anything was: a budget with a figure, or a rule that saw a tool."""
        return (
            bool(self.rules and self.tools)
            or any(one.status != "unmeasured" for one in self.measurements)
            or any(one.measured for one in self.floors)
        )

    @property
    def unmeasured(self) -> tuple[Measurement, ...]:
        """Budgets that neither hold nor are exceeded: a gate must not pass over them."""
        return tuple(one for one in self.measurements if one.status == "unmeasured")

    @property
    def unmeasured_floors(self) -> tuple[Verdict, ...]:
        """Floors that no search was held to."""
        return tuple(one for one in self.floors if not one.measured)

    @property
    def passed(self) -> bool:
        """Whether everything was measured and nothing fails."""
        return self.measured and not (self.failed or self.unmeasured or self.unmeasured_floors)


def evaluate(
    catalog: Catalog,
    answers: Sequence[Disclosure],
    budgets: Sequence[Budget],
    more: Sequence[tuple[Disclosure, Sequence[Budget]]] = (),
) -> Outcome:
    """Measure every budget in every scenario, and `more` budgets each in its own.

    Raises:
        UsageError: A budget names no source of the session: it would pass without measuring.
    """
    findings: list[Finding] = []
    measurements: list[Measurement] = []
    for shown, budgets_here in (*((shown, budgets) for shown in answers), *more):
        subject = Subject.of(catalog, shown)
        require_sources(subject, budgets_here)
        for share in shares(subject, budgets_here):
            measurement = measured(subject, share)
            measurements.append(measurement)
            if measurement.status == "exceeded":
                findings += _exceeded(subject, share, measurement)
    return Outcome(
        findings=ordered(folded(findings)),
        measurements=tuple(measurements),
        figures=tuple(figures_of(catalog, shown) for shown in answers),
    )


def with_growth(
    outcome: Outcome,
    subjects: Sequence[Subject],
    baseline: Baseline | None,
    limits: Sequence[GrowthLimit],
) -> Outcome:
    """Add what has grown since the baseline, and hold it to the limits.

    Compared are all schemas, and every other amount that a budget or a limit names. Without a
    baseline no limit is measured.

    Raises:
        UsageError: A limit names no source of then or now: it would pass without measuring.
    """
    rows: list[Growth] = []
    judgements: list[tuple[Measurement, Finding | None]] = []
    asked: set[Measure] = {"eager-tokens", *(limit.measure for limit in limits)}
    asked |= {one.budget.measure for one in outcome.measurements}
    for subject in subjects:
        here = growths(subject, baseline, [one for one in AMOUNTS if one in asked])
        judgements += judged_growth(here, limits)
        rows += here
    for limit in limits:
        if not any(names(limit, row) for row in rows):
            known = (row.place.source for row in rows if row.place.source is not None)
            hint = nearest(limit.pattern or "", known, "sources")
            raise UsageError(f"{limit.place or limit.budget(0)}: no such source", hint=hint)
    found = [finding for _, finding in judgements if finding is not None]
    return replace(
        outcome,
        findings=ordered((*outcome.findings, *folded(found))),
        measurements=(*outcome.measurements, *(measured for measured, _ in judgements)),
        growths=tuple(rows) if baseline else (),
    )


def require_sources(subject: Subject, budgets: Sequence[Budget]) -> None:
    """Refuse a budget whose pattern matches no source in scope.

    Raises:
        UsageError: Names the budget; the hint names the nearest source, or all.
    """
    sources = [subject.source(row) for row in subject.shown.sources]
    for budget in budgets:
        if budget.pattern is None or any(budget.names(source) for source in sources):
            continue
        known = [address_of(source.name, None, source.kind) for source in sources]
        hint = nearest(budget.pattern, known, "sources") if known else "no source is in scope"
        raise UsageError(f"{budget.place or budget}: no such source", hint=hint)


def judged(
    outcome: Outcome, contexts: Sequence[Context], policy: Policy, today: date | None
) -> Outcome:
    """Add what the rules of a policy find, and set aside what it ignores.

    Args:
        outcome: What the budgets gave.
        contexts: One for each host and its settings; the first also stands for the catalog.
        policy: The rules, ignores, severities and the level that fails.
        today: The day that decides which ignores have expired; `None`: none has.

    Raises:
        UsageError: An ignore names no tool and no source, or a name that several tools have.
    """
    policy = settled(policy, contexts)
    chosen = selected(policy)
    searched = any(context.host.searches(context.scenario) for context in contexts)
    rules = [rule for rule in chosen if searched or not rule.searches]
    found = [*outcome.findings, *expired(policy, today)]
    for rule in rules:
        asked = contexts if rule.about == "host" else contexts[:1]
        if rule.find is not None:
            found += (finding for context in asked for finding in rule.find(context))
    kept, ignored = set_aside(folded(found), policy, today)
    unasked = () if searched else tuple(rule for rule in chosen if rule.searches)
    stale = (policy.weighed(one) for one in unused(policy, today, ignored, unasked))
    return replace(
        outcome,
        findings=ordered((*kept, *stale)),
        rules=tuple(policy.weighed_rule(rule) for rule in rules),
        unasked=unasked,
        tools=max((sum(1 for _ in context.published()) for context in contexts), default=0),
        ignored=ignored,
        fail_level=policy.fail_level,
    )


def _message(rule: Rule, measurement: Measurement) -> str:
    """Return what is measured; a form is named, for its number says nothing."""
    budget = measurement.budget
    if budget.measure != "form" or measurement.found is None:
        return rule.summary
    found, allowed = budget.named(measurement.found), budget.named(budget.limit)
    return f"{rule.summary}: {found}, the worst allowed is {allowed}"


def _exceeded(subject: Subject, share: Share, measurement: Measurement) -> Iterator[Finding]:
    rule = BUDGET_RULES[share.budget.measure]
    if share.budget.measure != "tool-tokens":
        yield Finding(
            rule=rule,
            place=measurement.place,
            message=_message(rule, measurement),
            remedy=remedy_for(subject, share),
            found=measurement.found if share.budget.measure != "form" else None,
            allowed=share.budget.limit if share.budget.measure != "form" else None,
            scenarios=(subject.asked,),
        )
        return
    for definition in subject.tools_of(share):
        if definition.tokens > share.budget.limit:
            yield Finding(
                rule=rule,
                place=subject.tool_place(definition),
                message=rule.summary,
                remedy=tool_remedy(definition),
                found=definition.tokens,
                allowed=share.budget.limit,
                scenarios=(subject.asked,),
            )
