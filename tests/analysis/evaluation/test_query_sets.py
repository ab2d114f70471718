"""Every shape of a query file gives the same queries; what is none is refused with its place."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest

from toolsearch_cli.analysis.evaluation.query_sets import (
    Expected,
    LabelledQuery,
    parse_query_set,
)
from toolsearch_cli.errors import InputError

ENTRIES: list[dict[str, Any]] = [
    {
        "query": "open an issue",
        "expected": "github/create_issue",
        "max_rank": 3,
        "kind": "sentence",
        "tags": ["a", "b"],
    },
    {"query": "list, then read", "expected": ["fs/list", "fs/read"], "grades": {"fs/read": 2}},
]
QUERIES = (
    LabelledQuery(
        text="open an issue",
        expected=(Expected("github/create_issue"),),
        max_rank=3,
        kind="sentence",
        tags=("a", "b"),
    ),
    LabelledQuery(text="list, then read", expected=(Expected("fs/list"), Expected("fs/read", 2.0))),
)
YAML = """
queries:
  - {query: open an issue, expected: github/create_issue, max_rank: 3, kind: sentence, tags: [a, b]}
  - query: list, then read
    expected: [fs/list, fs/read]
    grades: {fs/read: 2}
"""
CSV = """query,expected,max_rank,kind,tags,grades
open an issue,github/create_issue,3,sentence,a;b,
"list, then read",fs/list;fs/read,,,,fs/read=2
"""


@pytest.mark.parametrize(
    ("text", "file"),
    [
        ("\n".join(map(json.dumps, ENTRIES)), "q.jsonl"),
        (json.dumps(ENTRIES), "q.json"),
        (json.dumps({"queries": ENTRIES}, indent=1), "q.json"),
        (YAML, "q.yaml"),
        (CSV, "q.csv"),
        (CSV, "-"),
        ("\ufeff" + CSV.replace("\n", "\r\n"), "q.csv"),
    ],
    ids=["jsonl", "json", "object", "yaml", "csv", "csv-stdin", "csv-excel"],
)
def test_every_shape_gives_the_same_queries(text: str, file: str) -> None:
    assert parse_query_set(text, file) == QUERIES


def test_a_lone_entry_is_a_file_of_one() -> None:
    assert parse_query_set(json.dumps(ENTRIES[0]), "q.jsonl") == QUERIES[:1]


def test_prompts_by_tool_share_a_query() -> None:
    text = json.dumps({"a/x": ["do it", "again"], "b/y": "do it"})
    assert parse_query_set(text, "q.json") == (
        LabelledQuery(text="do it", expected=(Expected("a/x"), Expected("b/y"))),
        LabelledQuery(text="again", expected=(Expected("a/x"),)),
    )


def test_ids_say_which_tool_a_bare_name_means_and_grades_go_by_either() -> None:
    entry = {
        "query": "q",
        "relevant": ["get", "put"],
        "relevant_ids": ["a/get", "a/put"],
        "grades": {"a/get": 2, "put": 3, "b/more": 1},
    }
    (query,) = parse_query_set(json.dumps(entry), "q.jsonl")
    assert query.expected == (
        Expected("a/get", 2.0, "get"),
        Expected("a/put", 3.0, "put"),
        Expected("b/more", 1.0),
    )


def test_a_grade_of_zero_is_kept_until_it_is_known_which_tool_it_is_of() -> None:
    entry = {"query": "q", "expected": ["a", "b"], "grades": {"b": 0}}
    (query,) = parse_query_set(json.dumps(entry), "q.jsonl")
    assert query.expected == (Expected("a"), Expected("b", 0.0))


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("query,expected\ncreate, issue,get\n", "line 2: 3 cells for 2 columns"),
        ("query,expected,query\na,b,c\n", "line 1: two columns are called query"),
        ("query,expected,grades\na,b,b=nan\n", "line 2: grades: b: expected a number"),
        ("query,expected,grades\na,b,b=inf\n", "line 2: grades: b: expected a number"),
    ],
)
def test_a_csv_that_says_more_than_it_can_is_refused(text: str, says: str) -> None:
    with pytest.raises(InputError, match=re.escape(f"q.csv: {says}")):
        parse_query_set(text, "q.csv")


def test_a_key_that_is_nearly_one_is_named() -> None:
    with pytest.raises(InputError) as caught:
        parse_query_set('{"query": "q", "expcted": "a"}', "q.jsonl")
    assert caught.value.hint == "is expcted meant to be expected?"


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("[]", "q.json: holds no queries"),
        ('[{"query": "a", "expected": "x"}, 5]', "q.json: entry 2: expected an object"),
        ('[{"expected": "x"}]', 'q.json: entry 1: has no "query"'),
        ('[{"query": "a"}]', "q.json: entry 1: expects no tool"),
        ('[{"query": "a", "expected": []}]', "q.json: entry 1: expects no tool"),
        ('[{"query": "a", "expected": 5}]', "q.json: entry 1: expected: expected text"),
        ('[{"query": "a", "expected": "x", "max_rank": 0}]', "q.json: entry 1: max_rank"),
        ('[{"query": "a", "expected": "x", "grades": {"x": "hi"}}]', "q.json: entry 1: grades"),
        (
            '[{"query": "a", "expected": "x", "grades": {"x": 1' + "0" * 400 + "}}]",
            "q.json: entry 1: grades: x: expected a number",
        ),
        ('{"x": [5]}', "q.json: /x: a query is text"),
        ('{"x": ["a"], "x": ["b"]}', "q.json: one object has the key x twice"),
        ('{"query": "a", "expected": "x"}\nhello\n', "q.json: "),
        ('query,kind\n"a,b', "q.json: line 2: expects no tool"),
    ],
)
def test_what_is_no_query_is_refused_with_its_place(text: str, says: str) -> None:
    with pytest.raises(InputError) as error:
        parse_query_set(text, "q.json")
    assert error.value.message.startswith(says)
