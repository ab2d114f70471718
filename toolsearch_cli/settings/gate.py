"""What a check asks, from flags and the project's file: flags win."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from toolsearch_cli.checks.findings import Severity
from toolsearch_cli.checks.policy import Gate, Ignore, Policy
from toolsearch_cli.settings.scenarios import plan_scenarios

if TYPE_CHECKING:
    from collections.abc import Iterator
    from datetime import date

    from toolsearch_cli.checks.budgets import Budget
    from toolsearch_cli.hosts.scenario import Scenario
    from toolsearch_cli.settings.project import Project
    from toolsearch_cli.settings.scenarios import ScenarioRequest


@dataclass(frozen=True, slots=True, kw_only=True)
class GateRequest:
    """What the command line says about rules, as text."""

    select: tuple[str, ...] = ()
    """Rules; several with commas."""
    ignore: tuple[str, ...] = ()
    """`RULE` or `RULE=GLOB`; several rules with commas."""
    fail_level: str | None = None


def plan_gate(
    request: GateRequest, scenarios: ScenarioRequest, project: Project, today: date
) -> Gate:
    """Return the rules that run and what is expected.

    Raises:
        UsageError: A flag names no rule.
        SettingsError: A value of the file cannot be used.
    """
    return Gate(
        policy=_policy(request, project.gate.policy),
        expected=tuple(_expected(scenarios, project)),
        today=today,
    )


def _policy(request: GateRequest, policy: Policy) -> Policy:
    from toolsearch_cli.checks.selection import require_rules

    select = tuple(name for text in request.select for name in _names(text))
    require_rules(select, "--select")
    ignores = tuple(map(_ignore, request.ignore))
    for one in ignores:
        require_rules(one.rules, "--ignore")
    level = request.fail_level
    return replace(
        policy,
        select=select or policy.select,
        ignore=(*policy.ignore, *ignores),
        fail_level=policy.fail_level if level is None else Severity(level),
    )


def _ignore(text: str) -> Ignore:
    rules, separator, glob = text.partition("=")
    return Ignore(rules=_names(rules), tools=(glob,) if separator else (), place=f"--ignore {text}")


def _names(text: str) -> tuple[str, ...]:
    return tuple(name.strip() for name in text.split(","))


def _expected(
    request: ScenarioRequest, project: Project
) -> Iterator[tuple[Scenario, tuple[Budget, ...]]]:
    """Plan each expectation: its own host and context, else every one that is checked."""
    for one in project.gate.expect:
        here = replace(
            request,
            hosts=request.hosts if one.host is None else (one.host,),
            contexts=request.contexts if one.context is None else (one.context,),
        )
        for plan in plan_scenarios(here, project):
            yield plan.scenario, one.budgets
