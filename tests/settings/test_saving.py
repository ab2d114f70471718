"""What the explorer saves reads back as the same scenario."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from toolsearch_cli.hosts.scenario import Scenario, Scope
from toolsearch_cli.settings.project import find_project
from toolsearch_cli.settings.saving import hermes_text, project_text, value_text
from toolsearch_cli.settings.scenarios import ScenarioRequest, host_config, plan_scenarios
from toolsearch_cli.settings.values import setting_value

if TYPE_CHECKING:
    from pathlib import Path

CONFIGS = (
    None,
    {"threshold_pct": 7.5, "listing": "off"},
    {"threshold_pct": "12", "listing_max_tokens": 300, "enabled": True},
    {"listing": "on", "search_default_limit": 3},
)


@pytest.mark.parametrize("config", CONFIGS)
def test_a_saved_project_asks_the_same(config: object, tmp_path: Path) -> None:
    scenario = Scenario(host="hermes@0.22", context=123_456, config=config)
    text = project_text(scenario, ("sample:demo", str(tmp_path / "a b.json")), (), tmp_path)
    (tmp_path / "toolsearch.yaml").write_text(text, encoding="utf-8")
    project = find_project(tmp_path)
    (planned,) = plan_scenarios(ScenarioRequest(), project)
    assert planned.scenario == scenario
    assert project.catalogs == ("sample:demo", str(tmp_path / "a b.json"))


@pytest.mark.parametrize("config", CONFIGS[1:])
def test_a_saved_hermes_block_is_the_same_config(config: object, tmp_path: Path) -> None:
    path = tmp_path / "config.yaml"
    path.write_text(hermes_text(Scenario(config=config), ()), encoding="utf-8")
    assert host_config(path, ("tools", "tool_search")) == config


def test_a_bridge_that_is_off_is_saved_as_off(tmp_path: Path) -> None:
    path = tmp_path / "config.yaml"
    path.write_text(hermes_text(Scenario(config=False), ()), encoding="utf-8")
    assert host_config(path, ("tools", "tool_search")) == {"enabled": False}


def test_what_a_file_cannot_say_is_a_comment_of_one_line() -> None:
    scenario = Scenario(scope=Scope(only=("a\nb",)), options={"naming": "single"})
    lines = hermes_text(scenario, ("evil\ntools: {}",)).split("\n")
    comments = [line for line in lines if line.startswith("#")]
    assert len(comments) == 3
    assert lines[3:] == ["tools:", "  tool_search: {}", ""]


@pytest.mark.parametrize(
    "value", ["auto", "on", "off", "5", 5, 7.5, True, False, None, ["a", "b"], "a: b", "#", "null"]
)
def test_a_value_reads_back_as_itself(value: object) -> None:
    again = setting_value(value_text(value))
    assert again == value
    assert type(again) is type(value)


def test_a_file_that_a_setting_names_is_called_from_the_saved_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "saved").mkdir()
    given = Scenario(host="graph", config={"plan": "mine.yaml"})
    text = project_text(given, [], [], tmp_path / "saved")
    assert 'plan: "../mine.yaml"' in text
