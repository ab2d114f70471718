"""`toolsearch hosts`: facts from the registry alone, and the settings that `--set` takes."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator
from typer.testing import CliRunner

from tests.catalogs import TRACKERS, catalog_file
from toolsearch_cli.cli.app import app
from toolsearch_cli.data import DIRECTORY
from toolsearch_cli.hosts.names import HOST_NAMES
from toolsearch_cli.hosts.registry import host_named

README = Path(__file__).parents[2] / "README.md"
SCHEMA = json.loads((DIRECTORY / "schemas" / "hosts-1.json").read_bytes())


def hosts(*words: str) -> Any:
    return CliRunner().invoke(app, ["hosts", *words])


def test_all_hosts_are_a_table_in_the_order_of_the_registry() -> None:
    lines = hosts().stdout.splitlines()
    assert [line.split()[0] for line in lines[1 : 1 + len(HOST_NAMES)]] == list(HOST_NAMES)


def test_each_word_for_fidelity_is_explained() -> None:
    said = hosts().stdout
    for word in ("verified", "from-source", "approximate", "visibility-only"):
        assert f"· {word}: " in said


@pytest.mark.parametrize("name", HOST_NAMES)
def test_one_host_says_its_facts_and_every_setting(name: str) -> None:
    said = hosts(name).stdout
    host = host_named(name)
    assert said.startswith(f"{name} · {host.facts.title}\n")
    assert f"fidelity       {host.facts.fidelity}: " in said
    for spec in host.setting_specs():
        assert any(line.split()[:1] == [spec.key] for line in said.splitlines()), spec.key


def test_several_hosts_are_several_pages() -> None:
    said = hosts("hermes", "eager").stdout
    assert said.index("hermes · ") < said.index("eager · ")


def test_a_host_that_does_not_exist() -> None:
    ran = hosts("hremes")
    assert getattr(ran.exception, "exit_code", None) == 2
    assert getattr(ran.exception, "hint", None) == "did you mean hermes?"


def test_json_keeps_to_its_schema_and_leaves_nothing_open() -> None:
    Draft202012Validator.check_schema(SCHEMA)
    answer = json.loads(hosts("--json").stdout)
    assert list(Draft202012Validator(SCHEMA).iter_errors(answer)) == []
    assert [one["host"] for one in answer["hosts"]] == list(HOST_NAMES)
    assert list(Draft202012Validator(SCHEMA).iter_errors({**answer, "new": 1}))
    for one in answer["hosts"]:
        assert (one["proof"] is not None) or "verified" not in (one["fidelity"], one["ranking"])


@pytest.mark.parametrize("name", HOST_NAMES)
def test_every_setting_that_is_listed_can_be_set(name: str, tmp_path: Any) -> None:
    """Its default, written as it is listed, changes nothing and is not complained of."""
    path = catalog_file(tmp_path, *TRACKERS)
    plain = CliRunner().invoke(app, ["tiers", path, "--host", name, "--json"])
    for spec in host_named(name).setting_specs():
        if not spec.default or spec.default in ("none", "unset") or " " in spec.default:
            continue
        words = ["tiers", path, "--host", name, "--set", f"{spec.key}={spec.default}", "--json"]
        ran = CliRunner().invoke(app, words)
        assert ran.exit_code == 0, (spec.key, ran.stderr)
        assert ran.stdout == plain.stdout, spec.key


def test_the_plan_of_graph_is_a_file_that_its_setting_reads(tmp_path: Any) -> None:
    plan = tmp_path / "search_tools.yaml"
    plan.write_text(hosts("graph", "--plan").stdout, encoding="utf-8")
    words = ["query", "create issue", "-c", "sample:everyday", "--host", "graph", "--json"]
    plain = CliRunner().invoke(app, words)
    told = CliRunner().invoke(app, [*words, "--set", f"plan={plan}"])
    assert told.exit_code == 0, told.stderr
    assert told.stdout == plain.stdout


@pytest.mark.parametrize("words", [("--plan",), ("hermes", "--plan"), ("graph", "arion", "--plan")])
def test_only_one_host_whose_search_is_a_plan_has_one(words: tuple[str, ...]) -> None:
    ran = hosts(*words)
    assert getattr(ran.exception, "exit_code", None) == 2
    assert getattr(ran.exception, "hint", None) == "hosts graph"


def test_the_table_of_the_readme_is_the_registry() -> None:
    lines = [line for line in hosts("-f", "markdown").stdout.splitlines() if line.startswith("|")]
    assert len(lines) == len(HOST_NAMES) + 2
    assert "\n".join(lines) in README.read_text(encoding="utf-8")
