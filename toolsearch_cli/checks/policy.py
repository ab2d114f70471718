"""Policy: which rules run, which findings are set aside and until when, what fails."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from toolsearch_cli.checks.addresses import names_tool
from toolsearch_cli.checks.findings import Severity

if TYPE_CHECKING:
    from collections.abc import Iterable
    from datetime import date

    from toolsearch_cli.checks.budgets import Budget
    from toolsearch_cli.checks.findings import Finding, Place, Rule
    from toolsearch_cli.hosts.scenario import Scenario

ALL, DEFAULT, NONE = "all", "default", "none"
"""Words that stand for rules where one selects them."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Ignore:
    """Findings to set aside."""

    rules: tuple[str, ...]
    """Codes, starts of codes or slugs."""
    tools: tuple[str, ...] = ()
    """Globs over addresses, `source/tool`; one without a slash names sources, or where there is no
    such source tools by their bare or qualified names. Empty: everywhere."""
    reason: str = ""
    until: date | None = None
    """The last day on which it counts."""
    place: str = field(default="", compare=False)
    """Where it is said: a flag, or a settings file and a pointer."""
    also: frozenset[str] = field(default=frozenset(), compare=False)
    """Addresses of the tools that globs name by their bare or qualified names."""

    def __str__(self) -> str:
        """Return what it ignores, where, and why."""
        where = f" for {', '.join(self.tools)}" if self.tools else ""
        why = f" ({self.reason})" if self.reason else ""
        return f"{', '.join(self.rules)}{where}{why}"

    def covers(self, finding: Finding) -> bool:
        """Say whether the finding is of one of the rules, at one of the places."""
        return names_rule(self.rules, finding.rule) and (
            not self.tools
            or finding.place.address in self.also
            or any(names_place(glob, finding.place) for glob in self.tools)
        )

    def has_expired(self, today: date | None) -> bool:
        """Say whether its last day is over."""
        return self.until is not None and today is not None and today > self.until


@dataclass(frozen=True, slots=True)
class Ignored:
    """A finding that is set aside, and by what."""

    finding: Finding
    by: Ignore


@dataclass(frozen=True, slots=True, kw_only=True)
class Policy:
    """What a project wants of the rules."""

    select: tuple[str, ...] = (DEFAULT,)
    ignore: tuple[Ignore, ...] = ()
    severities: tuple[tuple[str, Severity], ...] = ()
    """Rules and the severity they get; of several for one rule the last counts."""
    fail_level: Severity = Severity.error
    """The least severity that fails."""
    limits: tuple[str, ...] = ()
    """Hosts whose hard limits count; empty: every one that is known."""

    def weighed(self, finding: Finding) -> Finding:
        """Return the finding with the severity that its rule has here."""
        rule = self.weighed_rule(finding.rule)
        return finding if rule is finding.rule else replace(finding, rule=rule)

    def weighed_rule(self, rule: Rule) -> Rule:
        """Return the rule with its severity here; the very rule where that is its own."""
        chosen = [weight for names, weight in self.severities if names_rule((names,), rule)]
        if not chosen or chosen[-1] is rule.severity:
            return rule
        return replace(rule, severity=chosen[-1])


PLAIN = Policy()
"""What counts where nothing is said."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Gate:
    """What a check asks beside budgets that hold everywhere."""

    policy: Policy = PLAIN
    expected: tuple[tuple[Scenario, tuple[Budget, ...]], ...] = ()
    """The worst that is allowed, scenario by scenario."""
    today: date | None = None
    """Decides which ignores have expired; `None`: none has."""


def names_rule(names: Iterable[str], rule: Rule) -> bool:
    """Say whether a code, the start of one, or a slug means the rule."""
    return any(
        name.lower() == rule.slug or rule.code.startswith(name.upper()) for name in names if name
    )


def names_place(glob: str, place: Place) -> bool:
    """Say whether a glob names the place; `github` also names every tool of github."""
    if place.source is None:
        return glob == "catalog"
    return names_tool(glob, place.source, place.tool, place.kind)
