"""`toolsearch query`: what it reads, and the forms it answers in."""

from __future__ import annotations

import csv
import io
import json
from typing import TYPE_CHECKING, Any

import pytest
from typer.testing import CliRunner

from tests.catalogs import TRACKERS, catalog_file, source, tool
from toolsearch_cli.analysis.searching import RANKERS
from toolsearch_cli.cli.app import app
from toolsearch_cli.cli.choices import RankerName
from toolsearch_cli.errors import UsageError

if TYPE_CHECKING:
    from pathlib import Path

    from typer.testing import Result

HOSTILE = "\x1b[31m\u202eevil"


@pytest.fixture
def trackers(tmp_path: Path) -> str:
    return catalog_file(tmp_path, *TRACKERS)


def query(*words: str, stdin: str | bytes | None = None, **environment: str) -> Result:
    return CliRunner().invoke(app, ["query", *words], input=stdin, env=environment)


def answer(*words: str, stdin: str | None = None) -> dict[str, Any]:
    result = query(*words, "--json", stdin=stdin)
    assert result.exit_code == 0, result.stderr
    found: dict[str, Any] = json.loads(result.stdout)
    return found


def refused(*words: str, stdin: str | None = None, **environment: str) -> UsageError:
    error = query(*words, stdin=stdin, **environment).exception
    assert isinstance(error, UsageError)
    return error


def test_one_query_gives_the_hosts_own_result_beside_the_explanation(trackers: str) -> None:
    found = answer("create issue", "-c", trackers)
    assert found["toolsearch"] == "query/1"
    assert found["result"]["query"] == "create issue"
    assert found["result"]["total_available"] == 6
    names = [match["name"] for match in found["result"]["matches"]]
    (explained,) = found["explain"]
    assert [hit["name"] for hit in explained["hits"]] == names
    assert explained["path"] == "bm25"
    assert explained["words"][0] | {"idf": 0} == {
        "word": "create",
        "term": "create",
        "df": 2,
        "idf": 0,
    }
    best = explained["hits"][0]
    assert best["score"] == pytest.approx(sum(term["contribution"] for term in best["terms"]))
    assert found["calls"] == [
        {
            "queries": ["create issue"],
            "offered": True,
            "left_out": 0,
            "fidelity": "verified",
            "remarks": [],
            "result": found["result"],
            "explain": found["explain"],
        }
    ]


def test_several_queries_are_several_calls_of_a_release_that_takes_one(trackers: str) -> None:
    found = answer("create issue", "archive", "-c", trackers)
    assert [call["queries"] for call in found["calls"]] == [["create issue"], ["archive"]]
    assert "result" not in found
    said = query("create issue", "archive", "-c", trackers, "-v").stderr
    assert "hermes takes one query a call: 2 calls" in said


def test_several_queries_are_one_call_of_a_release_that_takes_several(trackers: str) -> None:
    found = answer("create issue", "archive", "-c", trackers, "--host", "hermes@0.22")
    assert found["result"]["queries"] == ["create issue", "archive"]
    assert [one["query"] for one in found["explain"]] == ["create issue", "archive"]


def test_queries_beyond_what_one_call_takes_are_said_to_be_dropped(trackers: str) -> None:
    words = [f"q{number}" for number in range(9)]
    result = query(*words, "-c", trackers, "--host", "hermes@0.22")
    assert "hermes@0.22 answers 7 of 9 queries in one call" in result.stderr


@pytest.mark.parametrize(
    ("limit", "used"), [("2", 2), ("0", 1), ("-3", 1), ("999", 20), ("abc", 5), ("2.9", 5)]
)
def test_the_limit_is_clamped_as_the_host_does_and_it_is_said(
    trackers: str, limit: str, used: int
) -> None:
    result = query("issue", "-c", trackers, "--limit", limit, "--json")
    assert json.loads(result.stdout)["explain"][0]["limit"] == used
    assert (f"takes it as {used}" in result.stderr) is (str(used) != limit)


def test_no_hit_is_an_answer(trackers: str) -> None:
    result = query("frobnicate", "-c", trackers)
    assert result.exit_code == 0
    assert "! No tool contains “frobnicate”." in result.stdout


def test_a_blank_query_gets_the_hosts_error(trackers: str) -> None:
    assert answer("  ", "-c", trackers)["result"] == {"error": "query is required"}


def test_okapi_has_no_host_result(trackers: str) -> None:
    found = answer("issue", "-c", trackers, "--ranker", "okapi")
    assert found["ranker"] == "okapi"
    assert found["result"] is None
    assert found["explain"][0]["path"] == "okapi"


def test_an_exact_name_is_valid_json(trackers: str) -> None:
    found = answer("mcp__linear__archive", "-c", trackers, "--host", "hermes@0.22")
    best = found["explain"][0]["hits"][0]
    assert (best["exact"], best["score"]) == (True, None)


def test_the_scope_holds(trackers: str) -> None:
    found = answer("issue", "-c", trackers, "--only", "linear")
    assert found["calls"][0]["left_out"] == 3
    assert found["result"]["total_available"] == 2


def test_queries_on_standard_input_are_answered_one_a_line(trackers: str) -> None:
    result = query("-c", trackers, stdin="create issue\n\n  archive  \r\n")
    assert result.exit_code == 0
    heads = [line for line in result.stdout.splitlines() if line.startswith("“")]
    assert [head.split("”")[0] for head in heads] == ["“create issue", "“archive"]


def test_a_byte_order_mark_is_no_part_of_a_query(trackers: str) -> None:
    result = query("-c", trackers, "--json", stdin="archive\n".encode("utf-8-sig"))
    assert json.loads(result.stdout)["calls"][0]["queries"] == ["archive"]


def test_lines_are_each_their_own_call_whatever_the_release(trackers: str) -> None:
    found = answer("-c", trackers, "--host", "hermes@0.22", stdin="issue\narchive\n")
    assert [call["result"]["queries"] for call in found["calls"]] == [["issue"], ["archive"]]


def test_csv_has_one_header_and_a_row_a_hit(trackers: str) -> None:
    text = query("-c", trackers, "-f", "csv", stdin="archive\nticket\n").stdout
    rows = list(csv.DictReader(io.StringIO(text)))
    assert [(row["query"], row["rank"], row["tool"]) for row in rows] == [
        ("archive", "1", "mcp__linear__archive"),
        ("ticket", "1", "mcp__linear__archive"),
    ]


def test_json_lines_are_all_json(trackers: str) -> None:
    text = query("-c", trackers, "-f", "jsonl", "--explain", stdin="archive\nticket\n").stdout
    rows = [json.loads(line) for line in text.splitlines()]
    assert [row["term"] for row in rows] == ["archive", "ticket"]


def test_a_file_holds_all_answers(trackers: str, tmp_path: Path) -> None:
    file = tmp_path / "answers.txt"
    assert query("-c", trackers, "-o", str(file), stdin="archive\nticket\n").stdout == ""
    text = file.read_text(encoding="utf-8")
    assert "“archive”" in text
    assert "“ticket”" in text


@pytest.mark.parametrize("stdin", ["", "\n \n"])
def test_no_query_is_an_error(trackers: str, stdin: str) -> None:
    error = refused("-c", trackers, stdin=stdin)
    assert error.message == "no query"
    assert error.exit_code == 2


@pytest.mark.parametrize("prompt", [(), ("-i",)])
def test_standard_input_cannot_be_catalog_and_queries(prompt: tuple[str, ...]) -> None:
    assert "standard input is the catalog" in refused("-c", "-", *prompt, stdin="{}").message
    error = refused(*prompt, stdin="{}", TOOLSEARCH_CATALOG="-")
    assert "standard input is the catalog" in error.message


def test_a_catalog_on_standard_input_goes_with_a_query() -> None:
    text = json.dumps({"servers": list(TRACKERS)})
    assert answer("archive", "-c", "-", stdin=text)["result"]["matches"]


def test_interactive_takes_no_query(trackers: str) -> None:
    assert "--interactive" in refused("issue", "-i", "-c", trackers).message


def test_one_scenario_is_asked(trackers: str) -> None:
    assert "one --host" in refused("issue", "-c", trackers, "--context", "8k,1M").message


def test_hostile_text_is_visible_on_a_page_and_untouched_in_json(tmp_path: Path) -> None:
    file = catalog_file(
        tmp_path, source(f"plug{HOSTILE}", tool(f"jot{HOSTILE}", "note"), kind="plugin")
    )
    page = query(f"note {HOSTILE}", "-c", file, "--explain").stdout
    assert "\x1b" not in page
    assert "\u202e" not in page
    assert r"jot\x1b[31m\u202eevil" in page
    found = answer(f"note {HOSTILE}", "-c", file)
    assert found["result"]["matches"][0]["name"] == f"jot{HOSTILE}"
    assert found["explain"][0]["hits"][0]["source"] == f"plug{HOSTILE}"


def test_the_rankers_are_those_of_the_search() -> None:
    assert tuple(RankerName) == RANKERS


def test_help_teaches_with_examples() -> None:
    text = query("--help").stdout
    assert 'toolsearch query "create issue" --explain' in text
    assert "toolsearch query < queries.txt" in text


def test_a_file_among_the_queries_is_asked_and_said_to_be_one(tmp_path: Path) -> None:
    path = catalog_file(tmp_path, source("git", tool("add", "Add a file")))
    ran = CliRunner().invoke(app, ["query", "add", path, "-c", path])
    assert ran.exit_code == 0
    assert f"to search that file write -c {path}" in ran.stderr.replace("\n", "")
