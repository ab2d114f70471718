"""`check -f FORMAT=FILE`: several reports at once, each where it was asked for."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

from tests.catalogs import source, tool
from tests.process.program import Ran, run

if TYPE_CHECKING:
    from pathlib import Path

BUDGET = ("--select", "none", "--max-tools", "1")
PLAIN = b"failed: 1 of 1 budget exceeded\n"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / ".git").mkdir()
    (tmp_path / "in").mkdir()
    tools = [source("git", tool("log", "Show."), tool("add", "Add."))]
    (tmp_path / "in" / "git.json").write_text(json.dumps({"servers": tools}, indent=1))
    return tmp_path


def check(folder: Path, *words: str) -> Ran:
    return run("check", "in/git.json", *BUDGET, *words, folder=folder)


def test_text_is_plain_in_a_pipe_as_without_a_format(folder: Path) -> None:
    without = check(folder)
    assert without.out.startswith(PLAIN)
    for words in (("-f", "text"), ("-f", "plain")):
        assert check(folder, *words) == without


def test_each_report_goes_to_its_file_and_the_rest_to_stdout(folder: Path) -> None:
    files = {"sarif": "out.sarif", "junit": "junit.xml", "markdown": "a=b.md", "json": "c.json"}
    words = [word for form, file in files.items() for word in ("-f", f"{form}={file}")]
    ran = check(folder, "-f", "text", *words)
    assert (ran.code, ran.said) == (1, [])
    assert ran.out == check(folder).out
    for form, file in files.items():
        assert (folder / file).read_bytes() == check(folder, "-f", form).out


def test_only_files_leave_stdout_empty(folder: Path) -> None:
    ran = check(folder, "-f", "text=out.txt")
    assert (ran.code, ran.out) == (1, b"")
    assert (folder / "out.txt").read_bytes() == check(folder).out


def test_lines_for_a_runner_and_for_people_share_stdout(folder: Path) -> None:
    ran = check(folder, "-f", "github", "-f", "text")
    text = check(folder).out
    assert ran.out.endswith(text)
    commands = ran.out.removesuffix(text).splitlines()
    assert [line.partition(b" ")[0] for line in commands] == [b"::notice", b"::error"]


def test_output_takes_what_would_go_to_stdout(folder: Path) -> None:
    ran = check(folder, "-f", "text", "-f", "json=out.json", "-o", "out.txt")
    assert (ran.code, ran.out) == (1, b"")
    assert (folder / "out.txt").read_bytes() == check(folder).out
    assert json.loads((folder / "out.json").read_bytes())["toolsearch"] == "check/1"


@pytest.mark.parametrize(
    ("words", "error", "hint"),
    [
        (("-f", "sarfi"), "-f sarfi: not for this answer", "sarif"),
        (("-f", "sarif="), "-f sarif=: no file is named", "-f sarif=FILE"),
        (("-f", "text", "-f", "sarif"), "-f sarif: would not be alone", "-f sarif=FILE"),
        (("--json", "-f", "github"), "-f json: would not be alone", "-f json=FILE"),
        (("-f", "json=a", "-f", "sarif=./a"), "two reports for one file", "its own"),
        (("-f", "json=a", "-f", "text", "-o", "a"), "two reports for one file", "its own"),
        (("-f", "json=none/a"), "-f none/a: No such file", ""),
        (("-f", "json=a", "-o", "b"), "-o b: every report has a file of its own", "-f text"),
        (("-f", "json=./in/git.json"), "in/git.json: holds the catalog", "elsewhere"),
        (("-o", "in/git.json"), "in/git.json: holds the catalog", "elsewhere"),
    ],
)
def test_reports_that_cannot_be_written_are_no_pass(
    folder: Path, words: tuple[str, ...], error: str, hint: str
) -> None:
    catalog = (folder / "in" / "git.json").read_bytes()
    ran = check(folder, *words)
    assert (ran.code, ran.out) == (2, b"")
    assert (folder / "in" / "git.json").read_bytes() == catalog
    assert error in ran.said[0]
    assert hint in "".join(ran.said[1:])


def test_reports_are_written_before_it_is_said_that_nothing_was_measured(folder: Path) -> None:
    words = ("check", "in/git.json", "--select", "none", "--max-tier", "1", "--set", "enabled=on")
    ran = run(*words, "--host", "hermes@0.19", "-f", "junit=out.xml", folder=folder)
    assert (ran.code, ran.out) == (2, b"")
    assert "nothing was measured" in ran.said[0]
    assert b'errors="1"' in (folder / "out.xml").read_bytes()


def test_files_are_named_from_the_root_of_the_repository(folder: Path) -> None:
    words = ("check", "git.json", *BUDGET, "-f", "github")
    for workspace in ("", str(folder), "/elsewhere"):
        ran = run(*words, folder=folder / "in", GITHUB_WORKSPACE=workspace)
        assert b"::error file=in/git.json,line=3,title=TS101 too-many-tools::" in ran.out


def test_what_is_about_the_whole_catalog_is_at_the_settings_file(folder: Path) -> None:
    (folder / "toolsearch.yaml").write_text("catalogs: [in]\n", encoding="utf-8")
    ran = run("check", *BUDGET, "-f", "github", folder=folder / "in")
    assert b"::error file=toolsearch.yaml,title=TS101" in ran.out
