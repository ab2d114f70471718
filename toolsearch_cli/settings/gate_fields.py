"""The part of a settings file that is about the gate: budgets, expect, rules, severities."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from toolsearch_cli.checks.budgets import MEASURES, WORST_FORMS, Budget, Measure
from toolsearch_cli.checks.expectations import Expectation
from toolsearch_cli.checks.figures import AMOUNTS
from toolsearch_cli.checks.findings import Severity
from toolsearch_cli.checks.policy import PLAIN, Ignore, Policy
from toolsearch_cli.errors import UsageError
from toolsearch_cli.hosts.names import HOST_NAMES
from toolsearch_cli.settings.budgets import LARGEST_TIER
from toolsearch_cli.settings.sizes import context_size

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from toolsearch_cli.checks.growth import GrowthLimit
    from toolsearch_cli.settings.evaluation_fields import EvaluationSettings
    from toolsearch_cli.settings.fields import Field

GATE_KEYS = ("budgets", "baseline", "growth", "expect", "rules", "severities", "fail-level", "eval")
_SOURCES = "sources"
_EXPECT_KEYS = ("host", "context", "tier", "forms")
_RULES_KEYS = ("select", "ignore", "hosts")
_IGNORE_KEYS = ("rules", "tools", "reason", "until")


@dataclass(frozen=True, slots=True, kw_only=True)
class GateSettings:
    """What a settings file says about the gate."""

    budgets: tuple[Budget, ...] = ()
    baseline: str | None = None
    """What growth is measured against, as written: a path beside the file, or a sample."""
    growth: tuple[GrowthLimit, ...] = ()
    expect: tuple[Expectation, ...] = ()
    policy: Policy = PLAIN
    evaluation: EvaluationSettings | None = None
    """What the file says about labelled queries."""


def gate_settings(fields: Mapping[str, Field]) -> GateSettings:
    """Read the gate's keys of a settings file.

    Raises:
        SettingsError: One cannot be used; the message names its place.
    """
    return GateSettings(
        budgets=tuple(_budgets(fields["budgets"])) if "budgets" in fields else (),
        baseline=fields["baseline"].text() if "baseline" in fields else None,
        growth=tuple(_growth(fields["growth"])) if "growth" in fields else (),
        expect=tuple(map(_expectation, fields["expect"].entries())) if "expect" in fields else (),
        policy=_policy(fields),
        evaluation=_evaluation(fields["eval"]) if "eval" in fields else None,
    )


def _evaluation(field: Field) -> EvaluationSettings:
    from toolsearch_cli.settings.evaluation_fields import evaluation_settings

    return evaluation_settings(field)


def _budgets(field: Field) -> Iterator[Budget]:
    """Read `{measure: limit, sources: {GLOB: {measure: limit}}}`."""
    given = field.mapping((*MEASURES, _SOURCES))
    for measure in MEASURES:
        if measure in given:
            yield _budget(measure, given[measure], None)
    if _SOURCES in given:
        for pattern, own in given[_SOURCES].mapping().items():
            limits = own.mapping(MEASURES)
            for measure in MEASURES:
                if measure in limits:
                    yield _budget(measure, limits[measure], pattern)


def _budget(measure: Measure, field: Field, pattern: str | None) -> Budget:
    if measure == "form":
        form = WORST_FORMS.index(field.choice(WORST_FORMS))
        return Budget(measure, form, pattern, place=field.place)
    limit = field.number()
    if measure == "tier" and limit > LARGEST_TIER:
        raise field.expected("a tier: 0, 1 or 2")
    return Budget(measure, limit, pattern, place=field.place)


def _growth(field: Field) -> Iterator[GrowthLimit]:
    """Read limits of all schemas, or `{measure: limits, sources: {GLOB: {measure: limits}}}`."""
    if not isinstance(field.value, dict):
        yield from _growth_limits("eager-tokens", field, None)
        return
    given = field.mapping((*AMOUNTS, _SOURCES))
    for measure in AMOUNTS:
        if measure in given:
            yield from _growth_limits(measure, given[measure], None)
    if _SOURCES in given:
        for pattern, own in given[_SOURCES].mapping().items():
            limits = own.mapping(AMOUNTS)
            for measure in AMOUNTS:
                if measure in limits:
                    yield from _growth_limits(measure, limits[measure], pattern)


def _growth_limits(measure: Measure, field: Field, pattern: str | None) -> Iterator[GrowthLimit]:
    from toolsearch_cli.settings.baselines import growth_limits

    entries = field.entries() if isinstance(field.value, list) else (field,)
    for entry in entries:
        try:
            for limit in growth_limits(entry.text(), measure, pattern):
                yield replace(limit, place=field.place)
        except ValueError:
            raise entry.expected("a growth", 'write 500, 10%, or both: "500, 10%"') from None


def _expectation(field: Field) -> Expectation:
    given = field.mapping(_EXPECT_KEYS)
    budgets = [_budget("tier", given["tier"], None)] if "tier" in given else []
    if "forms" in given:
        budgets += [
            _budget("form", form, pattern) for pattern, form in given["forms"].mapping().items()
        ]
    if not budgets:
        raise field.error("expects nothing", "give tier: 1, or forms: {github: full}")
    return Expectation(
        host=given["host"].choice(HOST_NAMES) if "host" in given else None,
        context=checked_context(given["context"]) if "context" in given else None,
        budgets=tuple(budgets),
    )


def checked_context(field: Field) -> str:
    """Return a context size as written.

    Raises:
        SettingsError: It is none.
    """
    try:
        context_size(field.text())
    except UsageError as error:
        raise field.expected("a context size", error.hint) from None
    return field.text()


def _policy(fields: Mapping[str, Field]) -> Policy:
    rules = fields["rules"].mapping(_RULES_KEYS) if "rules" in fields else {}
    severities = fields["severities"].mapping() if "severities" in fields else {}
    return Policy(
        select=_rule_names(rules["select"]) if "select" in rules else PLAIN.select,
        ignore=tuple(map(_ignore, rules["ignore"].entries())) if "ignore" in rules else (),
        severities=tuple(_severity(name, one) for name, one in severities.items()),
        fail_level=_level(fields["fail-level"]) if "fail-level" in fields else PLAIN.fail_level,
        limits=_limits(rules["hosts"]) if "hosts" in rules else (),
    )


def _ignore(field: Field) -> Ignore:
    """Read a rule's name, or `{rules, tools, reason, until}`."""
    if not isinstance(field.value, dict):
        field.text()
        return Ignore(rules=_rule_names(field), place=field.place)
    given = field.mapping(_IGNORE_KEYS)
    for key in ("rules", "reason"):
        if key not in given:
            raise field.error(f"an ignore needs {key}", "rules: [TS301], reason: why it may stay")
    return Ignore(
        rules=_rule_names(given["rules"]),
        tools=given["tools"].texts() if "tools" in given else (),
        reason=given["reason"].text(),
        until=given["until"].day() if "until" in given else None,
        place=field.place,
    )


def _rule_names(field: Field) -> tuple[str, ...]:
    from toolsearch_cli.checks.selection import require_rules

    names = field.texts()
    try:
        require_rules(names, field.pointer)
    except UsageError as error:
        raise field.error(str(error).removeprefix(f"{field.pointer}: "), error.hint) from None
    return names


def _severity(name: str, field: Field) -> tuple[str, Severity]:
    from toolsearch_cli.checks.selection import require_rules

    try:
        require_rules((name,), field.pointer)
    except UsageError as error:
        raise field.error(str(error).removeprefix(f"{field.pointer}: "), error.hint) from None
    return name, _level(field)


def _level(field: Field) -> Severity:
    return Severity(field.choice(tuple(Severity)))


def _limits(field: Field) -> tuple[str, ...]:
    from toolsearch_cli.hosts.limits import LIMITED_HOSTS

    entries = field.entries() if isinstance(field.value, list) else (field,)
    return tuple(entry.choice(LIMITED_HOSTS) for entry in entries)
