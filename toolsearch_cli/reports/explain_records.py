"""The JSON record of `explain`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from toolsearch_cli.checks.rules import FLEET_TOOLS

if TYPE_CHECKING:
    from collections.abc import Sequence

    from toolsearch_cli.checks.findings import Rule
    from toolsearch_cli.reports.records import Record


def explain_record(rules: Sequence[Rule]) -> Record:
    """Return `explain/1`: what each rule says of itself."""
    return {"real_tools": FLEET_TOOLS, "rules": [_rule_record(rule) for rule in rules]}


def _rule_record(rule: Rule) -> Record:
    return {
        "code": rule.code,
        "slug": rule.slug,
        "severity": rule.severity.value,
        "summary": rule.summary,
        "about": rule.about,
        "host": rule.host,
        "default": rule.default,
        "fires": rule.fires,
        "why": rule.docs.why,
        "bad": rule.docs.bad,
        "good": rule.docs.good,
        "fix": rule.docs.fix,
        "known_from": rule.docs.known_from or None,
    }
