"""`toolsearch init`: what it writes is read, holds today, and fails when the catalog grows."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from typing import TYPE_CHECKING, Any

import pytest
import yaml
from jsonschema import Draft202012Validator

from tests.wheel import ROOT
from toolsearch_cli import __version__
from toolsearch_cli.data import DIRECTORY
from toolsearch_cli.settings.project import find_project

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path


def tools(count: int) -> list[dict[str, Any]]:
    schema = {"type": "object", "properties": {}}
    return [
        {"name": f"tool_{n}", "description": f"Reads number {n} aloud.", "inputSchema": schema}
        for n in range(count)
    ]


def write(folder: Path, count: int = 20) -> None:
    path = folder / "catalogs" / "reader.json"
    path.parent.mkdir(exist_ok=True)
    path.write_text(json.dumps({"name": "reader", "tools": tools(count)}), encoding="utf-8")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    write(tmp_path)
    return tmp_path


def run(
    folder: Path, *words: str, given: str = "", **more: str
) -> subprocess.CompletedProcess[str]:
    environment = {k: v for k, v in os.environ.items() if not k.startswith("TOOLSEARCH_")}
    return subprocess.run(
        [sys.executable, "-m", "toolsearch_cli", *words],
        cwd=folder,
        input=given,
        capture_output=True,
        text=True,
        encoding="utf-8",
        env={**environment, "PYTHONUTF8": "1", **more},
        timeout=60,
        check=False,
    )


def test_the_file_is_shown_as_it_is_written_and_ci_lines_are_narration(folder: Path) -> None:
    ran = run(folder, "init", "-c", "catalogs", "--context", "200k,1M")
    assert ran.returncode == 0, ran.stderr
    assert ran.stdout == (folder / "toolsearch.yaml").read_text(encoding="utf-8")
    assert ran.stderr.startswith("Wrote toolsearch.yaml.\n")
    assert ran.stderr.endswith("\n  toolsearch check\n")
    quiet = run(folder, "init", "-c", "catalogs", "--force", "-q")
    assert (quiet.returncode, quiet.stderr) == (0, "")


def said(stderr: str) -> tuple[dict[str, Any], dict[str, Any], list[str]]:
    """Return the GitHub step, pre-commit's repository and the shell's commands."""
    github, pre_commit, shell = (
        block.partition(":\n")[2] for block in stderr[stderr.index("GitHub") :].split("\n\n")
    )
    _, step = yaml.safe_load(github)
    (repository,) = yaml.safe_load(pre_commit)
    return step, repository, [line.strip() for line in shell.splitlines()]


@pytest.mark.parametrize("where", [".", "ci", "ci/the gate's"])
def test_the_lines_for_ci_name_what_is_there(folder: Path, where: str) -> None:
    (folder / ".git").mkdir()
    (folder / where).mkdir(parents=True, exist_ok=True)
    ran = run(folder, "init", "-c", "catalogs", "-o", f"{where}/toolsearch.yaml")
    step, repository, shell = said(ran.stderr)
    action = yaml.safe_load((ROOT / "action.yml").read_text(encoding="utf-8"))
    hooks = yaml.safe_load((ROOT / ".pre-commit-hooks.yaml").read_text(encoding="utf-8"))
    assert step["uses"] == f"OWNER/toolsearch-cli@v{__version__}"
    assert step.get("with", {}).keys() <= action["inputs"].keys()
    assert step.get("with", {}).get("working-directory", ".") == where
    assert repository["rev"] == f"v{__version__}"
    (hook,) = repository["hooks"]
    assert hook["id"] in [one["id"] for one in hooks]
    assert shell[0].endswith(f"install toolsearch-cli=={__version__}")
    program = (
        f'toolsearch() {{ "{sys.executable}" -m toolsearch_cli "$@"; }}; export -f toolsearch; '
    )
    entry = hook.get("entry", "toolsearch check").replace("sh -c", "bash -c")
    for line in (shell[1], entry):
        checked = subprocess.run(
            ["bash", "-c", program + line], cwd=folder, capture_output=True, check=False
        )
        assert checked.returncode == 0, checked.stderr


def test_the_budgets_are_those_of_today_with_headroom(folder: Path) -> None:
    run(folder, "init", "-c", "catalogs", "--context", "200k,1M", "--headroom", "50")
    project = find_project(folder)
    assert project.catalogs == (str(folder / "catalogs"),)
    assert (project.hosts, project.contexts) == (("hermes",), ("200k", "1M"))
    budgets = {one.measure: one.limit for one in project.gate.budgets}
    assert budgets["tools"] == 30
    assert list(budgets) == [
        "tools",
        "eager-tokens",
        "listing-tokens",
        "tool-tokens",
        "shown-tokens",
    ]
    assert [(one.context, str(one.budgets[0])) for one in project.gate.expect] == [
        ("200k", "--max-tier 1"),
        ("1M", "--max-tier 1"),
    ]


def test_a_check_passes_today_and_fails_when_the_catalog_grows(folder: Path) -> None:
    run(folder, "init", "-c", "catalogs", "--context", "200k")
    passed = run(folder, "check")
    assert (passed.returncode, passed.stdout.partition(",")[0]) == (0, "ok: 6 budgets hold")
    write(folder, 30)
    failed = run(folder, "check")
    assert failed.returncode == 1
    assert "TS101 error: number of tools: found 30, allowed 22 (+8)" in failed.stdout


def test_no_headroom_is_no_headroom(folder: Path) -> None:
    run(folder, "init", "-c", "catalogs", "--headroom", "0")
    assert run(folder, "check").returncode == 0
    write(folder, 21)
    assert run(folder, "check").returncode == 1


@pytest.mark.parametrize(
    "words",
    [
        (),
        ("--host", "hermes,hermes@0.22"),
        ("--host", "hermes@0.19", "--context", "8k"),
        ("--host", "hermes@0.19", "--set", "enabled=on"),
        ("--context", "131072,unknown", "--set", "listing=off"),
        ("--threshold-pct", "0.5", "--context", "20k"),
    ],
)
def test_every_file_it_writes_is_valid_and_holds_today(folder: Path, words: Sequence[str]) -> None:
    ran = run(folder, "init", "-c", "catalogs", *words)
    assert ran.returncode == 0, ran.stderr
    from toolsearch_cli.settings.yaml_file import load_yaml_text

    schema = json.loads((DIRECTORY / "schemas" / "settings-1.json").read_bytes())
    document = load_yaml_text(ran.stdout, "written")
    assert list(Draft202012Validator(schema).iter_errors(document)) == []
    checked = run(folder, "check")
    assert checked.returncode == 0, checked.stdout + checked.stderr


def test_nothing_is_overwritten_without_force(folder: Path) -> None:
    (folder / "toolsearch.yaml").write_text("host: hermes\n", encoding="utf-8")
    ran = run(folder, "init", "-c", "catalogs")
    assert ran.returncode == 2
    assert "is there already" in ran.stderr
    assert "--force" in ran.stderr
    assert (folder / "toolsearch.yaml").read_text(encoding="utf-8") == "host: hermes\n"
    assert run(folder, "init", "-c", "catalogs", "--force").returncode == 0


def test_a_table_of_pyproject_is_not_put_aside_in_silence(folder: Path) -> None:
    (folder / "pyproject.toml").write_text("[tool.toolsearch]\nhost = 'hermes'\n", encoding="utf-8")
    ran = run(folder, "init", "-c", "catalogs")
    assert ran.returncode == 2
    assert "holds settings already" in ran.stderr
    assert not (folder / "toolsearch.yaml").exists()


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ((), "no catalog named"),
        (("-c", "-"), "standard input"),
        (("-c", "absent.json"), "no such file"),
        (("-c", "empty.json"), "no tools"),
        (("-c", "catalogs", "--only", "reader"), "no scope"),
        (("-c", "catalogs", "-o", "absent/toolsearch.yaml"), "absent"),
    ],
)
def test_what_cannot_be_written_is_refused(folder: Path, words: Sequence[str], said: str) -> None:
    (folder / "empty.json").write_text('{"tools": []}', encoding="utf-8")
    ran = run(folder, "init", *words, given='{"tools": [{"name": "a"}]}')
    assert ran.returncode == 2
    assert said in ran.stderr
    assert not (folder / "toolsearch.yaml").exists()


def test_paths_are_relative_to_the_file(folder: Path) -> None:
    (folder / "ci").mkdir()
    ran = run(folder, "init", "catalogs/reader.json", "-o", "ci/toolsearch.yaml")
    assert ran.returncode == 0, ran.stderr
    assert 'catalogs: ["../catalogs/reader.json"]' in ran.stdout
    assert run(folder / "ci", "check").returncode == 0


def test_hostile_names_of_files_stay_names(folder: Path) -> None:
    name = 'a": [b]\n#\u202e🎉.json'
    (folder / name).write_text(json.dumps({"name": "x", "tools": tools(2)}), encoding="utf-8")
    assert run(folder, "init", name).returncode == 0
    assert find_project(folder).catalogs == (str(folder / name),)


def test_it_says_when_the_gate_would_fail_at_once(folder: Path) -> None:
    twice = {"name": "x", "tools": [*tools(1), *tools(1)]}
    (folder / "twice.json").write_text(json.dumps(twice), encoding="utf-8")
    ran = run(folder, "init", "twice.json")
    assert ran.returncode == 0
    assert "check fails today: 1 error;" in ran.stderr
    assert run(folder, "check").returncode == 1
