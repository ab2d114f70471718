"""The JSON record of `check`."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from toolsearch_cli.checks.budgets import Measurement
    from toolsearch_cli.checks.findings import Asked, Finding, Place
    from toolsearch_cli.checks.gate import Outcome
    from toolsearch_cli.checks.growth import Figures
    from toolsearch_cli.reports.records import Record


def check_record(outcome: Outcome) -> Record:
    """Return `check/1`: whether it passed, the findings in order, each budget's headroom."""
    return {
        "passed": outcome.passed,
        "findings": [_finding_record(one) for one in outcome.findings],
        "budgets": [_measurement_record(one) for one in outcome.measurements],
        "figures": [_figures_record(one) for one in outcome.figures],
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
        "eager_tokens": one.total,
        "sources": [
            {
                "source": key.source,
                "kind": key.kind,
                "eager_tokens": tokens,
                "incomplete": key.source in one.incomplete,
            }
            for key, tokens in one.sources.items()
        ],
    }


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
