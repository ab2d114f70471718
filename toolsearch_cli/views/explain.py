"""`explain`: every rule as a table, or what one rule says of itself. README has the same text."""

from __future__ import annotations

from typing import TYPE_CHECKING

from toolsearch_cli.checks.rules import FLEET_TOOLS
from toolsearch_cli.views.grid import Column, Grid, Page, Row
from toolsearch_cli.views.numbers import percent

if TYPE_CHECKING:
    from collections.abc import Sequence

    from toolsearch_cli.checks.findings import Rule

_COLUMNS = (
    Column(key="code", title="code"),
    Column(key="rule", title="rule"),
    Column(key="severity", title="severity"),
    Column(key="finds", title="finds"),
    Column(key="fires", title="real tools", unit="percent", rank=1),
    Column(key="host", title="matters for", rank=2),
)


def rules_page(rules: Sequence[Rule]) -> Page:
    """Return every rule in one line."""
    rows = tuple(
        Row(
            (
                rule.code,
                rule.slug,
                rule.severity.value,
                rule.summary,
                None if rule.fires is None else 100 * rule.fires / FLEET_TOOLS,
                rule.host,
            )
        )
        for rule in rules
    )
    return Page(grid=Grid(columns=_COLUMNS, rows=rows))


def rule_page(rules: Sequence[Rule]) -> Page:
    """Return what each rule says of itself."""
    return Page(body="\n\n".join(map(rule_text, rules)))


def rule_text(rule: Rule) -> str:
    """Return a rule's own documentation, as Markdown."""
    docs = rule.docs
    return "\n\n".join(
        (
            f"# {rule.code} {rule.slug}",
            f"{rule.summary[:1].upper()}{rule.summary[1:]}. {standing(rule)}",
            f"## Why\n\n{docs.why}",
            f"## Bad\n\n```\n{docs.bad}\n```",
            f"## Good\n\n```\n{docs.good}\n```",
            f"## Fix\n\n{docs.fix}",
            *((f"## Known from\n\n{docs.known_from}",) if docs.known_from else ()),
        )
    )


def standing(rule: Rule) -> str:
    """Return severity, whom it matters for, and how often it speaks of real tools."""
    parts = [f"Severity: {rule.severity.value}.", f"Matters for: {rule.host}."]
    if rule.find is not None and not rule.default:
        parts.append("Runs only where it is selected.")
    if rule.fires is not None:
        share = percent(rule.fires, FLEET_TOOLS)
        parts.append(f"Speaks of {rule.fires:,} of {FLEET_TOOLS:,} real tools ({share}).")
    return " ".join(parts)
