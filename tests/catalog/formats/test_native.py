"""Native snapshots, in JSON and in YAML."""

from __future__ import annotations

import json
from typing import Any

import pytest

from tests.catalog.inputs import TOOL, loaded, only_tool, places, refusal, sources, tool, unknown


def format_of(document: Any) -> str | None:
    return loaded(document).files[0].format


def test_a_native_snapshot_keeps_what_it_says() -> None:
    document = {
        "name": "git",
        "kind": "plugin",
        "instructions": "Be careful.",
        "source": {"package": "git"},
        "tools": [
            tool(
                "a",
                title="A",
                outputSchema={"type": "object"},
                annotations={"readOnlyHint": True},
                _meta={"x": 1},
                icons=[],
                embedding=[1, 0.5],
            )
        ],
    }
    (source,) = sources(document)
    assert (source.name, source.kind, source.instructions) == ("git", "plugin", "Be careful.")
    assert source.extra == {"source": {"package": "git"}}
    (found,) = source.tools
    assert (found.title, found.output_schema, found.annotations, found.meta) == (
        "A",
        {"type": "object"},
        {"readOnlyHint": True},
        {"x": 1},
    )
    assert found.embedding == (1.0, 0.5)
    assert found.extra == {"icons": []}
    assert found.deferred is None
    assert format_of(document) == "native"


@pytest.mark.parametrize("kind", ["mcp", "plugin", "core"])
def test_native_kinds(kind: str) -> None:
    (source,) = sources({"servers": [{"name": "a", "kind": kind, "tools": []}]})
    assert source.kind == kind


def test_native_servers_have_exact_pointers() -> None:
    servers = [{"name": name, "tools": [TOOL, tool("shut")]} for name in ("a", "b")]
    _, second = sources({"servers": servers, "captured": "today"})
    assert second.provenance.pointer == "/servers/1"
    assert places(second) == {
        "open_door": "/servers/1/tools/0",
        "shut": "/servers/1/tools/1",
    }


def test_a_native_snapshot_in_yaml_means_what_it_means_in_json() -> None:
    text = (
        "name: git\nkind: core\ntools:\n- name: a\n  description: >\n    One\n    line.\n"
        "  inputSchema: {type: object, required: [x], properties: {x: {default: 1.0}}}\n"
    )
    found = only_tool(text)
    assert found.description == "One line.\n"
    assert json.dumps(found.input_schema) == (
        '{"type": "object", "required": ["x"], "properties": {"x": {"default": 1.0}}}'
    )
    assert sources(text)[0].kind == "core"


def test_yaml_values_become_what_json_would_hold() -> None:
    text = """
name: x
tools:
- name: a
  description: 2024-01-31
  inputSchema: {on: yes, 1: 0x10, null: ~, 2.5: [1_000, !!str 5, "5", .5], =: =}
  _meta: {<<: {a: 1, b: 2}, b: 3, ? q : r}
"""
    found = only_tool(text)
    assert found.description == "2024-01-31"
    assert found.input_schema == {
        "on": "yes",
        "1": 16,
        "null": None,
        "2.5": ["1_000", "5", "5", 0.5],
        "=": "=",
    }
    assert found.meta == {"a": 1, "b": 3, "q": "r"}


@pytest.mark.parametrize(
    "value", [".nan", ".inf", "!!binary aGk=", "!!set {a, b}", "!custom x", "!!int x", "!!bool 3"]
)
def test_yaml_values_that_json_has_not_are_refused_at_their_pointer(value: str) -> None:
    text = f"name: x\ntools:\n- name: a\n  inputSchema: {{default: {value}}}\n"
    assert refusal(text).pointer == "/tools/0/inputSchema/default"


def test_yaml_documents_in_one_file_are_several_snapshots() -> None:
    text = "name: a\ntools: []\n---\nname: b\ntools: []\n"
    assert [source.name for source in sources(text)] == ["a", "b"]


def test_what_a_file_says_of_loading_is_kept() -> None:
    modes = [
        tool("a", defer_loading=True),
        tool("b", defer_loading=False),
        tool("c", disclosure_mode="PROGRESSIVE"),
        tool("d", disclosure_mode="EAGER"),
        tool("e", disclosure_mode="other"),
        tool("f"),
    ]
    (source,) = sources({"name": "x", "tools": modes})
    assert [item.deferred for item in source.tools] == [True, False, True, False, None, None]


def test_several_snapshots_of_several_servers() -> None:
    lines: list[Any] = [{"servers": [{"name": name, "tools": [TOOL]}]} for name in "ab"]
    lines.append({"name": "c", "tools": [TOOL]})
    found = sources("\n".join(map(json.dumps, lines)))
    assert {source.name: places(source) for source in found} == {
        "a": {"open_door": "/0/servers/0/tools/0"},
        "b": {"open_door": "/1/servers/0/tools/0"},
        "c": {"open_door": "/2/tools/0"},
    }


def test_tools_beside_servers_are_not_lost_in_silence() -> None:
    found = loaded({"servers": [{"name": "a", "tools": []}], "tools": [TOOL]})
    assert found.files[0].warnings == ("/tools: passed over: it stands beside `servers`",)


FAILED = {
    "name": "slack",
    "kind": "mcp",
    "tools": None,
    "failure": {"reason": "it ended\x1b[2J at once", "stderr": ["no token"]},
}


def test_a_server_that_was_not_captured_is_unknown_and_not_empty() -> None:
    found = loaded({"servers": [{"name": "git", "tools": [TOOL]}, FAILED]})
    assert [source.name for source in found.catalog.sources] == ["git"]
    (said,) = unknown(found)
    assert said.endswith("slack: it ended\\x1b[2J at once")
    (line,) = found.files
    assert line.lost == ("1 server that was not captured",)
    assert line.warnings == (f"/servers/1: its tools are unknown: {said.partition(': ')[2]}",)


@pytest.mark.parametrize("document", [FAILED, {"servers": [FAILED]}, [FAILED]])
def test_a_snapshot_of_servers_that_all_failed_holds_nothing(document: Any) -> None:
    assert refusal(document).reason == "no server was captured: slack: it ended\\x1b[2J at once"
