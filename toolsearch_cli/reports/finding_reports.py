"""Findings to bytes for the machines that show them: what each format is made from, and the list.

Every format holds all findings or says how many it leaves out, in one order: the same check gives
the same bytes.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from toolsearch_cli.catalog.lines import Spot
    from toolsearch_cli.catalog.model import Provenance
    from toolsearch_cli.checks.findings import Finding
    from toolsearch_cli.checks.gate import Outcome


@dataclass(frozen=True, slots=True, kw_only=True)
class Report:
    """A check's outcome, and where its findings are in the repository."""

    outcome: Outcome
    spots: Mapping[Provenance, Spot] = field(default_factory=dict)
    whole: Spot | None = None
    """What a finding about the whole catalog points at."""

    def spot(self, finding: Finding) -> Spot | None:
        """Return where one would open a file to mend a finding."""
        where = finding.place.provenance
        return self.whole if where is None else self.spots.get(where)


class FindingFormat(NamedTuple):
    """One format of findings."""

    write: Callable[[Report], str]
    one_document: bool = True
    """Whether anything before or after it would break it."""


def _json(report: Report) -> str:
    from toolsearch_cli.reports.check_records import check_record
    from toolsearch_cli.reports.records import json_text

    return json_text("check/1", check_record(report.outcome))


def _markdown(report: Report) -> str:
    from toolsearch_cli.reports.markdown_findings import markdown_report

    return markdown_report(report)


def _github(report: Report) -> str:
    from toolsearch_cli.reports.github_findings import github_report

    return github_report(report)


def _sarif(report: Report) -> str:
    from toolsearch_cli.reports.sarif_findings import sarif_report

    return sarif_report(report)


def _junit(report: Report) -> str:
    from toolsearch_cli.reports.junit_findings import junit_report

    return junit_report(report)


FINDING_FORMATS: dict[str, FindingFormat] = {
    "json": FindingFormat(_json),
    "markdown": FindingFormat(_markdown, one_document=False),
    "github": FindingFormat(_github, one_document=False),
    "sarif": FindingFormat(_sarif),
    "junit": FindingFormat(_junit),
}
"""Every format of findings beside the text for people. Adding one: a function and a line here."""
