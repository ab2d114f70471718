"""Whatever the input is, it loads or is refused with an InputError, and nothing else is raised."""

from __future__ import annotations

import json
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from tests.catalog.inputs import TOOL, fail_or_load

KEYS = [
    *("name", "kind", "tools", "servers", "result", "error", "jsonrpc", "type", "function"),
    *("parameters", "description", "inputSchema", "input_schema", "mcpServers", "command", "args"),
    *("env", "url", "headers", "model", "mode", "status", "nextCursor", "schemaFindings", "mcp"),
    *("namespace", "serverInfo", "instructions", "embedding", "disclosure_mode", "extensions"),
    *("dynamic_mcp_servers", "openapi_sources", "search", "embeddings", "max_allowable_results"),
]

ARION: dict[str, Any] = {
    "tools": [
        {"namespace": "n", "name": "a", "disclosure_mode": "EAGER", "embedding": [1, 0.5]},
        {"namespace": "n", "name": "b", "input_schema": {"inline_string": "{}"}, "rbac": {}},
    ],
    "dynamic_mcp_servers": [{"namespace": "m", "url": "x", "tool_disclosure_mode": "EAGER"}],
    "search": {"max_allowable_results": 3, "embeddings": {"cluster": "c", "dimensions": 2}},
}

json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8),
    lambda inner: (
        st.lists(inner, max_size=4)
        | st.dictionaries(
            st.sampled_from(KEYS) | st.text(max_size=3),
            inner,
            max_size=5,
        )
    ),
    max_leaves=25,
)


@given(st.binary(max_size=200))
def test_any_bytes(data: bytes) -> None:
    fail_or_load(data)


@given(st.text(max_size=200))
def test_any_text(text: str) -> None:
    fail_or_load(text.encode())


@given(st.text(alphabet='{}[]",:-#&*!|>\n \\/0a.e<', max_size=60))
def test_any_text_of_punctuation(text: str) -> None:
    fail_or_load(text.encode())


@given(json_values)
def test_any_json(value: Any) -> None:
    fail_or_load(json.dumps(value).encode())


@given(st.data())
def test_any_value_anywhere_in_a_good_document(data: st.DataObject) -> None:
    good: list[Any] = [
        {"servers": [{"name": "a", "kind": "core", "tools": [TOOL]}]},
        {"jsonrpc": "2.0", "id": 1, "result": {"tools": [TOOL], "nextCursor": None}},
        {"mcpServers": {"a": {"command": "x", "args": ["y"], "env": {"K": "v"}}}},
        [{"type": "function", "function": {"name": "a", "parameters": {}}}],
        [{"type": "namespace", "name": "n", "tools": [{"type": "function", "name": "x"}]}],
        {"model": "m", "tools": [{"name": "a", "input_schema": {}}]},
        {"mode": "list", "servers": [{"name": "a", "status": "ok", "tools": [TOOL]}]},
        {"git": [TOOL], "time": {"tools": [TOOL]}},
        {"listeners": [{"config": ARION}, {"config": ARION}]},
    ]
    document = json.loads(json.dumps(data.draw(st.sampled_from(good))))
    at = document
    while isinstance(at, dict | list) and at and data.draw(st.booleans()):
        key: Any = data.draw(st.sampled_from(list(at) if isinstance(at, dict) else range(len(at))))
        if data.draw(st.booleans()):
            at[key] = data.draw(json_values)
            break
        at = at[key]
    fail_or_load(json.dumps(document).encode())
