"""`toolsearch describe`: forms of the answer, names, scope."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest
from typer.testing import CliRunner

from tests.catalogs import TRACKERS, catalog_file, source, tool
from toolsearch_cli.cli.app import app
from toolsearch_cli.errors import UsageError

if TYPE_CHECKING:
    from pathlib import Path

    from typer.testing import Result

HOSTILE = "\x9b31m\u202e\U000e0041"


@pytest.fixture
def trackers(tmp_path: Path) -> str:
    return catalog_file(tmp_path, *TRACKERS)


def describe(*words: str) -> Result:
    return CliRunner().invoke(app, ["describe", *words])


def answer(*words: str) -> dict[str, Any]:
    result = describe(*words, "-f", "json")
    assert result.exit_code == 0, result.stderr
    found: dict[str, Any] = json.loads(result.stdout)
    return found


def test_one_tool_stands_at_the_top_and_in_the_list(trackers: str) -> None:
    found = answer("mcp_linear_archive", "-c", trackers)
    assert found["toolsearch"] == "describe/1"
    assert found["result"]["name"] == "mcp__linear__archive"
    assert found["standing"] == "deferred"
    assert found["tool"] == {
        "source": "linear",
        "kind": "mcp",
        "name": "archive",
        "file": trackers,
        "pointer": "/servers/1/tools/1",
        "unknown": [],
    }
    assert found["tokens"] > 0
    assert found["exact"] is None
    (listed,) = found["tools"]
    assert listed == {key: found[key] for key in listed}


def test_rivals_have_names_sources_and_scores(trackers: str) -> None:
    found = answer("linear/create_issue", "-c", trackers)
    assert found["rivals"][0]["name"] == "mcp__github__create_issue"
    assert found["rivals"][0]["source"] == "github"
    assert found["own"]["score"] > found["rivals"][0]["score"] > 0


def test_exact_counts_are_asked_for(trackers: str) -> None:
    exact = answer("archive", "-c", trackers, "--exact")["exact"]
    assert exact["encoding"] == "o200k_base"
    assert exact["tokens"] > 0


def test_several_names_and_globs_are_answered_in_order_and_once(trackers: str) -> None:
    found = answer("archive", "github/*", "*_code", "-c", trackers)
    assert [one["name"] for one in found["tools"]] == [
        "mcp__linear__archive",
        "mcp__github__create_issue",
        "mcp__github__list_issues",
        "mcp__github__search_code",
    ]
    assert "result" not in found


@pytest.mark.parametrize(
    ("name", "standing"),
    [
        ("archive", "deferred"),
        ("terminal", "eager"),
        ("tool_search", "bridge"),
        ("read_file", "core"),
        ("github/search_code", "out-of-scope"),
    ],
)
def test_every_standing_is_told_apart(trackers: str, name: str, standing: str) -> None:
    found = answer(name, "-c", trackers, "--without", "github")
    assert found["standing"] == standing
    assert ("error" in found["result"]) is (standing != "deferred")


@pytest.mark.parametrize("name", ["nope", "create_issue", "zz*"])
def test_what_names_no_one_tool_is_an_error(trackers: str, name: str) -> None:
    error = describe(name, "-c", trackers).exception
    assert isinstance(error, UsageError)
    assert error.exit_code == 2
    assert error.hint


def test_the_newer_releases_answer_in_their_own_shape(trackers: str) -> None:
    found = answer("archive", "-c", trackers, "--host", "hermes@0.22")
    assert list(found["result"]["tools"]) == ["mcp__linear__archive"]


def test_hostile_text_keeps_its_value_in_json_and_is_visible_in_a_table(tmp_path: Path) -> None:
    file = catalog_file(tmp_path, source("x", tool("jot", f"Note {HOSTILE}")))
    assert answer("jot", "-c", file)["result"]["description"] == f"Note {HOSTILE}"
    plain = describe("jot", "-c", file).stdout
    body = plain[plain.index("\n{\n") : plain.index("\n}\n") + 3]
    assert json.loads(body)["description"] == f"Note {HOSTILE}", "a pipe gets the very value"
    table = describe("jot", "-c", file, "-f", "table").stdout
    assert r"\u202e" in table
    assert not set(HOSTILE) & set(table) - set("31m")


def test_markdown_fences_the_schema_whatever_it_holds(tmp_path: Path) -> None:
    file = catalog_file(tmp_path, source("x", tool("jot", "```` <b> ````")))
    text = describe("jot", "-c", file, "-f", "markdown").stdout
    assert text.count("\n`````\n") == 2


def test_rows_are_rivals(trackers: str) -> None:
    lines = describe("linear/create_issue", "-c", trackers, "-f", "jsonl").stdout.splitlines()
    first = json.loads(lines[0])
    assert (first["described"], first["rank"]) == ("mcp__linear__create_issue", 0)


def test_help_teaches_with_examples() -> None:
    assert "toolsearch describe github/create_issue" in describe("--help").stdout
