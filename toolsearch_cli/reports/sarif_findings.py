"""Findings as SARIF 2.1.0, for code scanning: alerts that keep their identity while lines move."""

from __future__ import annotations

import json
from hashlib import sha256
from typing import TYPE_CHECKING
from urllib.parse import quote

from toolsearch_cli import __version__
from toolsearch_cli.checks.findings import Severity
from toolsearch_cli.checks.rules import RULES
from toolsearch_cli.reports.records import utf8
from toolsearch_cli.text import escape_sarif_message, visible, visible_json
from toolsearch_cli.views.check import finding_text, place_title, unmeasured_line
from toolsearch_cli.views.explain import rule_text

if TYPE_CHECKING:
    from collections.abc import Sequence

    from toolsearch_cli.catalog.lines import Spot
    from toolsearch_cli.checks.findings import Finding, Place, Rule
    from toolsearch_cli.checks.gate import Outcome
    from toolsearch_cli.reports.finding_reports import Report
    from toolsearch_cli.reports.records import Record

_SCHEMA = "https://json.schemastore.org/sarif-2.1.0.json"
_LEVELS = {Severity.error: "error", Severity.warning: "warning", Severity.info: "note"}
_ROOT = "%SRCROOT%"
_DIGITS = 32
_POSITIONS = {rule.code: position for position, rule in enumerate(RULES)}


def sarif_report(report: Report) -> str:
    """Return one log with one run; every rule is described, also those that found nothing."""
    outcome = report.outcome
    prints = _fingerprints(outcome.findings)
    run = {
        "tool": {
            "driver": {
                "name": "toolsearch",
                "semanticVersion": __version__,
                "rules": [_rule_record(rule) for rule in RULES],
            }
        },
        "invocations": [_invocation(outcome)],
        "columnKind": "unicodeCodePoints",
        "results": [
            _result(finding, report.spot(finding), mark)
            for finding, mark in zip(outcome.findings, prints, strict=True)
        ],
    }
    log = {"$schema": _SCHEMA, "version": "2.1.0", "runs": [run]}
    return visible_json(json.dumps(log, ensure_ascii=False, indent=2)) + "\n"


def _rule_record(rule: Rule) -> Record:
    summary = f"{rule.summary[:1].upper()}{rule.summary[1:]}."
    return {
        "id": rule.code,
        "name": rule.slug,
        "shortDescription": {"text": escape_sarif_message(summary)},
        "fullDescription": {"text": escape_sarif_message(rule.docs.why)},
        "help": {"text": escape_sarif_message(rule.docs.fix), "markdown": rule_text(rule)},
        "defaultConfiguration": {"enabled": rule.default, "level": _LEVELS[rule.severity]},
        "properties": {"matters for": rule.host, "tags": ["mcp", rule.about]},
    }


def _invocation(outcome: Outcome) -> Record:
    """Say whether everything was measured: a check that could not look is no clean one."""
    return {
        "executionSuccessful": outcome.measured and not outcome.unmeasured,
        "toolExecutionNotifications": [
            {"level": "error", "message": {"text": escape_sarif_message(unmeasured_line(one))}}
            for one in outcome.unmeasured
        ],
    }


def _result(finding: Finding, spot: Spot | None, mark: str) -> Record:
    message = f"{place_title(finding.place)}: {finding_text(finding)}"
    return {
        "ruleId": finding.rule.code,
        "ruleIndex": _POSITIONS[finding.rule.code],
        "level": _LEVELS[finding.rule.severity],
        "message": {"text": escape_sarif_message(message)},
        "locations": [_location(finding.place, spot)],
        # The first is the one that GitHub goes by.
        "partialFingerprints": {"primaryLocationLineHash": mark, "toolsearch/v1": mark},
    }


def _location(place: Place, spot: Spot | None) -> Record:
    name = visible(place_title(place))
    kind = "module" if place.tool is None else "function"
    location: Record = {"logicalLocations": [{"fullyQualifiedName": name, "kind": kind}]}
    if spot is not None:
        location["physicalLocation"] = _physical(spot)
    return location


def _physical(spot: Spot) -> Record:
    uri = quote(utf8(spot.file.replace("\\", "/")))
    inside = not uri.startswith(("/", "../"))
    artifact = {"uri": uri, "uriBaseId": _ROOT} if inside else {"uri": uri}
    # Without a line, the whole file: GitHub wants some region.
    return {"artifactLocation": artifact, "region": {"startLine": spot.line or 1}}


def _fingerprints(findings: Sequence[Finding]) -> list[str]:
    """Return what names each finding whatever its line or figures: its rule and its tool.

    Several of one rule at one tool are numbered.
    """
    seen: dict[str, int] = {}
    marks = []
    for finding in findings:
        place = finding.place
        named = json.dumps([finding.rule.code, place.kind, place.source, place.tool])
        digest = sha256(named.encode()).hexdigest()[:_DIGITS]
        seen[digest] = seen.get(digest, 0) + 1
        marks.append(f"{digest}:{seen[digest]}")
    return marks
