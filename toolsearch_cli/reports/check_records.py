"""The JSON record of `check`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from toolsearch_cli.checks.figures import AMOUNTS

if TYPE_CHECKING:
    from toolsearch_cli.checks.budgets import Measurement
    from toolsearch_cli.checks.figures import Amounts, Figures
    from toolsearch_cli.checks.findings import Asked, Finding, Place, Rule
    from toolsearch_cli.checks.gate import Outcome
    from toolsearch_cli.checks.policy import Ignored
    from toolsearch_cli.reports.records import Record


def check_record(outcome: Outcome) -> Record:
    """Return `check/1`: how it ended and by what measure, the findings, each budget's headroom."""
    return {
        "passed": outcome.passed,
        "measured": outcome.measured and not (outcome.unmeasured or outcome.unmeasured_floors),
        "fail_level": outcome.fail_level.value,
        "tools": outcome.tools,
        "rules": [_rule_record(one) for one in outcome.rules],
        "findings": [_finding_record(one) for one in outcome.findings],
        "ignored": [_ignored_record(one) for one in outcome.ignored],
        "budgets": [_measurement_record(one) for one in outcome.measurements],
        "floors": [one._asdict() for one in outcome.floors],
        "figures": [_figures_record(one) for one in outcome.figures],
    }


def _rule_record(rule: Rule) -> Record:
    return {"code": rule.code, "slug": rule.slug, "severity": rule.severity.value}


def _ignored_record(one: Ignored) -> Record:
    by = one.by
    return {
        "finding": _finding_record(one.finding),
        "rules": list(by.rules),
        "tools": list(by.tools),
        "reason": by.reason or None,
        "until": by.until.isoformat() if by.until else None,
    }


def _finding_record(finding: Finding) -> Record:
    return {
        "code": finding.rule.code,
        "slug": finding.rule.slug,
        "severity": finding.rule.severity.value,
        **_place_record(finding.place),
        "message": finding.message,
        "found": finding.found,
        "allowed": finding.allowed,
        "excess": finding.excess,
        "remedy": finding.remedy,
        "scenarios": [_asked_record(one) for one in finding.scenarios],
    }


def _measurement_record(one: Measurement) -> Record:
    return {
        "budget": str(one.budget),
        "measure": one.budget.measure,
        "of": one.budget.of,
        "pattern": one.budget.pattern,
        "limit": one.budget.limit,
        **_asked_record(one.asked),
        **_place_record(one.place),
        "found": one.found,
        "headroom": one.headroom,
        "status": one.status,
        "doubt": one.doubt.reason if one.doubt else None,
    }


def _figures_record(one: Figures) -> Record:
    return {
        **_asked_record(one.asked),
        "tokenizer": one.tokenizer,
        **_amounts_record(one.total),
        "sources": [
            {
                "source": key.source,
                "kind": key.kind,
                **_amounts_record(own),
                "incomplete": key.source in one.incomplete,
                "unknown": key.source in one.unknown,
            }
            for key, own in one.sources.items()
        ],
    }


def _amounts_record(amounts: Amounts) -> Record:
    """Return each amount; null is what the host does not have."""
    return {measure.replace("-", "_"): amounts.get(measure) for measure in AMOUNTS}


def _place_record(place: Place) -> Record:
    where = place.provenance
    return {
        "source": place.source,
        "kind": place.kind,
        "tool": place.tool,
        "file": where.file if where else None,
        "pointer": where.pointer if where else None,
    }


def _asked_record(asked: Asked) -> Record:
    return {"host": asked.host, "context": asked.context}
