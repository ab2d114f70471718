"""Scenarios: flags over a host's config over the project's file, and who said what."""

from __future__ import annotations

from pathlib import Path

import pytest

from toolsearch_cli.errors import SettingsError, UsageError
from toolsearch_cli.hosts.registry import host_named
from toolsearch_cli.hosts.scenario import Scenario
from toolsearch_cli.settings.project import Project
from toolsearch_cli.settings.scenarios import (
    PlannedScenario,
    ScenarioRequest,
    assigned,
    assignment,
    plan_scenarios,
)

PROJECT = Project(
    file=Path("toolsearch.yaml"),
    hosts=("hermes@0.20", "hermes"),
    contexts=("8k", "200k"),
    settings=(("threshold_pct", 7), ("listing", "off")),
)


def planned(request: ScenarioRequest, project: Project = PROJECT) -> list[tuple[str, int | None]]:
    return [(one.scenario.host, one.scenario.context) for one in plan_scenarios(request, project)]


def only(request: ScenarioRequest, project: Project = PROJECT) -> PlannedScenario:
    return plan_scenarios(request, project)[0]


def origins(plan: PlannedScenario) -> dict[str, tuple[str, str]]:
    return {row.key: (row.value, row.origin) for row in plan.origins}


def test_hosts_are_outermost_and_each_is_asked_once() -> None:
    request = ScenarioRequest(hosts=("hermes,hermes@0.22", "hermes"), contexts=("8k, 200k",))
    assert planned(request) == [
        ("hermes", 8_000),
        ("hermes", 200_000),
        ("hermes@0.22", 8_000),
        ("hermes@0.22", 200_000),
    ]


@pytest.mark.parametrize("contexts", [("200k,200000,0.2M",), ("200k", "200_000"), ("0.2m",)])
def test_a_context_is_asked_once_however_it_is_written(contexts: tuple[str, ...]) -> None:
    assert planned(ScenarioRequest(hosts=("hermes",), contexts=contexts)) == [("hermes", 200_000)]


def test_what_no_flag_says_the_project_says_and_else_nobody() -> None:
    assert len(planned(ScenarioRequest())) == 4
    assert planned(ScenarioRequest(several=False)) == [("hermes@0.20", 8_000)]
    assert planned(ScenarioRequest(), Project()) == [("hermes", None)]
    assert planned(ScenarioRequest(contexts=("1M",)))[0] == ("hermes@0.20", 1_000_000)


def test_each_value_says_where_it_came_from(tmp_path: Path) -> None:
    config = tmp_path / "config.yaml"
    config.write_text("tools: {tool_search: {threshold_pct: 9, max_search_limit: 3}}")
    assignments = (
        ("max_search_limit", "4", "--set"),
        ("listing_max_tokens", "900", "--listing-max-tokens"),
    )
    said = origins(only(ScenarioRequest(config=config, assignments=assignments)))
    assert said["context"] == ("8000", "toolsearch.yaml")
    assert said["listing"] == ("off", "toolsearch.yaml")
    assert said["threshold_pct"] == ("9.0", str(config))
    assert said["max_search_limit"] == ("4", "--set")
    assert said["listing_max_tokens"] == ("900", "--listing-max-tokens")
    assert said["enabled"] == ("auto", "default")


def test_of_two_values_for_one_key_the_later_counts() -> None:
    given = (("listing", "off", "--set"), ("listing", "on", "--listing"))
    assert origins(only(ScenarioRequest(assignments=given)))["listing"] == ("on", "--listing")


def test_a_value_that_the_host_does_not_take_is_a_warning() -> None:
    plan = only(ScenarioRequest(assignments=(("listing_max_tokens", "90000", "--set"),)))
    assert plan.warnings == ("listing_max_tokens: outside 200 to 60000: 90000 is taken as 60000",)
    assert origins(plan)["listing_max_tokens"][0] == "60000"


def test_a_setting_of_ours_is_no_part_of_the_config() -> None:
    scenario = only(
        ScenarioRequest(assignments=(("naming", "single", "--set"),)), Project()
    ).scenario
    assert (scenario.config, dict(scenario.options)) == (None, {"naming": "single"})


def test_a_project_sets_what_the_host_does_not_have_too(tmp_path: Path) -> None:
    file = tmp_path / "toolsearch.yaml"
    project = Project(file=file, settings=(("naming", "single"), ("threshold_pct", 3)))
    plan = only(ScenarioRequest(), project)
    assert plan.warnings == ()
    assert origins(plan)["naming"] == ("single", str(file))
    assert origins(plan)["threshold_pct"] == ("3.0", str(file))


def test_a_config_that_is_no_mapping_leaves_nothing_of_the_project(tmp_path: Path) -> None:
    config = tmp_path / "config.yaml"
    config.write_text("tools:\n  tool_search: false\n", encoding="utf-8")
    project = Project(file=tmp_path / "toolsearch.yaml", settings=(("threshold_pct", 3),))
    said = origins(only(ScenarioRequest(config=config), project))
    assert said["enabled"] == ("off", str(config))
    assert said["threshold_pct"] == ("5.0", "default")


@pytest.mark.parametrize(
    ("request_", "message", "hint"),
    [
        (ScenarioRequest(hosts=("hermse",)), "no such host", "did you mean hermes?"),
        (ScenarioRequest(contexts=("many",)), "not a context size", "200k"),
        (
            ScenarioRequest(assignments=(("treshold_pct", "5", "--set"),)),
            "hermes@0.20 or hermes has no setting 'treshold_pct'",
            "did you mean threshold_pct?",
        ),
        (ScenarioRequest(assignments=(("zz", "5", "--set"),)), "has no setting", "settings: "),
    ],
)
def test_what_does_not_exist_is_refused_with_what_does(
    request_: ScenarioRequest, message: str, hint: str
) -> None:
    with pytest.raises(UsageError) as caught:
        plan_scenarios(request_, PROJECT)
    assert message in caught.value.message
    assert hint in (caught.value.hint or "")


@pytest.mark.parametrize("text", ["listing", "=off", " = "])
def test_an_assignment_has_a_key_and_a_value(text: str) -> None:
    with pytest.raises(UsageError, match="expected KEY=VALUE"):
        assignment(text)
    assert assignment("a = b=c ") == ("a", "b=c", "--set")


@pytest.mark.parametrize(("config", "enabled"), [(None, "auto"), (False, "off"), ({}, "auto")])
def test_one_setting_more_keeps_the_others(config: object, enabled: str) -> None:
    changed = assigned(Scenario(config=config), "listing", "off")
    used = host_named("hermes").settings_used(changed)
    assert (used["listing"], used["enabled"]) == ("off", enabled)
    assert assigned(changed, "naming", "single").options == {"naming": "single"}
    with pytest.raises(SettingsError):
        assigned(changed, "defer" if "defer" in used else "listing", "[")


def test_a_config_without_tool_search_is_said_to_be_unused(tmp_path: Path) -> None:
    config = tmp_path / "config.yaml"
    config.write_text("model: {}\n", encoding="utf-8")
    (warning,) = only(ScenarioRequest(config=config)).warnings
    assert warning.endswith("config.yaml: holds no tools.tool_search: nothing of it is used")
