"""Findings as GitHub workflow commands: annotations at the lines of a pull request.

GitHub shows ten annotations of each level and step; a longer list would hide the worst.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from toolsearch_cli.checks.findings import Severity, worst_first
from toolsearch_cli.text import escape_github_message, escape_github_property, visible
from toolsearch_cli.views.check import finding_text, headline, place_title, unmeasured_line

if TYPE_CHECKING:
    from collections.abc import Iterator

    from toolsearch_cli.checks.findings import Finding
    from toolsearch_cli.reports.finding_reports import Report

MOST = 10
_TITLE = "toolsearch check"
_LEVELS = {Severity.error: "error", Severity.warning: "warning", Severity.info: "notice"}


def github_report(report: Report) -> str:
    """Return one line of summary and at most `MOST` annotations, the worst first."""
    return "\n".join((_summary(report), *_annotations(report))) + "\n"


def _summary(report: Report) -> str:
    outcome = report.outcome
    said = len(outcome.unmeasured) + len(outcome.findings)
    more = f" (the worst {MOST} of {said:,} are shown)" if said > MOST else ""
    line = f"{headline(outcome)}{more}"
    if outcome.passed and not outcome.findings:
        return visible(line)
    level = "notice" if outcome.measured else "error"
    return _command(level, line, title=_TITLE)


def _annotations(report: Report) -> Iterator[str]:
    """Yield what was not measured, then the worst findings."""
    outcome = report.outcome
    unmeasured = [
        _command("error", unmeasured_line(one), title=_TITLE) for one in outcome.unmeasured[:MOST]
    ]
    yield from unmeasured
    for finding in worst_first(outcome.findings)[: MOST - len(unmeasured)]:
        yield _annotation(finding, report)


def _annotation(finding: Finding, report: Report) -> str:
    properties: dict[str, str] = {}
    spot = report.spot(finding)
    if spot is not None:
        properties["file"] = spot.file
        if spot.line is not None:
            properties["line"] = str(spot.line)
    properties["title"] = f"{finding.rule.code} {finding.rule.slug}"
    message = f"{place_title(finding.place)}: {finding_text(finding)}"
    return _command(_LEVELS[finding.rule.severity], message, **properties)


def _command(level: str, message: str, **properties: str) -> str:
    told = ",".join(f"{key}={escape_github_property(value)}" for key, value in properties.items())
    return f"::{level} {told}::{escape_github_message(message)}"
