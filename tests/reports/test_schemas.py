"""Every JSON answer keeps to the JSON Schema that ships with the package."""

from __future__ import annotations

import copy
import json
import re
from functools import cache
from typing import TYPE_CHECKING, Any, Final

import pytest
from jsonschema import Draft202012Validator
from typer.testing import CliRunner

from tests.golden_cases import golden_file
from toolsearch_cli.cli.app import app
from toolsearch_cli.data import DIRECTORY

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

SCHEMAS: Final = DIRECTORY / "schemas"

ALL_BUDGETS: Final = (
    *("--max-tools", "1", "--max-tools", "*=1", "--max-eager-tokens", "100"),
    *("--max-listing-tokens", "*=90k", "--max-tier", "1", "--max-tool-tokens", "30"),
)
COMMANDS: Final[dict[str, tuple[tuple[str, ...], ...]]] = {
    "tiers": (("--context", "500,200k,unknown"),),
    "manifest": (("--context", "200k"), ("--context", "500")),
    "check": (ALL_BUDGETS, ("--max-tier", "2", "--context", "500,1M")),
    "query": (("create issue", "--explain"), ("zzz",), ("get", "list", "--ranker", "okapi")),
    "describe": (("*",), ("tool_search",)),
    "call": (("tool_search", '{"query": "issue", "queries": ["issue"]}'), ("x", "{}")),
    "sweep": (("--context", "8k"), ("--context", "unknown", "--threshold-pct", "0")),
    "compare": (("--query", "create issue"),),
    "findability": ((), ("--top", "2", "--min", "1")),
    "cost": (("--tools-used", "5", "--edits", "2"), ("--context", "500", "--misses", "26")),
    "diff": (("sample:plugins", "--context", "8k"), ("sample:everyday", "--fail-on", "any,tier")),
}
"""What is asked of every odd catalog: one line a command."""

ELSEWHERE: Final = {"eval", "explain", "formats", "hosts", "questions", "snapshot", "recording"}
"""Answers that the tests of their commands hold to their schemas."""

HOSTS: Final = ("hermes@0.19", "hermes", "hermes@0.22")
"""Every shape of an answer: no listing, one query and one name a call, several of both."""

ASKED: Final = (
    *((command, host) for command in COMMANDS for host in HOSTS),
    *(("tiers", "codex"), ("tiers", "openai"), ("query", "codex"), ("query", "docker")),
    *(("describe", "arion"), ("manifest", "claude-code")),
)
"""Also a line a source, servers for tools, no describe tool."""

BAD_INPUT: Final = 2
"""A command may refuse a question (no tool matches `*`); then it answers nothing."""


@cache
def shipped(command: str) -> dict[str, Any]:
    schema: dict[str, Any] = json.loads((SCHEMAS / f"{command}-1.json").read_bytes())
    return schema


@cache
def validator(command: str) -> Draft202012Validator:
    return Draft202012Validator(shipped(command))


@cache
def edges() -> dict[str, Any]:
    found: dict[str, Any] = json.loads(golden_file("edge_catalogs.json").read_bytes())
    return found


def answered(command: str, *words: str) -> dict[str, Any] | None:
    """Run a command; `None` where it refuses the question."""
    ran = CliRunner().invoke(app, [command, *words, "--json", "-q"])
    if not ran.stdout:
        assert ran.exception is not None
        assert getattr(ran.exception, "exit_code", None) == BAD_INPUT, repr(ran.exception)
        return None
    answer: dict[str, Any] = json.loads(ran.stdout)
    return answer


def complaints(command: str, answer: object) -> list[str]:
    return [
        f"{error.json_path}: {error.message[:200]}"
        for error in validator(command).iter_errors(answer)
    ]


@pytest.mark.parametrize(("command", "host"), ASKED)
def test_answers_on_odd_catalogs_are_valid(command: str, host: str, tmp_path: Path) -> None:
    answers = 0
    for name, catalog in edges().items():
        path = tmp_path / f"{name}.json"
        path.write_text(json.dumps(catalog), encoding="utf-8")
        for words in COMMANDS[command]:
            answer = answered(command, *words, "-c", str(path), "--host", host)
            if answer is not None:
                answers += 1
                assert complaints(command, answer) == [], (name, words)
    assert answers >= len(edges())


@pytest.mark.parametrize(
    ("command", "words"),
    [
        ("tiers", ("--exact", "--host", "hermes,hermes@0.19,hermes@0.22", "--context", "8k,200k")),
        ("manifest", ("--form", "names")),
        ("check", (*ALL_BUDGETS, "--host", "hermes,hermes@0.22")),
        ("query", ("create issue", "list files", "--host", "hermes@0.22", "--only", "git*")),
        ("query", ("create issue", "list files")),
        ("describe", ("github/*", "time/get_current_time", "--exact")),
        ("sweep", ("--context", "200k", "--of", "git*")),
        ("sweep", ("--host", "hermes@0.19", "--context", "1M")),
        ("diff", ("sample:fleet", "--host", "hermes,hermes@0.19", "--context", "8k,200k")),
    ],
)
def test_answers_on_real_catalogs_are_valid(command: str, words: tuple[str, ...]) -> None:
    answer = answered(command, *words, "-c", "sample:everyday")
    assert answer is not None
    assert complaints(command, answer) == []
    assert answer["toolsearch"] == f"{command}/1"


def objects(schema: Any, at: str = "") -> Iterator[tuple[str, dict[str, Any]]]:
    if isinstance(schema, dict):
        if "properties" in schema and isinstance(schema["properties"], dict):
            yield at, schema
        for key, value in schema.items():
            yield from objects(value, f"{at}/{key}")
    elif isinstance(schema, list):
        for position, value in enumerate(schema):
            yield from objects(value, f"{at}/{position}")


@pytest.mark.parametrize("command", COMMANDS)
def test_a_schema_is_a_schema_and_leaves_nothing_open(command: str) -> None:
    schema = shipped(command)
    Draft202012Validator.check_schema(schema)
    assert [
        at for at, part in objects(schema) if part.get("additionalProperties") is not False
    ] == []
    assert schema["properties"]["toolsearch"] == {"const": f"{command}/1"}


@pytest.mark.parametrize("command", COMMANDS)
def test_what_is_missing_or_new_is_noticed(command: str) -> None:
    """Each key of a real answer, at every depth that the schema describes."""
    words = COMMANDS[command][0]
    answer = answered(command, *words, "-c", "sample:everyday")
    assert answer is not None
    optional = {"fidelity", "remarks", "result", "explain"} if command == "query" else {"exact"}
    for key in answer.keys() - optional:
        without = {name: value for name, value in answer.items() if name != key}
        assert complaints(command, without), key
    assert complaints(command, {**answer, "new": 1})
    for key, value in answer.items():
        if isinstance(value, list) and value:
            more = copy.deepcopy(answer)
            more[key][0]["new"] = 1
            assert complaints(command, more), key


def test_every_record_has_a_schema_and_every_schema_a_record() -> None:
    """The name and version of a record stand in the command or the report that writes it."""
    files = [path for room in ("cli", "reports") for path in (DIRECTORY.parent / room).glob("*.py")]
    text = "".join(path.read_text(encoding="utf-8") for path in files)
    written = set(re.findall(r'"([a-z]+)/1"', text))
    shipped_ones = {path.stem.removesuffix("-1") for path in SCHEMAS.glob("*.json")}
    assert written == shipped_ones - {"settings"}  # what the program reads, not what it writes
    assert written == {*COMMANDS, *ELSEWHERE}
