"""Findings as Markdown: a job's summary or a comment on a pull request, the worst first."""

from __future__ import annotations

from typing import TYPE_CHECKING

from toolsearch_cli.checks.findings import worst_first
from toolsearch_cli.reports.grid_reports import markdown_table
from toolsearch_cli.text import escape_markdown
from toolsearch_cli.views.check import (
    budget_grid,
    finding_text,
    growth_grid,
    headline,
    place_title,
    unmeasured_line,
)
from toolsearch_cli.views.grid import Column, Grid, Row

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from toolsearch_cli.checks.findings import Finding
    from toolsearch_cli.reports.finding_reports import Report

OPEN = 5
"""Findings that are seen at once."""
FOLDED = 50
"""Findings that one unfolds."""
MOST_BUDGETS = 50
_LONGEST = 400
"""Characters of one cell: a comment has room for 65,536 in all."""

_COLUMNS = (
    Column(key="severity", title="severity"),
    Column(key="rule", title="rule"),
    Column(key="place", title="at"),
    Column(key="file", title="file"),
    Column(key="finding", title="finding"),
)


def markdown_report(report: Report) -> str:
    """Return how the check ended, the worst findings, and the rest folded away."""
    return "\n\n".join(_blocks(report)) + "\n"


def _blocks(report: Report) -> Iterator[str]:
    outcome = report.outcome
    yield f"### toolsearch check\n\n**{escape_markdown(headline(outcome))}**"
    changed = [row for row in outcome.growths if row.base != row.head]
    if changed:
        yield markdown_table(growth_grid(changed[:MOST_BUDGETS]))
    unmeasured = outcome.unmeasured[:MOST_BUDGETS]
    if unmeasured:
        yield "\n".join(f"- {_cell(unmeasured_line(one))}" for one in unmeasured)
    findings = worst_first(outcome.findings)
    if findings:
        yield _table(findings[:OPEN], report)
    folded = findings[OPEN : OPEN + FOLDED]
    if folded:
        left = len(findings) - OPEN - len(folded)
        after = f"\n\n{left:,} more are not shown." if left else ""
        yield _details(f"{len(findings) - OPEN:,} more findings", _table(folded, report) + after)
    measured = outcome.measurements
    if measured:
        grid = budget_grid(measured[:MOST_BUDGETS])
        left = len(measured) - MOST_BUDGETS
        after = f"\n\n{left:,} more are not shown." if left > 0 else ""
        yield _details("budgets", markdown_table(grid) + after)


def _table(findings: Sequence[Finding], report: Report) -> str:
    rows = tuple(Row(_cells(finding, report)) for finding in findings)
    return markdown_table(Grid(columns=_COLUMNS, rows=rows))


def _cells(finding: Finding, report: Report) -> tuple[str, ...]:
    spot = report.spot(finding)
    at = "" if spot is None else f"{spot.file}:{spot.line}" if spot.line else spot.file
    rule = f"{finding.rule.code} {finding.rule.slug}"
    texts = (rule, place_title(finding.place), at, finding_text(finding))
    return (finding.rule.severity.value, *map(_clipped, texts))


def _cell(text: str) -> str:
    return escape_markdown(_clipped(text))


def _clipped(text: str) -> str:
    return text if len(text) <= _LONGEST else f"{text[: _LONGEST - 1]}…"


def _details(title: str, inside: str) -> str:
    return f"<details><summary>{title}</summary>\n\n{inside}\n\n</details>"
