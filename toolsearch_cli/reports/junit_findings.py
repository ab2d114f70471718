"""Findings as JUnit XML: a suite for the budgets and one for what the rules find.

A finding that does not fail the check is a test that passes, with the finding as its output:
JUnit has no warnings, and a run that passed must not show failures.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from toolsearch_cli.text import escape_html, visible
from toolsearch_cli.views.check import (
    finding_line,
    finding_text,
    place_title,
    scenario_name,
    unmeasured_line,
)
from toolsearch_cli.views.numbers import counted

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from toolsearch_cli.checks.findings import Finding
    from toolsearch_cli.checks.gate import Outcome
    from toolsearch_cli.reports.finding_reports import Report


class _Case(NamedTuple):
    about: str
    name: str
    file: str = ""
    outcome: str = ""
    """`failure` or `error`; empty for what passes."""
    kind: str = ""
    message: str = ""
    text: str = ""


def junit_report(report: Report) -> str:
    """Return one document."""
    suites = [
        ("budgets", list(_budget_cases(report))),
        ("rules", list(_rule_cases(report))),
    ]
    cases = [case for _, own in suites for case in own]
    lines = ['<?xml version="1.0" encoding="UTF-8"?>']
    lines.append(f'<testsuites name="toolsearch check" {_counts(cases)}>')
    for name, own in suites:
        if own:
            lines.append(f'  <testsuite name="{name}" {_counts(own)}>')
            lines += (line for case in own for line in _case_lines(case))
            lines.append("  </testsuite>")
    return "\n".join((*lines, "</testsuites>")) + "\n"


def _budget_cases(report: Report) -> Iterator[_Case]:
    outcome = report.outcome
    for finding in outcome.findings:
        if finding.rule.about == "budget":
            yield _finding_case(finding, report)
    for one in outcome.measurements:
        about, name = place_title(one.place), f"{one.budget} [{scenario_name(one.asked)}]"
        if one.status == "held":
            yield _Case(about, name)
        elif one.status == "unmeasured":
            why = unmeasured_line(one)
            yield _Case(about, name, outcome="error", kind="not-measured", message=why, text=why)


def _rule_cases(report: Report) -> Iterator[_Case]:
    outcome = report.outcome
    for finding in outcome.findings:
        if finding.rule.about != "budget":
            yield _finding_case(finding, report)
    if not outcome.measured and not outcome.unmeasured:
        why = "nothing was measured"
        yield _Case("catalog", why, outcome="error", kind="not-measured", message=why, text=why)
    elif outcome.rules:
        yield _Case("catalog", f"{counted(len(outcome.rules), 'rule')} ran")


def _finding_case(finding: Finding, report: Report) -> _Case:
    rule, spot = finding.rule, report.spot(finding)
    return _Case(
        about=place_title(finding.place),
        name=f"{rule.code} {rule.slug}",
        file=spot.file if spot else "",
        outcome="failure" if _fails(finding, report.outcome) else "",
        kind=rule.severity.value,
        message=finding_text(finding),
        text=finding_line(finding),
    )


def _fails(finding: Finding, outcome: Outcome) -> bool:
    return finding.rule.severity.rank <= outcome.fail_level.rank


def _counts(cases: Sequence[_Case]) -> str:
    failed = sum(case.outcome == "failure" for case in cases)
    errors = sum(case.outcome == "error" for case in cases)
    return f'tests="{len(cases)}" failures="{failed}" errors="{errors}"'


def _case_lines(case: _Case) -> Iterator[str]:
    file = f' file="{_attribute(case.file)}"' if case.file else ""
    head = f'    <testcase classname="{_attribute(case.about)}" name="{_attribute(case.name)}"'
    if not case.text:
        yield f"{head}{file}/>"
        return
    yield f"{head}{file}>"
    text = escape_html(case.text)
    if case.outcome:
        told = f'type="{case.kind}" message="{_attribute(case.message)}"'
        yield f"      <{case.outcome} {told}>{text}</{case.outcome}>"
    else:
        yield f"      <system-out>{text}</system-out>"
    yield "    </testcase>"


def _attribute(text: str) -> str:
    """Return text in one line: of an attribute's line breaks XML makes spaces."""
    return escape_html(visible(text))
