"""The gate that .ci/run holds the sample catalogs to: it passes, and what is worse fails."""

from __future__ import annotations

import json
import shutil
from typing import TYPE_CHECKING, Any

import pytest

from tests.catalogs import source, tool
from tests.process.program import Ran, run
from tests.wheel import ROOT

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """A copy of what the gate reads."""
    (tmp_path / ".git").mkdir()
    (tmp_path / ".ci").mkdir()
    shutil.copy(ROOT / ".ci" / "toolsearch.yaml", tmp_path / ".ci")
    samples = ROOT / "sample_catalogs" / "everyday"
    shutil.copytree(samples, tmp_path / "sample_catalogs" / "everyday")
    return tmp_path


def gate(project: Path) -> Ran:
    return run("check", folder=project / ".ci")


def test_the_sample_catalogs_pass_and_ci_runs_it(project: Path) -> None:
    ran = gate(project)
    assert (ran.code, ran.said) == (0, []), ran.text
    assert ran.text.startswith("ok: ")
    script = (ROOT / ".ci" / "run").read_text(encoding="utf-8")
    assert '(cd "$copy/.ci" && "$checks/bin/toolsearch" check)' in script


def longer(tools: list[dict[str, Any]]) -> None:
    tools[0]["description"] += " And this, and that." * 400


def hidden(tools: list[dict[str, Any]]) -> None:
    tools[0]["description"] += "\U000e0041\u202e"


def twice(tools: list[dict[str, Any]]) -> None:
    tools.append({**tools[0], "name": tools[0]["name"].upper().replace("_", "-")})
    tools.append({**tools[0], "name": tools[0]["name"].upper()})


def leaked(tools: list[dict[str, Any]]) -> None:
    key = "-".join(("sk", "ant", "api03", "q7Zx9Lk2Vb4Nm8Wp3Rt6Yc1Hd5Fg0Js" * 3))
    tools[0]["inputSchema"].setdefault("properties", {})["key"] = {"default": key}


@pytest.mark.parametrize(
    ("change", "codes"),
    [(longer, {"TS105"}), (hidden, {"TS601"}), (twice, {"TS201"}), (leaked, {"TS603"})],
)
def test_one_tool_that_is_worse_fails(
    project: Path, change: Callable[[list[dict[str, Any]]], None], codes: set[str]
) -> None:
    path = project / "sample_catalogs" / "everyday" / "git.json"
    document = json.loads(path.read_text(encoding="utf-8"))
    change(document["tools"])
    path.write_text(json.dumps(document, indent=1), encoding="utf-8")
    ran = gate(project)
    assert ran.code == 1, ran.text
    found = {line.split()[1] for line in ran.text.splitlines() if line.startswith("! TS")}
    assert codes <= found, ran.text


def test_one_source_too_many_takes_the_others_their_descriptions(project: Path) -> None:
    many = [tool(f"report_{n:03}", f"Write the report of part {n}.", "part") for n in range(400)]
    text = json.dumps({"servers": [source("reports", *many)]})
    (project / "sample_catalogs" / "everyday" / "reports.json").write_text(text, encoding="utf-8")
    ran = gate(project)
    assert ran.code == 1
    for code in ("TS101", "TS102", "TS103"):
        assert f"\n! {code} error: " in ran.text.partition("\n\n")[2].split("\n\n")[0]


def test_a_catalog_that_is_gone_is_not_a_pass(project: Path) -> None:
    shutil.rmtree(project / "sample_catalogs")
    assert gate(project).code == 2
