"""`toolsearch diff` as CI runs it: real processes, their streams and exit codes."""

from __future__ import annotations

import csv
import io
import json
from typing import TYPE_CHECKING, Any

import pytest
from jsonschema import Draft202012Validator

from tests.catalogs import source, tool
from tests.process.program import Ran, run
from toolsearch_cli.data import DIRECTORY

if TYPE_CHECKING:
    from pathlib import Path

CREATE = tool("create_issue", "Create an issue", "title", "body")
LIST = tool("list_issues", "List the issues", "state")
OLD = source("github", CREATE, LIST)
BREAKING = source("github", CREATE)
ROUTING = source("github", {**CREATE, "description": "Open an issue"}, LIST)
COSMETIC = source("github", {**CREATE, "annotations": {"readOnlyHint": False}}, LIST)
SHUFFLED = source("github", LIST, dict(reversed(CREATE.items())))
LARGE = source("github", CREATE, LIST, *(tool(f"tool_{at}", "Does a thing") for at in range(200)))


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    files = {
        "old": OLD,
        "breaking": BREAKING,
        "routing": ROUTING,
        "cosmetic": COSMETIC,
        "shuffled": SHUFFLED,
        "large": LARGE,
    }
    for name, value in files.items():
        write(tmp_path / f"{name}.json", {"servers": [value]})
    write(tmp_path / "empty.json", {"tools": []})
    write(tmp_path / "page.json", {"tools": [CREATE, LIST], "nextCursor": "more"})
    (tmp_path / "cut.json").write_text('{"servers": [', encoding="utf-8")
    (tmp_path / "queries.txt").write_text('open an issue\n{"query": "list"}\n', encoding="utf-8")
    return tmp_path


def write(path: Path, value: Any) -> None:
    path.write_text(json.dumps(value), encoding="utf-8")


def diff(folder: Path, *words: str, given: bytes = b"", seed: str = "0", catalog: str = "") -> Ran:
    variables = {"PYTHONHASHSEED": seed, "TOOLSEARCH_CATALOG": catalog}
    return run("diff", *words, given=given, stream=None, folder=folder, **variables)


@pytest.mark.parametrize("new", ["old", "shuffled"])
def test_where_nothing_changed_it_is_one_sentence(folder: Path, new: str) -> None:
    ran = diff(folder, "old.json", f"{new}.json")
    said = "No change: 2 tools of 1 source, as before.\n"
    assert (ran.code, ran.text, ran.err) == (0, said, b"")


CODES = {
    "shuffled": (0, 0, 0),
    "cosmetic": (0, 0, 1),
    "routing": (0, 1, 1),
    "breaking": (1, 1, 1),
    "large": (0, 1, 1),
}


@pytest.mark.parametrize("new", CODES)
def test_what_fails(folder: Path, new: str) -> None:
    conditions = ("breaking", "routing", "any")
    for condition, code in zip(conditions, CODES[new], strict=True):
        ran = diff(folder, "old.json", f"{new}.json", "--fail-on", condition)
        assert ran.code == code, condition
        assert ("\nfailed: " if code else "\nok: no ") in ran.text
    assert diff(folder, "old.json", f"{new}.json").code == 0


def test_a_reference_that_leads_out_of_the_file_is_said_and_no_gate_passes_it(
    folder: Path,
) -> None:
    away = tool("find", "Find a page", "q")
    away["inputSchema"]["properties"]["q"] = {"$ref": "https://example.org/q.json#/Q"}
    for name, own in (("a", away), ("b", away), ("c", {**away, "description": "Find"})):
        write(folder / f"{name}.json", {"servers": [source("docs", own)]})
    told = "! docs/find: https://example.org/q.json#/Q leads out of the schema"
    same, other = diff(folder, "a.json", "b.json"), diff(folder, "a.json", "c.json")
    assert (same.code, other.code) == (0, 0)
    assert same.text.startswith("No change in what the files hold: 1 tool of 1 source, but not")
    assert told in same.text
    assert told in other.text
    for condition, code in (("breaking", 2), ("routing", 2), ("any", 2), ("tier", 0)):
        ran = diff(folder, "a.json", "b.json", "--fail-on", condition, "--json")
        answer = json.loads(ran.text)
        assert (ran.code, answer["passed"]) == (code, code == 0)
        assert [one["pointer"] for one in answer["unfollowed"]] == [
            "/servers/0/tools/0/inputSchema/properties/q/$ref"
        ]
        assert ("not compared" in "".join(ran.said)) is (code == 2)
    assert diff(folder, "a.json", "c.json", "--fail-on", "routing").code == 1


def test_a_worse_tier_fails_in_any_of_the_scenarios(folder: Path) -> None:
    words = ("old.json", "large.json", "--fail-on", "tier")
    assert diff(folder, *words, "--context", "1M").code == 0
    assert diff(folder, *words, "--context", "3k").code == 1
    ran = diff(folder, *words, "--fail-on", "breaking,tier", "--context", "1M,3k")
    assert ran.code == 1
    assert "\nok: no breaking changes\nfailed: worse tier\n" in ran.text
    assert diff(folder, "large.json", "old.json", "--fail-on", "tier", "--context", "3k").code == 0


def test_the_page_says_what_changed_and_what_it_does(folder: Path) -> None:
    text = diff(folder, "old.json", "breaking.json", "--context", "200k").text
    for line in (
        "old.json → breaking.json",
        "1 breaking change",
        "tools: 1 removed, 1 as before",
        "breaking  tool-removed  github/list_issues",
        "hermes · verified · context 200k",
        "TIER 1 full, as before",
        "The listing: 1 line added, 2 removed",
        "-- mcp__github__list_issues: List the issues",
    ):
        assert line in text.split("\n")
    assert "The tools array is another from byte" in text


def test_of_many_names_those_are_shown_that_went_or_came(folder: Path) -> None:
    fewer = source("github", *(one for one in LARGE["tools"] if one["name"] != "tool_7"))
    write(folder / "fewer.json", {"servers": [fewer]})
    words = ("large.json", "fewer.json", "--listing-max-tokens", "1500")
    lines = diff(folder, *words).text.splitlines()
    assert "-mcp__github__tool_7 (201 names as before)" in lines
    assert "+ (201 names as before)" in lines
    whole = diff(folder, *words, "-v").text.splitlines()
    assert any(line.startswith("-mcp__github__create_issue, ") for line in whole)


def test_answers_that_change_are_told(folder: Path) -> None:
    text = diff(folder, "old.json", "breaking.json", "--queries", "queries.txt").text
    assert "! 1 of 2 queries answered otherwise, 1 with another first hit." in text
    assert "list   mcp__github__list_issues  -" in text
    same = diff(folder, "old.json", "cosmetic.json", "--queries", "queries.txt").text
    assert "· 2 queries: every answer is as before." in same


def test_json_keeps_to_its_schema_and_says_where_in_both_files(folder: Path) -> None:
    schema = json.loads((DIRECTORY / "schemas" / "diff-1.json").read_bytes())
    words = ("--queries", "queries.txt", "--fail-on", "routing", "--json")
    ran = diff(folder, "old.json", "routing.json", *words)
    answer = json.loads(ran.out)
    assert (ran.code, answer["passed"], answer["fired"]) == (1, False, ["routing"])
    assert list(Draft202012Validator(schema).iter_errors(answer)) == []
    (change,) = answer["changes"]
    assert change["old"] == {"file": "old.json", "pointer": "/servers/0/tools/0/description"}
    assert (change["before"], change["after"]) == ("Create an issue", "Open an issue")
    assert [one["query"] for one in answer["scenarios"][0]["answers"]] == ["open an issue", "list"]


def test_rows_for_programs(folder: Path) -> None:
    (row,) = csv.DictReader(
        io.StringIO(diff(folder, "old.json", "breaking.json", "-f", "csv").text)
    )
    assert (row["class"], row["change"], row["tool"]) == ("breaking", "tool-removed", "list_issues")
    assert (row["old_pointer"], row["new_pointer"]) == ("/servers/0/tools/1", "/servers/0")
    (line,) = diff(folder, "old.json", "breaking.json", "-f", "jsonl").text.splitlines()
    assert json.loads(line)["old_file"] == "old.json"
    assert (
        "| breaking | tool-removed |"
        in diff(folder, "old.json", "breaking.json", "-f", "markdown").text
    )


def test_the_new_catalog_may_be_the_one_of_the_project(folder: Path) -> None:
    assert diff(folder, "old.json", "-c", "breaking.json", "--fail-on", "any").code == 1
    (folder / "toolsearch.yaml").write_text("catalogs: [routing.json]\n", encoding="utf-8")
    assert "description-changed" in diff(folder, "old.json").text
    assert diff(folder, "old.json", catalog="old.json").text.startswith("No change")


def test_a_source_that_no_file_names_is_the_same_by_pipe(folder: Path) -> None:
    for name in ("a.json", "b.json"):
        write(folder / name, {"tools": [CREATE]})
    ran = diff(folder, "a.json", "b.json")
    assert ran.text.startswith("No change")
    assert ran.said == ["a.json does not name its source: compared as b."]
    piped = diff(folder, "-", "b.json", "-q", given=(folder / "a.json").read_bytes())
    assert (piped.text, piped.err) == (ran.text, b"")


@pytest.mark.parametrize(
    ("words", "error", "hint"),
    [
        (("absent.json", "old.json"), "absent.json: there is no such file", "name a file"),
        (("old.json", "cut.json"), "cut.json: ", ""),
        (("empty.json", "old.json"), "nothing was compared: OLD holds no tools", "with tools"),
        (("old.json", "empty.json"), "nothing was compared: NEW holds no tools", "with tools"),
        (("old.json",), "no catalog named", "toolsearch.yaml"),
        (("-", "-"), "standard input can be OLD or NEW", "save one"),
        (("old.json", "old.json", "-c", "old.json"), "two new catalogs", "one way"),
        (("old.json", "old.json", "--fail-on", "braking"), "no such condition", "breaking, rou"),
        (("old.json", "old.json", "--only", "nope"), "--only nope: no such source", "github"),
        (("old.json", "old.json", "--without", "*"), "nothing was compared", "scope"),
        (("old.json", "old.json", "--queries", "absent.txt"), "absent.txt: cannot be read", ""),
        (("old.json", "old.json", "--queries", "cut.json"), "cut.json: line 1: not JSON", ""),
        (("old.json", "old.json", "-f", "svg"), "-f svg: not for this answer", "markdown"),
        (("page.json", "page.json", "--fail-on", "any"), "not compared: page is one", "all pages"),
    ],
)
def test_what_was_not_compared_is_neither_a_pass_nor_a_failure(
    folder: Path, words: tuple[str, ...], error: str, hint: str
) -> None:
    ran = diff(folder, *words)
    assert ran.code == 2
    said = [line for line in ran.said if "toolsearch: warning:" not in line]
    assert said[0].startswith("toolsearch: error: ")
    assert error in said[0]
    assert hint in "\n".join(said[1:])


def test_without_a_catalog_it_is_bad_usage(folder: Path) -> None:
    assert diff(folder).code == 2


def test_hostile_names_move_no_cursor_and_break_no_table(folder: Path) -> None:
    name = "a\x1b[2J|b\u202ec\n::error::x"
    write(folder / "a.json", {"servers": [source(name, tool("t\x07", "<b>x</b>", "=1+1"))]})
    write(folder / "b.json", {"servers": [source(name, tool("t\x07", "| y |", "=1+2"))]})
    for form in ("plain", "table", "markdown", "csv", "jsonl", "json"):
        text = diff(folder, "a.json", "b.json", "-f", form).text
        assert not {"\x1b", "\u202e", "\x07"} & set(text), form
        assert not any(line.startswith("::") for line in text.splitlines()), form
        assert ",=1+" not in text, form
    markdown = diff(folder, "a.json", "b.json", "-f", "markdown").text
    assert "<b>" not in markdown.split("```")[0]


def test_the_same_input_gives_the_same_bytes(folder: Path) -> None:
    words = ("sample:plugins", "sample:everyday", "--json")
    answers = {diff(folder, *words, seed=seed).out for seed in ("1", "2")}
    assert len(answers) == 1
