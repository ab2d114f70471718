"""`toolsearch formats`: what is read as a catalog, with an example that is one."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest
from jsonschema import Draft202012Validator
from typer.testing import CliRunner

from toolsearch_cli.catalog.formats import ENTRIES
from toolsearch_cli.catalog.writing import TARGETS
from toolsearch_cli.cli.app import app
from toolsearch_cli.data import DIRECTORY

if TYPE_CHECKING:
    from pathlib import Path

SCHEMA = json.loads((DIRECTORY / "schemas" / "formats-1.json").read_bytes())
NAMES = sorted(entry.name for entry in ENTRIES)


def formats(*words: str) -> Any:
    return CliRunner().invoke(app, ["formats", *words])


def test_all_formats_are_a_table_by_name() -> None:
    lines = formats().stdout.splitlines()
    assert [line.split()[0] for line in lines[1 : 1 + len(NAMES)]] == NAMES


def test_which_ones_convert_writes() -> None:
    (document,) = [json.loads(formats("--json").stdout)]
    assert {one["format"] for one in document["formats"] if one["written"]} == set(TARGETS)
    for name in TARGETS:
        assert f"written by: toolsearch convert --as {name}" in formats(name).stdout


@pytest.mark.parametrize("name", NAMES)
def test_one_format_says_how_it_is_read_and_shows_its_example(name: str) -> None:
    (entry,) = (entry for entry in ENTRIES if entry.name == name)
    said = formats(name).stdout
    assert said.startswith(f"{name} · {entry.format.summary}\n")
    assert all(line in said for line in entry.format.reading)
    assert entry.format.example.strip() in said


def test_several_formats_are_several_pages() -> None:
    said = formats("openapi", "mcp").stdout
    assert said.index("openapi · ") < said.index("mcp · ")


@pytest.mark.parametrize("name", ["openapi", "anthropic", "traffic"])
def test_an_example_alone_is_a_catalog(name: str, tmp_path: Path) -> None:
    ran = formats(name, "--example")
    path = tmp_path / "example.txt"
    path.write_text(ran.stdout, encoding="utf-8")
    assert CliRunner().invoke(app, ["tiers", str(path)]).exit_code == 0


def test_one_example_at_a_time() -> None:
    assert getattr(formats("--example").exception, "exit_code", None) == 2


def test_a_format_that_does_not_exist() -> None:
    ran = formats("open_api")
    assert getattr(ran.exception, "exit_code", None) == 2
    assert getattr(ran.exception, "hint", None) == "did you mean openapi?"


def test_a_word_that_is_like_none_of_them_gets_them_all() -> None:
    hint = getattr(formats("nope").exception, "hint", "")
    assert hint.startswith("formats: ")
    assert set(hint.removeprefix("formats: ").split(", ")) == set(NAMES)


@pytest.mark.parametrize("words", [(), ("gemini", "bundle")])
def test_json_keeps_to_its_schema(words: tuple[str, ...]) -> None:
    Draft202012Validator.check_schema(SCHEMA)
    Draft202012Validator(SCHEMA).validate(json.loads(formats(*words, "--json").stdout))


def test_every_form_of_a_table() -> None:
    for form in ("table", "plain", "csv", "jsonl", "markdown", "svg"):
        assert "openapi" in formats("-f", form).stdout
