"""A scenario's settings, the plan's word among them: file over default, step over setting."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Final

from toolsearch_cli.errors import SettingsError
from toolsearch_cli.hosts.graph import settings
from toolsearch_cli.hosts.graph.plan import BUILT_IN, Plan, plan_of
from toolsearch_cli.hosts.scenario import SettingNote
from toolsearch_cli.hosts.simple.settings import Values, values_of, written

if TYPE_CHECKING:
    from collections.abc import Iterator

    from toolsearch_cli.hosts.scenario import Scenario

QUESTION: Final = "plan.question"
DESCRIBED: Final = "plan.described"
FIXED: Final = "plan.fixed"
"""Settings for which a step has a value of its own, whatever a caller sends."""
_OUTPUT: Final = "plan.output"


def values_read(scenario: Scenario) -> tuple[Values, tuple[SettingNote, ...]]:
    """Return every setting as graph works with it, and what it does not take as written.

    Raises:
        SettingsError: A value is of another type or out of its range, or the plan cannot be used.
    """
    given = _given(scenario)
    plan = _plan(scenario, given)
    for key in plan.unset:
        if given.get(key) is None:
            raise SettingsError(
                f"{given[settings.PLAN]}: input_schema: {key} has no default",
                hint=f"give it one, or --set {key}=VALUE",
            )
    merged = {**plan.defaults, **given, **plan.fixed}
    values, notes = values_of(settings.SETTINGS, merged, scenario.options)
    return values, (*notes, *_overruled(given, plan, values))


def values_with_plan(scenario: Scenario) -> Values:
    """Return the settings and what else the plan says, for `planned_output` and the like."""
    plan = _plan(scenario, _given(scenario))
    output = tuple(f"{key}={taken}" for key, taken in plan.output)
    more = (
        (QUESTION, plan.question),
        (DESCRIBED, plan.described),
        (FIXED, tuple(plan.fixed)),
        (_OUTPUT, output),
    )
    return Values((*values_read(scenario)[0], *more))


def planned_output(values: Values) -> tuple[tuple[str, str], ...]:
    """Return the keys of a result, each with the step and field that it takes."""
    pairs = (one.rpartition("=") for one in values.names(_OUTPUT))
    return tuple((key, taken) for key, _, taken in pairs)


def _given(scenario: Scenario) -> dict[str, object]:
    config = scenario.config
    given = {str(key): one for key, one in config.items()} if isinstance(config, Mapping) else {}
    return {key: one for key, one in given.items() if one is not None}


def _plan(scenario: Scenario, given: Mapping[str, object]) -> Plan:
    file = given.get(settings.PLAN)
    if file is None:
        return BUILT_IN
    if settings.PLAN not in scenario.files:
        raise SettingsError(f"{settings.PLAN}: {file} was not read")
    return plan_of(str(file), scenario.files[settings.PLAN])


def _overruled(given: Mapping[str, object], plan: Plan, values: Values) -> Iterator[SettingNote]:
    """Yield the settings that a step of the plan has a value of its own for."""
    for key in plan.fixed:
        if key in given:
            reason = "a step of the plan has a value of its own"
            yield SettingNote(key, str(given[key]), written(values.get(key)), reason)
