"""action.yml: its steps, taken from the file and run as a GitHub runner runs them."""

from __future__ import annotations

import json
import os
import re
import subprocess
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import pytest
import yaml

from tests.catalogs import source, tool
from tests.reports.github_commands import read
from tests.wheel import ROOT

if TYPE_CHECKING:
    from pathlib import Path

    from tests.wheel import Installed

ACTION: dict[str, Any] = yaml.safe_load((ROOT / "action.yml").read_text(encoding="utf-8"))
STEPS: list[dict[str, Any]] = ACTION["runs"]["steps"]
EXPRESSION = re.compile(r"\$\{\{\s*(.+?)\s*\}\}")

GIT = source("git", tool("log", "Show what was committed."), tool("add", "Stage one file."))
WORSE = source("git", *GIT["tools"], tool("tag", "Tag it.\u200b" + " Long." * 300))
SETTINGS = "catalogs: [catalogs]\nbudgets: {tools: 9, tool-tokens: 200}\n"


@dataclass
class Runner:
    """As much of a runner as composite actions need."""

    folder: Path
    """The repository: GITHUB_WORKSPACE."""
    temporary: Path
    package: str
    log: str = ""
    outputs: dict[str, str] = field(default_factory=dict)

    @property
    def summary(self) -> str:
        return (self.temporary / "summary.md").read_text(encoding="utf-8")

    def value(self, expression: str, inputs: dict[str, str]) -> str:
        known = {f"inputs.{name}": value for name, value in inputs.items()}
        known["github.action_path"] = str(ROOT)
        return next((known[name] for name in expression.split(" || ") if known[name]), "")

    def filled(self, text: str, inputs: dict[str, str]) -> str:
        return EXPRESSION.sub(lambda match: self.value(match[1], inputs), text)

    def run(self, *ids: str, **given: str) -> int:
        """Run the steps with these ids until one fails; return the last exit code."""
        defaults = {name: one["default"] for name, one in ACTION["inputs"].items()}
        named = {name.replace("_", "-"): value for name, value in given.items()}
        inputs = {**defaults, "package": self.package, **named}
        code = 0
        for step in STEPS:
            if step["id"] in ids and self.is_due(step, inputs) and code == 0:
                code = self.step(step, inputs)
        return code

    def is_due(self, step: dict[str, Any], inputs: dict[str, str]) -> bool:
        match = re.fullmatch(r"(inputs\.[\w-]+) != ''", step.get("if", "inputs.package != ''"))
        assert match, step
        return bool(self.value(match[1], inputs))

    def step(self, step: dict[str, Any], inputs: dict[str, str]) -> int:
        assert step["shell"] == "bash"
        assert "${{" not in step["run"], "an input in a script is code"
        script, output = self.temporary / "step.sh", self.temporary / "output"
        script.write_text(step["run"], encoding="utf-8")
        output.write_text("", encoding="utf-8")
        kept = {name: os.environ[name] for name in ("PATH", "HOME") if name in os.environ}
        kept |= {name: value for name, value in os.environ.items() if name.startswith("PIP_")}
        told = {name: self.filled(value, inputs) for name, value in step.get("env", {}).items()}
        ran = subprocess.run(
            ["bash", "--noprofile", "--norc", "-eo", "pipefail", script],
            cwd=self.folder / self.filled(step.get("working-directory", "."), inputs),
            env={
                **kept,
                **told,
                "GITHUB_WORKSPACE": str(self.folder),
                "GITHUB_OUTPUT": str(output),
                "GITHUB_STEP_SUMMARY": str(self.temporary / "summary.md"),
                "RUNNER_TEMP": str(self.temporary),
                "CI": "true",
                "LC_ALL": "C.UTF-8",
            },
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            check=False,
        )
        self.log = ran.stdout.decode()
        lines = output.read_text(encoding="utf-8").splitlines()
        self.outputs = dict(line.split("=", 1) for line in lines)
        return ran.returncode


def git(folder: Path, *words: str) -> str:
    identity = ("-c", "user.name=a", "-c", "user.email=a@example.org")
    ran = subprocess.run(
        ["git", *identity, *words], cwd=folder, check=True, capture_output=True, text=True
    )
    return ran.stdout.strip()


def commit(folder: Path, given: dict[str, Any]) -> str:
    (folder / "catalogs").mkdir(exist_ok=True)
    text = json.dumps({"servers": [given]}, indent=1)
    (folder / "catalogs" / "git.json").write_text(text, encoding="utf-8")
    git(folder, "add", ".")
    git(folder, "commit", "--quiet", "--allow-empty", "-m", "catalog")
    return git(folder, "rev-parse", "HEAD")


@pytest.fixture(scope="module")
def tools(installed: Installed, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Run the step that installs once; the other steps find what it made."""
    temporary = tmp_path_factory.mktemp("runner")
    runner = Runner(temporary, temporary, str(installed.wheel))
    assert runner.run("install") == 0, runner.log
    assert (temporary / "toolsearch" / "bin" / "toolsearch").exists()
    return temporary


@pytest.fixture
def runner(tools: Path, tmp_path: Path) -> Runner:
    """A repository of one commit, with settings and a catalog that passes."""
    (tools / "summary.md").unlink(missing_ok=True)
    git(tmp_path, "init", "--quiet")
    (tmp_path / "toolsearch.yaml").write_text(SETTINGS, encoding="utf-8")
    commit(tmp_path, GIT)
    return Runner(tmp_path, tools, "installed before")


def check(runner: Runner, **inputs: str) -> int:
    return runner.run("baseline", "check", **inputs)


def test_every_step_is_one_that_these_tests_run() -> None:
    assert [step["id"] for step in STEPS] == ["install", "baseline", "check"]
    assert not any("uses" in step for step in STEPS)


def test_a_change_that_keeps_the_gate_passes(runner: Runner) -> None:
    before = git(runner.folder, "rev-parse", "HEAD")
    commit(runner.folder, source("git", *GIT["tools"], tool("tag", "Name one commit.")))
    assert check(runner, baseline_ref=before, max_growth="100") == 0, runner.log
    assert runner.outputs == {"result": "passed", "exit-code": "0"}
    assert "**ok: 3 budgets hold" in runner.summary
    row = r"^\| git \| eager-tokens \| hermes unknown \| \d+ \| \d+ \| \\\+\d+ \(\+[\d.]+ %\) \|$"
    assert re.search(row, runner.summary, re.MULTILINE)


def test_growth_of_the_settings_file_is_held_to_the_base_of_a_shallow_checkout(
    runner: Runner, tmp_path_factory: pytest.TempPathFactory
) -> None:
    """As a pull request from a fork is checked out: one commit, and the base is fetched."""
    origin = runner.folder
    git(origin, "config", "uploadpack.allowAnySHA1InWant", "true")
    (origin / "toolsearch.yaml").write_text(f"{SETTINGS}growth: 100\n", encoding="utf-8")
    before = commit(origin, GIT)
    for given, code in ((source("git", *GIT["tools"], tool("tag", "Name it.")), 0), (WORSE, 1)):
        commit(origin, given)
        fork = tmp_path_factory.mktemp("fork")
        git(fork, "clone", "--quiet", "--depth=1", origin.as_uri(), ".")
        here = Runner(fork, runner.temporary, "installed before")
        assert check(here, baseline_ref=before) == code, here.log
        assert ("TS108 growth" in here.summary) is (code == 1)


def test_a_change_that_makes_it_worse_fails_and_is_annotated(runner: Runner) -> None:
    before = git(runner.folder, "rev-parse", "HEAD")
    commit(runner.folder, WORSE)
    assert check(runner, baseline_ref=before, max_growth="100", sarif="out.sarif") == 1
    assert runner.outputs == {"result": "failed", "exit-code": "1"}
    commands, _ = read(runner.log)
    titles = {one.properties["title"] for one in commands if one.name == "error"}
    assert titles == {"TS105 tool-tokens", "TS108 growth", "TS601 hidden-text"}
    files = {one.properties["file"] for one in commands if one.properties["title"][:5] == "TS601"}
    assert files == {"catalogs/git.json"}
    assert "TS108 growth" in runner.summary
    assert json.loads((runner.folder / "out.sarif").read_bytes())["version"] == "2.1.0"


def test_what_was_bad_before_is_no_reason_to_measure_nothing(runner: Runner) -> None:
    before = commit(runner.folder, WORSE)
    commit(runner.folder, GIT)
    assert check(runner, baseline_ref=before, max_growth="0") == 0, runner.log


def test_inputs_name_catalogs_and_further_words(runner: Runner) -> None:
    words = "--select\nnone\n\n--max-tools=1\n"
    assert check(runner, catalogs="catalogs/*.json", arguments=words) == 1
    assert "TS101 too-many-tools" in runner.summary


def test_a_folder_inside_the_repository_is_checked_from_there(runner: Runner) -> None:
    before = git(runner.folder, "rev-parse", "HEAD")
    inputs = {"catalogs": "git.json", "working_directory": "catalogs", "baseline_ref": before}
    assert check(runner, **inputs, max_growth="0") == 0, runner.log


@pytest.mark.parametrize(
    "inputs",
    [
        {"catalogs": "absent.json"},
        {"arguments": "--max-tols=5"},
        {"arguments": "--max-growth=$(touch hacked)", "catalogs": "`touch hacked`"},
    ],
)
def test_what_measures_nothing_is_no_pass(runner: Runner, inputs: dict[str, str]) -> None:
    assert check(runner, **inputs) == 2
    assert runner.outputs == {"result": "not-measured", "exit-code": "2"}
    assert "Nothing was measured" in runner.summary
    assert not (runner.folder / "hacked").exists()


def test_growth_without_a_baseline_is_no_pass(runner: Runner) -> None:
    assert check(runner, max_growth="5") == 2
    assert runner.outputs == {"result": "not-measured", "exit-code": "2"}
    assert "--max-growth 5 not measured" in runner.summary
    assert "no baseline is named" in runner.summary


def test_a_commit_without_the_catalog_is_no_baseline(runner: Runner) -> None:
    git(runner.folder, "rm", "--quiet", "-r", "catalogs")
    git(runner.folder, "commit", "--quiet", "-m", "none")
    before = git(runner.folder, "rev-parse", "HEAD")
    commit(runner.folder, GIT)
    assert check(runner, baseline_ref=before, max_growth="9k") == 2
    assert runner.outputs["result"] == "not-measured"
