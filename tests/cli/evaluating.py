"""A small catalog, labelled queries, and `eval` over them."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from jsonschema import Draft202012Validator
from typer.testing import CliRunner

from tests.catalogs import source, tool
from toolsearch_cli.cli.app import app
from toolsearch_cli.data import DIRECTORY

if TYPE_CHECKING:
    from pathlib import Path

SCHEMA = json.loads((DIRECTORY / "schemas" / "eval-1.json").read_bytes())
GITHUB = source(
    "github",
    tool("create_issue", "Open a new issue in a repository.", "title"),
    tool("list_issues", "List the issues of a repository."),
    tool("merge", "Merge a pull request."),
)
FILES = source(
    "files", tool("read", "Read a file from disk.", "path"), tool("merge", "Join files.")
)


def queries_file(folder: Path, *entries: dict[str, Any]) -> str:
    path = folder / "queries.jsonl"
    path.write_text("".join(f"{json.dumps(one)}\n" for one in entries), encoding="utf-8")
    return str(path)


def asked(query: str, *expected: str, **more: Any) -> dict[str, Any]:
    return {"query": query, "expected": list(expected), **more}


def run(*words: str) -> Any:
    return CliRunner().invoke(app, ["eval", *words])


def evaluated(*words: str, code: int = 0) -> dict[str, Any]:
    ran = run(*words, "--json", "--resamples", "100")
    assert ran.exit_code == code, (ran.stderr, ran.exception)
    answer: dict[str, Any] = json.loads(ran.stdout)
    assert list(Draft202012Validator(SCHEMA).iter_errors(answer)) == []
    return answer


def value(answer: dict[str, Any], metric: str, group: int = 0, at: int = 0) -> float:
    figures = answer["evaluations"][at]["groups"][group]["figures"]
    found: float = figures[metric]["value"]
    return found
