"""Where the values of a file start, held against the file and against what is loaded from it."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from toolsearch_cli.catalog.lines import Spot, in_repository, lines_of, spots
from toolsearch_cli.catalog.loading import load
from toolsearch_cli.catalog.model import Provenance

TEXT = """{
  "tools": [
    {"name": "a", "deep": {"x": [1,
      2]}},
    {
      "name": "b"}
  ],
  "a/b": {"m~n": "\\u007b", "": 7}
}
"""


@pytest.mark.parametrize(
    ("pointer", "line"),
    [
        ("", 1),
        ("/tools", 2),
        ("/tools/0", 3),
        ("/tools/0/deep/x/1", 4),
        ("/tools/1", 5),
        ("/tools/1/name", 6),
        ("/a~1b", 8),
        ("/a~1b/m~0n", 8),
        ("/a~1b/", 8),
    ],
)
def test_a_value_is_on_the_line_where_it_starts(pointer: str, line: int) -> None:
    assert lines_of(TEXT, [pointer]) == {pointer: line}


@pytest.mark.parametrize("pointer", ["/tools/2", "/tools/-", "/nothing", "/tools/0/name/x"])
def test_what_is_not_there_has_no_line(pointer: str) -> None:
    assert lines_of(TEXT, [pointer, "/tools"]) == {"/tools": 2}


@pytest.mark.parametrize(
    "text", ["", "{", "[1", '{"a" 1}', "a: 1\n---\na: 2", "{}\n{}", "[" * 5_000]
)
def test_what_is_not_one_json_value_has_no_lines(text: str) -> None:
    assert lines_of(text, ["/0", "/a"]) == {}


def test_comments_move_nothing() -> None:
    text = '// {\n{\n  /* [\n */ "tools": [ // 1\n {"name": "a"},\n ]}'
    assert lines_of(text, ["", "/tools", "/tools/0"]) == {"": 2, "/tools": 4, "/tools/0": 5}


def test_of_a_repeated_key_the_last_counts_as_when_it_is_loaded() -> None:
    assert lines_of('{"a": 1,\n"a": 2}', ["/a"]) == {"/a": 2}


VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(), inner, max_size=4),
    max_leaves=20,
)


def pointers(value: Any, at: str = "") -> list[tuple[str, Any]]:
    """Return every value of a document with its pointer."""
    found = [(at, value)]
    items = value if isinstance(value, dict) else {}
    if isinstance(value, list):
        items = dict(enumerate(value))
    for key, one in items.items():
        found += pointers(one, f"{at}/{str(key).replace('~', '~0').replace('/', '~1')}")
    return found


@given(VALUES)
def test_every_value_of_any_document_starts_on_its_line(value: Any) -> None:
    text = json.dumps(value, indent=1)
    every = pointers(value)
    lines = lines_of(text, [pointer for pointer, _ in every])
    rows = text.split("\n")
    for pointer, one in every:
        start = json.dumps(one, indent=1).split("\n")[0]
        assert start in rows[lines[pointer] - 1]


def test_tools_of_real_files_are_where_they_are_said_to_be() -> None:
    folder = Path(__file__).parents[2] / "sample_catalogs" / "everyday"
    catalog = load([str(folder)]).catalog
    tools = [tool for source in catalog.sources for tool in source.tools]
    found = spots([tool.provenance for tool in tools], folder.parent)
    for tool in tools:
        spot = found[tool.provenance]
        assert spot.line is not None
        rows = (folder.parent / spot.file).read_text(encoding="utf-8").split("\n")
        there = "\n".join(rows[spot.line - 1 :]).lstrip()
        assert json.JSONDecoder().raw_decode(there)[0]["name"] == tool.name


def test_what_is_in_no_repository_has_no_spot(tmp_path: Path) -> None:
    places = [Provenance("-", "/a"), Provenance("sample:demo/git.json", "/tools/0")]
    assert spots(places, tmp_path) == {}


def test_a_file_that_cannot_be_read_is_named_without_a_line(tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text("tools: [}", encoding="utf-8")
    places = [Provenance(str(tmp_path / name), "/tools/0") for name in ("a.txt", "gone.json")]
    assert list(spots(places, tmp_path).values()) == [Spot("a.txt"), Spot("gone.json")]


YAML = """# a catalog
tools:
- name: a
  inputSchema: &same
    type: object
-
  name: b
  inputSchema: *same
- {name: c, "in/valid": [1,
    2]}
"""


@pytest.mark.parametrize(
    ("pointer", "line"),
    [
        ("", 2),
        ("/tools", 3),
        ("/tools/0", 3),
        ("/tools/0/inputSchema/type", 5),
        ("/tools/1", 7),
        ("/tools/1/inputSchema", 8),
        ("/tools/2/in~1valid/1", 10),
    ],
)
def test_a_value_of_yaml_is_on_the_line_where_it_starts(pointer: str, line: int) -> None:
    assert lines_of(YAML, [pointer]) == {pointer: line}


def test_a_file_is_named_from_the_root_whatever_its_path(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "sub").mkdir()
    monkeypatch.chdir(tmp_path / "sub")
    for name in ("a.json", "./a.json", "../sub/a.json", str(tmp_path / "sub" / "a.json")):
        assert in_repository(name, tmp_path) == "sub/a.json"
    assert in_repository("../../a.json", tmp_path) == "../../a.json"
