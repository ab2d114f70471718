"""`toolsearch query --host graph`: questions without asking, several capabilities, plan files."""

from __future__ import annotations

import csv
import io
import json
from typing import TYPE_CHECKING, Any

import pytest
from jsonschema import Draft202012Validator
from typer.testing import CliRunner

from tests.catalogs import TRACKERS, catalog_file, source, tool
from tests.endpoints.server import decisions, serving
from toolsearch_cli.cli.app import app
from toolsearch_cli.data import DIRECTORY
from toolsearch_cli.errors import ToolsearchError
from toolsearch_cli.hosts.graph.plan_text import plan_text

if TYPE_CHECKING:
    from pathlib import Path

    from typer.testing import Result

ISSUE = "github__create_issue"


@pytest.fixture
def trackers(tmp_path: Path) -> str:
    return catalog_file(tmp_path, *TRACKERS)


def query(*words: str, stdin: str | None = None, **environment: str) -> Result:
    return CliRunner().invoke(
        app, ["query", *words, "--host", "graph"], input=stdin, env=environment
    )


def answer(*words: str, kind: str = "query", **environment: str) -> dict[str, Any]:
    ran = query(*words, "--json", **environment)
    assert ran.exit_code == 0, ran.stderr
    found: dict[str, Any] = json.loads(ran.stdout)
    schema = json.loads((DIRECTORY / "schemas" / f"{kind}-1.json").read_bytes())
    Draft202012Validator(schema).validate(found)
    assert found["toolsearch"] == f"{kind}/1"
    return found


def refused(*words: str) -> ToolsearchError:
    error = CliRunner().invoke(app, ["query", *words]).exception
    assert isinstance(error, ToolsearchError)
    return error


def test_a_dry_run_holds_the_very_bodies_that_are_sent(trackers: str) -> None:
    settings = ("--set", "chunk_size=2", "-c", trackers)
    dry = answer("open an issue", "--dry-run", *settings, kind="questions")
    (plan,) = dry["plans"]
    assert (plan["candidates"], plan["sizes"], plan["final"]) == (6, [2, 2, 2], True)
    with serving(decisions({ISSUE: 0.9, "no_tool": 0.1})) as server:
        real = answer("open an issue", *settings, TOOLSEARCH_CLUSTER_DECIDER=server.url)
    assert real["result"]["mode"] == "decision"
    assert [one["name"] for one in real["result"]["tools"]] == [ISSUE]
    sent = [seen.body for seen in server.seen]
    assert len(sent) == 4
    assert all(body in sent for body in plan["bodies"])


def test_a_dry_run_reads_as_a_plan_and_the_questions(trackers: str) -> None:
    shown = query("open an issue", "--dry-run", "-c", trackers, "--set", "chunk_size=4").stdout
    assert "6 tools in 2 choices sent together (3 + 3), then a final one" in shown
    assert "Choice 2 of 2: POST /v1/chat/completions" in shown
    assert "What tool would best accomplish the following task?\n\nopen an issue\n" in shown
    assert "\n1. github__create_issue: Create a new issue in a repository\n" in shown
    assert "no_tool: No tool in this list fits the task." in shown
    rows = query("a", "b", "--dry-run", "-c", trackers, "--set", "chunk_size=4", "-f", "csv").stdout
    assert [
        (row["query"], row["choice"], row["tools"], row["options"])
        for row in csv.DictReader(io.StringIO(rows))
    ] == [("a", "1", "3", "4"), ("a", "2", "3", "4"), ("b", "1", "3", "4"), ("b", "2", "3", "4")]


def test_a_dry_run_takes_queries_from_standard_input(trackers: str) -> None:
    ran = query("--dry-run", "-c", trackers, "--json", stdin="one\n\ntwo\n")
    assert [plan["query"] for plan in json.loads(ran.stdout)["plans"]] == ["one", "two"]


def test_a_dry_run_without_tools_asks_nothing(tmp_path: Path) -> None:
    own = catalog_file(tmp_path, source("core", tool("route"), kind="core"))
    (plan,) = answer("x", "--dry-run", "-c", own, kind="questions")["plans"]
    assert (plan["sizes"], plan["bodies"], plan["final"]) == ([], [], False)
    assert "no question" in query("x", "--dry-run", "-c", own).stdout


def test_a_host_that_asks_no_decider_has_no_dry_run(trackers: str) -> None:
    error = refused("x", "--dry-run", "-c", trackers, "--host", "hermes")
    assert error.exit_code == 2
    assert error.message == (
        "--dry-run: hermes asks no decision model, so there is no question to show"
    )
    assert "prompt" in refused("--dry-run", "-i", "-c", trackers).message


def test_several_queries_are_several_capabilities_and_their_union(trackers: str) -> None:
    words = ("create issue", "write a note", "create a ticket")
    found = answer(*words, "-c", trackers)
    assert [call["queries"] for call in found["calls"]] == [[one] for one in words]
    expected: dict[str, list[int]] = {}
    for number, call in enumerate(found["calls"], start=1):
        for one in call["result"]["tools"]:
            expected.setdefault(one["name"], []).append(number)
    assert [(one["name"], one["queries"]) for one in found["union"]] == list(expected.items())
    assert max(map(len, expected.values())) > 1
    shown = query(*words, "-c", trackers).stdout
    assert f"Together: {len(expected)} tools of 3 searches" in shown
    assert "union" not in answer(words[0], "-c", trackers)


def test_the_searches_of_other_hosts_stand_alone(trackers: str) -> None:
    shown = CliRunner().invoke(
        app, ["query", "issue", "note", "-c", trackers, "--host", "hermes@0.19"]
    )
    assert shown.exit_code == 0
    assert "Together" not in shown.stdout


def test_a_plan_file_replaces_the_built_in_one(trackers: str, tmp_path: Path) -> None:
    plan = tmp_path / "mine.yaml"
    plan.write_text(
        plan_text()
        .replace("What tool would best accomplish the following task?", "Which tool?")
        .replace("default: 10", "default: 1"),
        encoding="utf-8",
    )
    settings = ("--set", f"plan={plan}", "-c", trackers)
    assert len(answer("issue", *settings)["result"]["tools"]) == 1
    (dry,) = answer("issue", "--dry-run", *settings, kind="questions")["plans"]
    assert dry["question"] == "Which tool?\n\nissue"


def test_a_project_names_its_plan_from_its_own_folder(
    trackers: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "mine.yaml").write_text(plan_text().replace("default: 10", "default: 1"))
    (tmp_path / "toolsearch.yaml").write_text("host: graph\nsettings:\n  plan: mine.yaml\n")
    (tmp_path / "below").mkdir()
    monkeypatch.chdir(tmp_path / "below")
    assert len(answer("issue", "-c", trackers)["result"]["tools"]) == 1


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("a: [", "not YAML"),
        ("identifier: other", "identifier: expected search_tools"),
        (plan_text().replace("builtin__describe_tools", "linear__x"), "linear__x cannot be simul"),
    ],
)
def test_a_plan_file_that_cannot_be_used_is_an_error(
    text: str, says: str, trackers: str, tmp_path: Path
) -> None:
    plan = tmp_path / "mine.yaml"
    plan.write_text(text, encoding="utf-8")
    error = refused("x", "--host", "graph", "--set", f"plan={plan}", "-c", trackers)
    assert error.exit_code == 2
    assert str(plan) in error.message
    assert says in error.message


def test_a_plan_file_that_is_not_there_is_an_error(trackers: str) -> None:
    error = refused("x", "--host", "graph", "--set", "plan=nowhere.yaml", "-c", trackers)
    assert "nowhere.yaml" in error.message


@pytest.mark.parametrize("patterns", ["*__create_issue,github__search_*", "[github__*]"])
def test_globs_are_written_as_they_are(patterns: str, trackers: str) -> None:
    always = answer("x", "-c", trackers, "--set", f"always_loaded={patterns}")["result"]["always"]
    assert "github__create_issue" in always
    assert "github__search_code" in always
    assert "linear__archive" not in always


def test_a_probability_out_of_range_is_refused(trackers: str) -> None:
    error = refused("x", "--host", "graph", "--set", "min_probability=2", "-c", trackers)
    assert (error.exit_code, error.message) == (
        2,
        "min_probability: expected 0 to 1, found '2'",
    )


@pytest.mark.parametrize("command", ["tiers", "manifest", "check"])
def test_other_commands_know_the_host(command: str, trackers: str) -> None:
    ran = CliRunner().invoke(app, [command, "-c", trackers, "--host", "graph", "--json"])
    assert ran.exit_code in {0, 1}, ran.stderr
    assert json.loads(ran.stdout)["toolsearch"] == f"{command}/1"


def test_the_plan_that_hosts_prints_is_the_built_in_one(trackers: str, tmp_path: Path) -> None:
    printed = CliRunner().invoke(app, ["hosts", "graph", "--plan"])
    assert printed.exit_code == 0
    plan = tmp_path / "search_tools.yaml"
    plan.write_bytes(printed.stdout_bytes)
    words = ("create issue", "-c", trackers)
    assert answer(*words, "--set", f"plan={plan}")["result"] == answer(*words)["result"]
