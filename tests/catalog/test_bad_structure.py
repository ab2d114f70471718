"""Values of the wrong type, keys written twice, documents without tools."""

from __future__ import annotations

import json
from typing import Any

import pytest

from tests.catalog.inputs import TOOL, loaded, only_tool, refusal, sources, tool


@pytest.mark.parametrize(
    ("document", "error"),
    [
        ({"servers": 5}, "/servers: expected an array, found a number"),
        ({"servers": "x"}, "/servers: expected an array, found a string"),
        ({"servers": None}, "/servers: expected an array, found null"),
        ({"servers": [[TOOL]]}, "/servers/0: expected an object, found an array"),
        ({"servers": [{"name": "a", "tools": []}, 7]}, "/servers/1: expected an object, found"),
        ({"servers": [{"tools": []}]}, "/servers/0: has no `name`"),
        ({"servers": [{"name": "a"}]}, "/servers/0: has no `tools`"),
        ({"servers": [{"name": 5, "tools": []}]}, "/servers/0/name: expected a string, found a nu"),
        ({"servers": [{"name": None, "tools": []}]}, "/servers/0/name: expected a string, found n"),
        (
            {"servers": [{"name": "a", "tools": {}}]},
            "/servers/0/tools: expected an array, found an",
        ),
        (
            {"servers": [{"name": "a", "kind": "tool", "tools": []}]},
            "/servers/0/kind: unknown kind",
        ),
        (
            {"servers": [{"name": "a", "kind": 1, "tools": []}]},
            "/servers/0/kind: expected a string",
        ),
        (
            {"name": "a", "tools": [], "instructions": [1]},
            "/instructions: expected a string, found an array",
        ),
        ({"tools": "x"}, "/tools: expected an array, found a string"),
        ({"tools": None}, "/tools: expected an array, found null"),
        ({"tools": True}, "/tools: expected an array, found true"),
        ({"name": "a", "tools": 1.5}, "/tools: expected an array, found a number"),
        ({"result": {"tools": {}}}, "/result/tools: expected an array, found an object"),
        ([{"result": {"tools": []}}, {"result": {"tools": 1}}], "/1/result/tools: expected an arr"),
        ({"git": [TOOL], "time": 5}, "/time: expected an array of tools, found a number"),
        ({"git": [TOOL], "time": {"tools": 5}}, "/time/tools: expected an array, found a number"),
        ({"model": "m", "tools": "x"}, "/tools: expected an array, found a string"),
        ([{"type": "namespace", "name": 1, "tools": []}], "/0/name: expected a string, found a nu"),
    ],
)
def test_a_wrong_structure_is_refused_at_its_pointer(document: Any, error: str) -> None:
    assert str(refusal(document)).startswith(f"-: {error}")


@pytest.mark.parametrize("entry", [None, 5, "x", [], {}, {"name": ""}, {"name": 5}, {"name": None}])
def test_what_cannot_be_a_tool_is_skipped_and_counted(entry: Any) -> None:
    found = loaded({"tools": [entry, TOOL]})
    (source,) = found.catalog.sources
    assert [item.provenance.pointer for item in source.tools] == ["/tools/1"]
    assert found.files[0].warnings[0].startswith("/tools/0: skipped, not a tool: ")
    assert found.files[0].lost == ("1 entry that is not a tool",)


@pytest.mark.parametrize("odd", [None, 5, 1.0, True, "x", ["y"], {"z": {}}])
def test_what_is_odd_but_readable_stays_as_it_is(odd: Any) -> None:
    found = only_tool(
        {"tools": [tool("a", description=odd, inputSchema=odd, title=odd, other=odd)]}
    )
    assert (found.description, found.input_schema, found.title) == (odd, odd, odd)
    assert type(found.input_schema) is type(odd)
    assert found.extra == {"other": odd}


@pytest.mark.parametrize(
    ("text", "error"),
    [
        ('{"tools": [], "tools": []}', 'the key "tools" is written twice'),
        ('{"name": "a", "name": "b", "tools": []}', 'the key "name" is written twice'),
        ('{"servers": [{"name": "a", "tools": [], "tools": []}]}', '/servers/0: the key "tools"'),
        ('{"tools": [{"name": "a", "name": "b"}]}', '/tools/0: the key "name" is written twice'),
        (
            '{"git": [{"name": "a", "inputSchema": {}}], "git": [{"name": "b"}]}',
            'the key "git" is written twice',
        ),
        (
            '[{"type": "function", "function": {"name": "a", "name": "b", "parameters": {}}}]',
            '/0/function: the key "name" is written twice',
        ),
        ("name: a\nname: b\ntools: []\n", 'the key "name" is written twice'),
        ('{"tools": [{"name": "a", "\\u001b": 1, "\\u001b": 2}]}', '/tools/0: the key "\\x1b"'),
    ],
)
def test_a_key_repeated_in_the_structure_is_refused(text: str, error: str) -> None:
    assert str(refusal(text)).startswith(f"-: {error}")


@pytest.mark.parametrize(
    ("inside", "pointer"),
    [
        ('"inputSchema": {"a": 1, "b": 2, "a": 3}', "/tools/0/inputSchema"),
        ('"annotations": {"a": 1, "b": 2, "a": 3}', "/tools/0/annotations"),
        ('"_meta": {"x": [{"a": 1, "b": 2, "a": 3}]}', "/tools/0/_meta/x/0"),
        ('"outputSchema": {"p/q": {"a": 1, "b": 2, "a": 3}}', "/tools/0/outputSchema/p~1q"),
    ],
)
def test_a_key_repeated_inside_a_tool_is_warned_of(inside: str, pointer: str) -> None:
    found = loaded(f'{{"tools": [{{"name": "t", {inside}}}]}}')
    assert found.files[0].warnings == (
        f'{pointer}: the key "a" is repeated: its last value counts',
    )


def test_the_last_value_stands_at_the_first_key_s_place() -> None:
    text = '{"tools": [{"name": "t", "inputSchema": {"a": 1, "b": 2, "a": 3}}]}'
    assert json.dumps(only_tool(text).input_schema) == '{"a": 3, "b": 2}'


@pytest.mark.parametrize("text", ["", " \n\t ", "\ufeff", "\n" * 5])
def test_an_empty_file_is_said_to_be_empty(text: str) -> None:
    assert refusal(text).reason == "is empty"


@pytest.mark.parametrize(
    "text",
    [
        "{}",
        "[]",
        "[[]]",
        "42",
        "null",
        '"text"',
        "[1, 2]",
        '["a"]',
        "# a heading\n",
        "Hello world",
        "A note, about tools: see below.",
        '{"name": "x", "version": "1.0", "dependencies": {"a": "1"}}',
        '[{"name": "x", "version": "1.0"}]',
        '{"items": []}',
        '{"jsonrpc": "2.0", "id": 1, "method": "tools/list"}',
        '{"jsonrpc": "2.0", "id": 1, "result": {"content": []}}',
        '{"model": "m", "tools": [{"type": "web_search"}]}',
    ],
)
def test_a_file_without_tools_is_never_a_catalog_of_none(text: str) -> None:
    assert "no" in refusal(text).reason


@pytest.mark.parametrize(
    ("document", "count"),
    [({"tools": []}, 1), ({"servers": []}, 0), ({"name": "a", "tools": []}, 1)],
)
def test_an_empty_list_of_tools_is_an_answer(document: Any, count: int) -> None:
    found = sources(document)
    assert len(found) == count
    assert not any(source.tools for source in found)
