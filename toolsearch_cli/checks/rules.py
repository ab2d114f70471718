"""The rules, as data: code, slug, severity and what each is about."""

from __future__ import annotations

from typing import TYPE_CHECKING

from toolsearch_cli.checks.findings import Rule, Severity

if TYPE_CHECKING:
    from toolsearch_cli.checks.budgets import Measure

BUDGET_RULES: dict[Measure, Rule] = {
    "tools": Rule("TS101", "too-many-tools", Severity.error, "number of tools"),
    "eager-tokens": Rule("TS102", "eager-tokens", Severity.error, "tokens of all schemas"),
    "listing-tokens": Rule("TS103", "listing-tokens", Severity.error, "tokens of the listing"),
    "tier": Rule("TS104", "worse-tier", Severity.error, "tier"),
    "tool-tokens": Rule("TS105", "tool-tokens", Severity.error, "tokens of one tool"),
}
"""TS1xx: a budget is exceeded."""
