"""The gate: all budgets over all scenarios, and what does not hold."""

from __future__ import annotations

from dataclasses import dataclass
from difflib import get_close_matches
from typing import TYPE_CHECKING

from toolsearch_cli.checks.budgets import Share, Subject, measured, shares
from toolsearch_cli.checks.findings import Finding, Severity, folded, ordered
from toolsearch_cli.checks.remedies import remedy_for, tool_remedy
from toolsearch_cli.checks.rules import BUDGET_RULES
from toolsearch_cli.errors import UsageError

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from toolsearch_cli.catalog.model import Catalog
    from toolsearch_cli.checks.budgets import Budget, Measurement
    from toolsearch_cli.hosts.disclosure import Disclosure


@dataclass(frozen=True, slots=True, kw_only=True)
class Outcome:
    """What a check gives."""

    findings: tuple[Finding, ...]
    """Ordered, the worst first."""
    measurements: tuple[Measurement, ...]
    """Every budget at every place it counts for, scenario by scenario."""

    @property
    def failed(self) -> bool:
        """Whether a finding is bad enough to fail."""
        return any(finding.rule.severity is Severity.error for finding in self.findings)

    @property
    def unmeasured(self) -> tuple[Measurement, ...]:
        """Budgets that neither hold nor are exceeded: a gate must not pass over them."""
        return tuple(one for one in self.measurements if one.status == "unmeasured")

    @property
    def passed(self) -> bool:
        """Whether everything was measured and nothing fails."""
        return not self.failed and not self.unmeasured


def evaluate(catalog: Catalog, answers: Sequence[Disclosure], budgets: Sequence[Budget]) -> Outcome:
    """Measure every budget in every scenario.

    Raises:
        UsageError: A budget names no source of the session: it would pass without measuring.
    """
    findings: list[Finding] = []
    measurements: list[Measurement] = []
    for shown in answers:
        subject = Subject.of(catalog, shown)
        require_sources(subject, budgets)
        for share in shares(subject, budgets):
            measurement = measured(subject, share)
            measurements.append(measurement)
            if measurement.status == "exceeded":
                findings += _exceeded(subject, share, measurement)
    return Outcome(findings=ordered(folded(findings)), measurements=tuple(measurements))


def require_sources(subject: Subject, budgets: Sequence[Budget]) -> None:
    """Refuse a budget whose pattern matches no source in scope.

    Raises:
        UsageError: Names the budget; the hint names the nearest source, or all.
    """
    sources = [subject.source(row) for row in subject.shown.sources]
    for budget in budgets:
        if budget.pattern is None or any(budget.names(source) for source in sources):
            continue
        names = list(dict.fromkeys(source.name for source in sources))
        close = get_close_matches(budget.pattern, names, n=1)
        listed = f"sources: {', '.join(names)}" if names else "there is no source in scope"
        hint = f"did you mean {close[0]}?" if close else listed
        raise UsageError(f"{budget}: no such source", hint=hint)


def _exceeded(subject: Subject, share: Share, measurement: Measurement) -> Iterator[Finding]:
    rule = BUDGET_RULES[share.budget.measure]
    if share.budget.measure != "tool-tokens":
        yield Finding(
            rule=rule,
            place=measurement.place,
            message=rule.summary,
            remedy=remedy_for(subject, share),
            found=measurement.found,
            allowed=share.budget.limit,
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
