"""Text that is broken, nested too deeply, or expands without bound: refused at its place."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

from tests.catalog.inputs import TOOL, only_tool, refusal, sources
from toolsearch_cli.catalog.json_text import MAX_DEPTH
from toolsearch_cli.catalog.loading import load
from toolsearch_cli.errors import InputError

if TYPE_CHECKING:
    from pathlib import Path

WHOLE = json.dumps({"name": "git", "kind": "mcp", "tools": [TOOL]}, indent=1)


@pytest.mark.parametrize("end", [1, 12, 40, len(WHOLE) // 2, len(WHOLE) - 1])
def test_a_truncated_file_says_where_it_breaks_off(end: int) -> None:
    error = refusal(WHOLE[:end])
    line = WHOLE[:end].count("\n") + 1
    assert "not JSON" in error.reason
    assert int(error.reason.partition(" at line ")[2].partition(",")[0]) <= line


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ('{"tools": [}', "expecting value at line 1, column 12"),
        ('{"tools": []}}', "more text after the value at line 1, column 14"),
        ('{"tools":\n [1 2]}', "expecting ',' delimiter at line 2, column 5"),
        ('{"tools": [] // end\n "x": 1}', "expecting ',' delimiter at line 2, column 2"),
        ('{"a": "\t"}', "invalid control character at line 1, column 8"),
        ("{'tools': []}", "expecting property name enclosed in double quotes"),
        ('{"name":"a","inputSchema":{}}\n{"name":"b",}x', "expecting property name enclosed in"),
        ('{"name":"a","inputSchema":{}}\n{"name" "b"}', "expecting ':' delimiter at line 2"),
        ('{"tools": []}\n]', "more text after the value at line 2, column 1"),
    ],
)
def test_broken_json_says_line_and_column(text: str, reason: str) -> None:
    assert f"not JSON: {reason}" in refusal(text).reason


@pytest.mark.parametrize(
    ("text", "place"),
    [
        ("name: x\ntools: [a", "line 3, column 1"),
        ("name: x\n\ttools: []", "line 2, column 1"),
        ("name: 'x\n", "line 2, column 1"),
        ("a: b: c\n", "line 1, column 5"),
    ],
)
def test_broken_yaml_says_line_and_column(tmp_path: Path, text: str, place: str) -> None:
    path = tmp_path / "x.yaml"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(InputError, match=f"not YAML: .*{place}"):
        load([str(path)])


@pytest.mark.parametrize(
    ("literal", "why"),
    [
        *((literal, "is not a JSON number") for literal in ("NaN", "Infinity", "-Infinity")),
        *((literal, "does not fit a 64-bit float") for literal in ("1e999", "-1e400")),
    ],
)
def test_numbers_that_json_cannot_hold(literal: str, why: str) -> None:
    text = f'{{"tools": [{{"name": "NaN 1e999",\n "inputSchema": {{"x": {literal}}}}}]}}'
    assert refusal(text).reason == f"{literal} {why} at line 2, column 23"


def test_a_number_of_thousands_of_digits() -> None:
    assert "several thousand digits" in refusal(f'{{"tools": [{"9" * 5000}]}}').reason


@pytest.mark.parametrize("opening", ["[", '{"a":', '[{"a":', "- ", "a: [", '{"tools":['])
def test_deep_nesting_is_refused(opening: str) -> None:
    assert refusal(opening * 100_000).reason == "nested more than 200 levels deep"


@pytest.mark.parametrize("levels", [MAX_DEPTH + 1, 900, 5_000])
def test_deep_nesting_is_refused_when_it_is_well_formed(levels: int) -> None:
    schema = '{"a": {}, "b": ' * levels + "1" + "}" * levels
    error = refusal(f'{{"tools": [{{"name": "x", "inputSchema": {schema}}}]}}')
    assert error.reason == "nested more than 200 levels deep"


def test_nesting_within_the_limit_loads() -> None:
    levels = MAX_DEPTH - 3
    schema = "[" * levels + "]" * levels
    assert only_tool(f'{{"tools": [{{"name": "x", "inputSchema": {schema}}}]}}').name == "x"


def bomb(levels: int, width: int) -> str:
    lines = ["l0: &l0 [x]"]
    lines += [
        f"l{level}: &l{level} [{', '.join([f'*l{level - 1}'] * width)}]"
        for level in range(1, levels)
    ]
    return "\n".join([*lines, f"tools: [*l{levels - 1}]"])


@pytest.mark.parametrize(
    "text",
    [
        bomb(10, 10),
        bomb(60, 2),
        bomb(3, 400),
        "a: &a {x: 1, y: 2}\nb: &b {<<: [" + "*a, " * 60_000 + "*a]}",
    ],
)
def test_an_alias_bomb_is_refused_at_its_pointer(text: str) -> None:
    error = refusal(text)
    assert error.reason == "aliases expand to more than 100,000 values"
    assert error.pointer.startswith("/")


@pytest.mark.parametrize("text", ["tools: &a [*a]", "tools: *nowhere", "a: &a {b: {c: *a}}"])
def test_an_alias_to_itself_or_to_nothing_is_refused(text: str) -> None:
    assert refusal(text).reason == "an alias refers to itself, or to nothing"


def test_aliases_may_share_a_schema() -> None:
    text = "s: &s {type: object}\nname: x\ntools:\n" + "".join(
        f"- {{name: t{number}, inputSchema: *s}}\n" for number in range(50)
    )
    (source,) = sources(text)
    assert all(item.input_schema == {"type": "object"} for item in source.tools)
