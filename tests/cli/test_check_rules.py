"""`toolsearch check` with rules and a settings file, as CI runs it: streams and exit codes."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from pathlib import Path

OBJECT = {"type": "object", "properties": {}}


def tool(name: str, description: Any = None) -> dict[str, Any]:
    return {"name": name, "description": description, "inputSchema": OBJECT}


GOOD = {
    "name": "git",
    "tools": [tool("git_log", "Show commits, newest first."), tool("git_diff", "Compare trees.")],
}
BAD = {
    "name": "jobs",
    "tools": [
        tool("run", None),
        tool("stop-job", "Halts whatever is under way."),
        tool("stop.job", "Ends at once."),
    ],
}
"""One warning (TS301), two errors (TS201) and one more warning (TS204)."""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "catalogs").mkdir()
    for catalog in (GOOD, BAD):
        path = tmp_path / "catalogs" / f"{catalog['name']}.json"
        path.write_text(json.dumps(catalog), encoding="utf-8")
    return tmp_path


def check(folder: Path, *words: str, given: str = "") -> subprocess.CompletedProcess[str]:
    environment = {k: v for k, v in os.environ.items() if not k.startswith("TOOLSEARCH_")}
    return subprocess.run(
        [sys.executable, "-m", "toolsearch_cli", "check", *words],
        cwd=folder,
        input=given,
        capture_output=True,
        text=True,
        encoding="utf-8",
        env={**environment, "PYTHONUTF8": "1"},
        timeout=60,
        check=False,
    )


def settings(folder: Path, text: str) -> None:
    (folder / "toolsearch.yaml").write_text(text, encoding="utf-8")


def codes(ran: subprocess.CompletedProcess[str]) -> list[str]:
    return [one["code"] for one in json.loads(ran.stdout)["findings"]]


def test_a_clean_catalog_is_one_line(folder: Path) -> None:
    ran = check(folder, "catalogs/git.json")
    assert (ran.returncode, ran.stderr) == (0, "")
    assert ran.stdout == "ok: 27 rules find nothing\n"


def test_errors_fail_and_warnings_do_not(folder: Path) -> None:
    ran = check(folder, "catalogs")
    assert ran.returncode == 1
    assert ran.stdout.startswith("failed: 2 errors, 2 warnings\n")
    assert check(folder, "catalogs", "--ignore", "TS201").returncode == 0
    words = ("catalogs", "--ignore", "TS201", "--fail-level", "warning")
    assert check(folder, *words).returncode == 1


@pytest.mark.parametrize(
    ("words", "found"),
    [
        (("--select", "TS301"), ["TS301"]),
        (("--select", "no-description"), ["TS301"]),
        (("--select", "No-Description"), ["TS301"]),
        (("--select", "ts3,TS204"), ["TS204", "TS301"]),
        (("--select", "TS3", "--select", "TS6"), ["TS301"]),
        (("--ignore", "TS2"), ["TS301"]),
        (("--ignore", "TS3=git"), ["TS002", "TS201", "TS201", "TS204", "TS301"]),
        (("--ignore", "TS201,TS301=jobs/*"), ["TS204"]),
        (("--ignore", "TS2=jobs"), ["TS301"]),
        (("--ignore", "all-of-it"), None),
        (("--select", "TS9"), None),
    ],
)
def test_rules_are_selected_and_ignored(
    folder: Path, words: tuple[str, ...], found: list[str] | None
) -> None:
    ran = check(folder, "catalogs", *words, "--json")
    if found is None:
        assert ran.returncode == 2
        assert "no rule is called" in ran.stderr
    else:
        assert sorted(codes(ran)) == found


def test_the_file_says_everything_and_flags_win(folder: Path) -> None:
    settings(
        folder,
        "catalogs: catalogs/git.json\n"
        "hosts: [hermes, hermes@0.22]\ncontexts: [8k, 200k]\n"
        "budgets: {tools: 1, sources: {git: {tool-tokens: 1k}}}\n",
    )
    ran = check(folder, "--json")
    assert ran.returncode == 1
    answer = json.loads(ran.stdout)
    assert [one["code"] for one in answer["findings"]] == ["TS101"]
    asked = answer["findings"][0]["scenarios"]
    assert [(one["host"], one["context"]) for one in asked] == [
        ("hermes", 8_000),
        ("hermes", 200_000),
        ("hermes@0.22", 8_000),
        ("hermes@0.22", 200_000),
    ]
    assert len(answer["budgets"]) == 8
    ran = check(folder, "--max-tools", "2", "--host", "hermes@0.20", "--context", "1M", "--json")
    assert ran.returncode == 0
    answer = json.loads(ran.stdout)
    assert {(one["host"], one["context"]) for one in answer["budgets"]} == {
        ("hermes@0.20", 1_000_000)
    }
    named = check(folder, "catalogs/jobs.json", "--max-tools", "git=1")
    assert named.returncode == 2


def test_files_are_named_from_where_one_stands(folder: Path) -> None:
    settings(folder, "catalogs: catalogs\n")
    assert "(catalogs/jobs.json)" in check(folder).stdout


@pytest.mark.parametrize(
    ("expect", "said"),
    [
        ("{host: hermes, context: 200k, tier: 1, forms: {git: full}}", None),
        ("{tier: 1}", None),
        ("{context: 200k, tier: 0}", "TS104 error: tier: found 1, allowed 0"),
        (
            "{context: 200, forms: {git: full}}",
            "form in the listing: hidden, the worst allowed is full [hermes 200]",
        ),
        ("{context: 200k, forms: {gti: full}}", "did you mean git?"),
        ("{host: hermes@0.19, tier: 0}", None),
    ],
)
def test_what_is_expected_is_held_to_in_its_own_scenario(
    folder: Path, expect: str, said: str | None
) -> None:
    settings(folder, f"catalogs: catalogs/git.json\ncontext: 1M\nexpect: [{expect}]\n")
    ran = check(folder)
    assert ran.returncode == (0 if said is None else 2 if said.startswith("did") else 1)
    assert said is None or said in ran.stdout + ran.stderr


def test_an_ignore_has_a_reason_and_a_last_day(folder: Path) -> None:
    base = "catalogs: catalogs\nrules:\n  ignore:\n    - {rules: [TS2], tools: ['jobs/*'], "
    settings(folder, f"{base}reason: being renamed, until: 2999-12-31}}\n")
    ran = check(folder)
    assert ran.returncode == 0
    assert ran.stdout.startswith("ok: 1 warning, 3 ignored\n")
    settings(folder, f"{base}reason: being renamed, until: 2001-12-31}}\n")
    ran = check(folder)
    assert ran.returncode == 1
    assert "TS001 warning: the ignore of TS2 for jobs/* (being renamed) expired on 2001-12-31" in (
        ran.stdout
    )
    assert ran.stdout.count("TS201") == 2


def test_an_ignore_that_names_no_tool_is_refused_with_the_nearest(folder: Path) -> None:
    settings(
        folder,
        "catalogs: catalogs\nrules: {ignore: [{rules: TS3, tools: jobs/rum, reason: x}]}\n",
    )
    ran = check(folder)
    assert ran.returncode == 2
    assert "jobs/rum: no such tool" in ran.stderr
    assert "did you mean jobs/run?" in ran.stderr
    assert check(folder, "catalogs", "--ignore", "TS3=gut").returncode == 2


def test_severities_are_the_projects_own(folder: Path) -> None:
    text = "catalogs: catalogs\nseverities: {TS2: info, no-description: error}\n"
    settings(folder, text)
    ran = check(folder, "--json")
    assert ran.returncode == 1
    found = {one["code"]: one["severity"] for one in json.loads(ran.stdout)["findings"]}
    assert found == {"TS301": "error", "TS201": "info", "TS204": "info"}
    settings(folder, f"{text}fail-level: info\nrules: {{select: [TS204]}}\n")
    assert check(folder).returncode == 1


def test_only_the_limits_of_hosts_that_matter_are_checked(folder: Path) -> None:
    settings(folder, "catalogs: catalogs\nrules: {select: [TS204], hosts: [mcp, gemini]}\n")
    assert check(folder).stdout == "ok: 1 rule finds nothing\n"


@pytest.mark.parametrize(
    ("words", "given"),
    [
        (("-",), '{"tools": []}'),
        (("catalogs", "--select", "none"), ""),
        (("catalogs", "--only", "nobody"), ""),
        (("catalogs", "--without", "*"), ""),
    ],
)
def test_nothing_that_was_looked_at_is_never_a_pass(
    folder: Path, words: tuple[str, ...], given: str
) -> None:
    ran = check(folder, *words, given=given)
    assert ran.returncode == 2, ran.stdout
    assert "ok" not in ran.stdout


def test_a_source_out_of_scope_is_not_looked_at(folder: Path) -> None:
    assert check(folder, "catalogs", "--without", "jobs").returncode == 0


def test_a_key_that_does_not_exist_is_refused_with_its_place(folder: Path) -> None:
    settings(folder, "catalogs: catalogs\nbudgets: {tokens: 5}\n")
    ran = check(folder)
    assert ran.returncode == 2
    assert "toolsearch.yaml: /budgets/tokens: no such setting" in ran.stderr


def test_commands_that_compare_nothing_take_the_first_of_the_file(folder: Path) -> None:
    settings(folder, "catalogs: catalogs\nhosts: [hermes@0.22, hermes]\ncontexts: [8k, 1M]\n")
    environment = {k: v for k, v in os.environ.items() if not k.startswith("TOOLSEARCH_")}
    for words in (("query", "log", "--json"), ("describe", "git_log", "--json"), ("manifest",)):
        ran = subprocess.run(
            [sys.executable, "-m", "toolsearch_cli", *words],
            cwd=folder,
            capture_output=True,
            text=True,
            env=environment,
            timeout=60,
            check=False,
        )
        assert ran.returncode == 0, ran.stderr


def test_json_says_which_rules_ran_what_is_ignored_and_what_fails(folder: Path) -> None:
    ignore = "{rules: [TS2], tools: [jobs/*], reason: being renamed, until: 2999-12-31}"
    settings(
        folder,
        f"catalogs: [catalogs]\nrules: {{ignore: [{ignore}]}}\nseverities: {{TS301: info}}\n"
        "fail-level: warning\n",
    )
    answer = json.loads(
        check(folder, "--select", "TS2,TS301", "--ignore", "TS301", "--json").stdout
    )
    assert (answer["passed"], answer["measured"], answer["fail_level"]) == (True, True, "warning")
    assert answer["tools"] == 5
    ran = {one["code"]: one["severity"] for one in answer["rules"]}
    assert ran == {
        **dict.fromkeys(("TS201", "TS202", "TS205"), "error"),
        **dict.fromkeys(("TS203", "TS204"), "warning"),
        **dict.fromkeys(("TS206", "TS207", "TS301"), "info"),
    }
    assert answer["findings"] == []
    aside = {one["finding"]["code"]: one for one in answer["ignored"]}
    assert {key: aside["TS201"][key] for key in ("rules", "tools", "reason", "until")} == {
        "rules": ["TS2"],
        "tools": ["jobs/*"],
        "reason": "being renamed",
        "until": "2999-12-31",
    }
    assert (aside["TS301"]["reason"], aside["TS301"]["finding"]["severity"]) == (None, "info")
    assert (
        len(answer["ignored"])
        == len(json.loads(check(folder, "--select", "TS2,TS301", "--json").stdout)["ignored"]) + 1
    )


def test_a_host_without_a_search_passes_no_rule_that_asks_one(folder: Path) -> None:
    ran = check(folder, "catalogs/git.json", "--select", "TS4", "--host", "eager")
    assert ran.returncode == 2
    assert "Not run: TS401, TS402, TS403, TS404; no host" in ran.stderr
    assert "nothing was measured" in ran.stderr
    ran = check(folder, "catalogs/git.json", "--host", "eager", "--json")
    assert ran.returncode == 0
    assert not any(one["code"].startswith("TS4") for one in json.loads(ran.stdout)["rules"])
    ran = check(folder, "catalogs/git.json", "--select", "TS4", "--host", "eager,hermes")
    assert (ran.returncode, ran.stderr) == (0, "")
