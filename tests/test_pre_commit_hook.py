""".pre-commit-hooks.yaml: pre-commit installs this project and runs its hook in another one."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from typing import TYPE_CHECKING

from tests.catalogs import source, tool
from tests.wheel import ROOT

if TYPE_CHECKING:
    from pathlib import Path

PACKAGE = ("pyproject.toml", "README.md", "LICENSE", "CHANGELOG.md", ".pre-commit-hooks.yaml")
SETTINGS = "catalogs: [tools.json]\nbudgets: {tools: 2}\n"


def repository(folder: Path) -> None:
    """Commit whatever is in a folder."""
    identity = ("-c", "user.name=a", "-c", "user.email=a@example.org")
    for words in (("init", "--quiet"), ("add", "."), ("commit", "--quiet", "-m", "all")):
        subprocess.run(["git", *identity, *words], cwd=folder, check=True, capture_output=True)


def test_the_hook_fails_on_a_catalog_that_breaks_its_budget_and_passes_on_another(
    tmp_path: Path,
) -> None:
    hooks, project = tmp_path / "hooks", tmp_path / "project"
    hooks.mkdir()
    project.mkdir()
    for name in PACKAGE:
        shutil.copy(ROOT / name, hooks)
    for name in ("toolsearch_cli", "sample_catalogs"):
        shutil.copytree(ROOT / name, hooks / name, ignore=shutil.ignore_patterns("__pycache__"))
    repository(hooks)
    tools = [tool(name, f"Do the {name} of one file.", "path") for name in ("log", "add", "tag")]
    shown = {}
    for number in (3, 2):
        text = json.dumps(source("git", *tools[:number]))
        (project / "tools.json").write_text(text, encoding="utf-8")
        (project / "toolsearch.yaml").write_text(SETTINGS, encoding="utf-8")
        repository(project)
        shown[number] = subprocess.run(
            [sys.executable, "-m", "pre_commit", "try-repo", "--all-files", hooks],
            cwd=project,
            env={**os.environ, "PRE_COMMIT_HOME": str(tmp_path / "home")},
            capture_output=True,
            text=True,
            check=False,
        )
    assert shown[3].returncode == 1, shown[3].stdout + shown[3].stderr
    assert "- hook id: toolsearch-check\n- exit code: 1\n" in shown[3].stdout
    assert "catalog\n! TS101 error: number of tools: found 3, allowed 2 (+1)" in shown[3].stdout
    assert shown[2].returncode == 0, shown[2].stdout + shown[2].stderr
    assert "Passed" in shown[2].stdout
