"""`toolsearch check` as CI runs it: real processes, their streams and exit codes."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from pathlib import Path

GITHUB = {
    "name": "github",
    "tools": [
        {"name": f"tool_{number}", "description": "Does one thing.", "inputSchema": {}}
        for number in range(12)
    ],
}
GIT = {"name": "git", "tools": [{"name": "status", "description": "Working tree."}]}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    write(tmp_path / "catalogs" / "github.json", GITHUB)
    write(tmp_path / "catalogs" / "git.json", GIT)
    return tmp_path


def write(path: Path, value: Any) -> Path:
    path.parent.mkdir(exist_ok=True)
    path.write_text(json.dumps(value), encoding="utf-8")
    return path


def check(
    folder: Path, *words: str, given: str = "", **variables: str
) -> subprocess.CompletedProcess[str]:
    """Check budgets alone; rules are tried in `test_check_rules.py`."""
    environment = {k: v for k, v in os.environ.items() if not k.startswith("TOOLSEARCH_")}
    return subprocess.run(
        [sys.executable, "-m", "toolsearch_cli", "check", "--select", "none", *words],
        cwd=folder,
        input=given,
        capture_output=True,
        text=True,
        encoding="utf-8",
        env={**environment, "PYTHONUTF8": "1", **variables},
        timeout=60,
        check=False,
    )


def test_budgets_that_hold_are_one_line(folder: Path) -> None:
    ran = check(
        folder, "catalogs", "--max-tools", "13", "--max-tools", "github=12", "--max-tier", "1"
    )
    assert (ran.returncode, ran.stdout, ran.stderr) == (0, "ok: 3 budgets hold\n", "")


def test_a_budget_that_is_exceeded_fails_and_says_by_how_much(folder: Path) -> None:
    ran = check(folder, "-c", "catalogs", "--max-tools", "github=10", "--max-tier", "2")
    assert ran.returncode == 1
    assert ran.stderr == ""
    head, _, source, finding = ran.stdout.splitlines()
    assert head == "failed: 1 of 2 budgets exceeded"
    assert source == "github (catalogs/github.json)"
    assert finding.startswith(
        "! TS101 error: number of tools: found 12, allowed 10 (+2) [hermes unknown]; "
    )


def test_findings_are_grouped_by_source_and_what_fails_is_marked(folder: Path) -> None:
    words = ("catalogs", "--max-tools", "1", "--max-tools", "github=10", "--select", "TS304,TS504")
    ran = check(folder, *words)
    groups = [block.splitlines() for block in ran.stdout.split("\n\n")[1:]]
    titles = [group[0] for group in groups]
    assert titles[0] == "catalog"
    assert len(titles) == len(set(titles))
    for _, *lines in groups:
        assert lines
        for line in lines:
            assert line.startswith(("! TS", "· TS"))
            assert line.startswith("! ") is (line.split()[2].rstrip(":") == "error")


def test_every_scenario_is_checked(folder: Path) -> None:
    ran = check(
        folder, "catalogs", "--max-tier", "1", "--host", "hermes,hermes@0.22", "--context", "500,1M"
    )
    assert ran.returncode == 1
    assert "[hermes 500, hermes@0.22 500]" in ran.stdout
    assert "1M" not in ran.stdout


def test_json_says_what_was_measured_and_what_is_left(folder: Path) -> None:
    words = ("catalogs", "--max-tools", "20", "--max-tool-tokens", "git=5", "-f", "json")
    ran = check(folder, *words)
    assert ran.returncode == 1
    answer = json.loads(ran.stdout)
    assert (answer["toolsearch"], answer["passed"]) == ("check/1", False)
    (finding,) = answer["findings"]
    assert (finding["code"], finding["source"], finding["tool"]) == ("TS105", "git", "status")
    assert finding["file"] == "catalogs/git.json"
    assert finding["excess"] == finding["found"] - 5
    assert [(one["budget"], one["status"], one["headroom"]) for one in answer["budgets"]] == [
        ("--max-tools 20", "held", 7),
        ("--max-tool-tokens git=5", "exceeded", 5 - finding["found"]),
    ]


def test_the_same_input_gives_the_same_bytes_in_any_order(folder: Path) -> None:
    words = ("--max-tool-tokens", "5", "--max-tools", "*=0", "--max-tier", "0")
    answers = {
        check(folder, *files, *words).stdout
        for files in (
            ("catalogs/git.json", "catalogs/github.json"),
            ("catalogs/github.json", "catalogs/git.json"),
        )
    }
    assert len(answers) == 1


def test_output_goes_to_a_file_and_the_code_stays(folder: Path) -> None:
    ran = check(folder, "catalogs", "--max-tools", "1", "--json", "-o", "report.json")
    assert (ran.returncode, ran.stdout) == (1, "")
    assert json.loads((folder / "report.json").read_text(encoding="utf-8"))["passed"] is False


def test_verbose_adds_the_headroom_of_each_budget(folder: Path) -> None:
    ran = check(folder, "catalogs", "--max-tools", "20", "-v")
    assert ran.returncode == 0
    assert "--max-tools 20" in ran.stdout
    assert " 7 " in ran.stdout


LONE_PAGE = json.dumps({"tools": [{"name": "a"}, {"name": "b"}], "nextCursor": "more"})


@pytest.mark.parametrize(
    ("words", "given", "error", "hint"),
    [
        (("catalogs",), "", "nothing was measured", "--max-tools 100"),
        (("catalogs", "--max-tools", "many"), "", "'many' is not a budget", "20k"),
        (("catalogs", "--max-tier", "3"), "", "is not a tier", "0, 1 and 2"),
        (("catalogs", "--max-tools", "gitub=3"), "", "no such source", "did you mean git"),
        (("catalogs", "--max-tools", "zz*=3"), "", "no such source", "sources: git, github"),
        (("--max-tools", "3"), "", "no catalog named", "toolsearch.yaml"),
        (("absent.json", "--max-tools", "3"), "", "absent.json", "name a file"),
        (("-", "--max-tools", "3"), '{"tools": []}', "nothing was measured", "holds tools"),
        (("-", "--max-tier", "2"), '{"tools": []}', "nothing was measured", "holds tools"),
        (("-", "--max-tools", "3"), LONE_PAGE, "nothing was measured", "all pages"),
        (
            ("catalogs", "--max-tier", "1", "--host", "hermes@0.19", "--set", "enabled=on"),
            "",
            "hermes@0.19 has no tiers",
            "Leave hermes@0.19",
        ),
        (("catalogs", "--max-tools", "30", "-f", "csv"), "", "-f csv", "table, plain, json"),
        (("catalogs", "--max-tools", "30", "--only", "nope"), "", "no such source", "sources:"),
    ],
)
def test_what_measures_nothing_is_neither_a_pass_nor_a_failure(
    folder: Path, words: tuple[str, ...], given: str, error: str, hint: str
) -> None:
    ran = check(folder, *words, given=given)
    assert ran.returncode == 2, ran.stdout
    said = [line for line in ran.stderr.splitlines() if "toolsearch: warning:" not in line]
    assert said[0].startswith("toolsearch: error: ")
    assert error in said[0]
    assert hint in said[1]
    assert "ok" not in ran.stdout
    assert "Traceback" not in ran.stderr


def test_one_page_of_several_fails_where_it_is_over_already(folder: Path) -> None:
    ran = check(folder, "-", "--max-tools", "1", given=LONE_PAGE)
    assert ran.returncode == 1
    assert "found 2, allowed 1 (+1)" in ran.stdout


def test_a_failure_beside_what_was_not_measured_is_a_failure(folder: Path) -> None:
    ran = check(folder, "-", "--max-tools", "1", "--max-tier", "2", given=LONE_PAGE)
    assert ran.returncode == 1
    assert "--max-tier 2 not measured" in ran.stdout


def test_the_sample_never_stands_in(folder: Path) -> None:
    ran = check(folder, "--max-tools", "100000", CI="")
    assert ran.returncode == 2
    assert "no catalog named" in ran.stderr


def test_a_catalog_of_the_environment_is_gated(folder: Path) -> None:
    ran = check(folder, "--max-tools", "12", TOOLSEARCH_CATALOG="catalogs")
    assert ran.returncode == 1


def test_hostile_names_move_no_cursor_and_stay_whole_in_json(folder: Path) -> None:
    name = "a\x1b[2Jb\u202ec\n::error::x"
    write(folder / "hostile.json", {"name": name, "tools": [{"name": "t\x07"}, {"name": "u"}]})
    words = ("hostile.json", "--max-tools", "*=0", "--max-tool-tokens", "1")
    ran = check(folder, *words)
    assert ran.returncode == 1
    assert not {"\x1b", "\u202e", "\x07"} & set(ran.stdout)
    assert not any(line.startswith("::") for line in ran.stdout.splitlines())
    answer = json.loads(check(folder, *words, "--json").stdout)
    assert {one["source"] for one in answer["findings"]} == {name}
    assert "t\x07" in {one["tool"] for one in answer["findings"]}


def test_the_levels_that_can_fail_are_the_severities() -> None:
    from toolsearch_cli.checks.findings import Severity
    from toolsearch_cli.cli.choices import FailLevel

    assert [one.value for one in FailLevel] == [one.value for one in Severity]
