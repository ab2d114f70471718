"""Tools arrays of OpenAI and Anthropic, and requests that hold them."""

from __future__ import annotations

import json
from typing import Any

import pytest

from tests.catalog.inputs import loaded, only_tool, places, sources, tool

FUNCTION = {"name": "add", "description": "Adds.", "parameters": {"type": "object"}}
MESSAGES: dict[str, Any] = {"tools": [{"name": "add", "description": "Adds.", "input_schema": {}}]}


def format_of(document: Any) -> str | None:
    return loaded(document).files[0].format


@pytest.mark.parametrize(
    ("document", "pointer"),
    [
        ([{"type": "function", "function": FUNCTION}], "/0/function"),
        ([{"type": "function", **FUNCTION}], "/0"),
        ([FUNCTION], "/0"),
        ({"type": "function", "function": FUNCTION}, "/function"),
    ],
)
def test_openai_functions(document: Any, pointer: str) -> None:
    found = only_tool(document)
    assert (found.name, found.description, found.input_schema) == (
        "add",
        "Adds.",
        {"type": "object"},
    )
    assert found.provenance.pointer == pointer
    assert format_of(document) == "openai"


def test_openai_namespaces_are_sources_and_built_in_tools_are_lost() -> None:
    inner = {"type": "function", **FUNCTION, "defer_loading": True, "output_schema": {"y": 1}}
    document = [
        {"type": "web_search"},
        {"type": "namespace", "name": "maths", "description": "Sums.", "tools": [inner]},
        {"type": "function", **FUNCTION, "name": "alone", "strict": True},
        {"type": "mcp", "server_label": "x", "server_url": "https://example.org"},
    ]
    found = loaded(document)
    own, maths = found.catalog.sources
    assert (own.name, places(own)) == ("stdin", {"alone": "/2"})
    assert (maths.name, places(maths)) == ("maths", {"add": "/1/tools/0"})
    assert maths.extra == {"description": "Sums."}
    assert maths.tools[0].deferred is True
    assert maths.tools[0].output_schema == {"y": 1}
    assert own.tools[0].extra == {"type": "function", "strict": True}
    assert found.files[0].lost == (
        "1 built-in tool without a schema",
        "1 server without its tools (the provider fetches them)",
    )


def test_namespaces_alone_are_no_snapshots() -> None:
    inner = {"type": "function", **FUNCTION, "defer_loading": True}
    maths = {"type": "namespace", "name": "maths", "description": "Sums.", "tools": [inner]}
    for document, place in (([maths], "/0"), ([maths, {**maths, "name": "b"}], "/0"), (maths, "")):
        found = loaded(document)
        source = found.catalog.sources[0]
        assert found.files[0].format == "openai"
        assert (source.name, dict(source.extra)) == ("maths", {"description": "Sums."})
        assert places(source) == {"add": f"{place}/tools/0"}
        (only,) = source.tools
        assert (only.input_schema, only.deferred) == ({"type": "object"}, True)
    ours = {**maths, "kind": "mcp"}
    assert format_of(ours) == format_of([ours, ours]) == "native"


def test_functions_one_a_line() -> None:
    text = "\n".join(json.dumps({**FUNCTION, "name": name, "response": {}}) for name in "ab")
    (source,) = sources(text)
    assert places(source) == {"a": "/0", "b": "/1"}


def test_anthropic_tools() -> None:
    document = [
        {**MESSAGES["tools"][0], "defer_loading": True, "cache_control": {"type": "ephemeral"}},
        {"type": "custom", "name": "sub", "input_schema": {}},
        {"type": "bash_20250124", "name": "bash"},
        {"type": "tool_search_tool_bm25_20251119", "name": "tool_search"},
        {"type": "mcp_toolset", "mcp_server_name": "git"},
    ]
    found = loaded(document)
    (source,) = found.catalog.sources
    assert places(source) == {"add": "/0", "sub": "/1"}
    assert source.tools[0].deferred is True
    assert source.tools[0].extra["cache_control"] == {"type": "ephemeral"}
    assert found.files[0].format == "anthropic"
    assert found.files[0].lost == (
        "2 built-in tools without a schema",
        "1 server without its tools (the provider fetches them)",
    )


@pytest.mark.parametrize(
    ("document", "pointer"),
    [
        ({"model": "m", "messages": [], **MESSAGES}, "/tools/0"),
        (
            {"model": "m", "tools": [{"type": "function", "function": FUNCTION}]},
            "/tools/0/function",
        ),
        ({"input": "x", "tools": [{"type": "function", **FUNCTION}]}, "/tools/0"),
        ({"tools": [{"type": "function", "function": FUNCTION}]}, "/tools/0/function"),
        (MESSAGES, "/tools/0"),
        ({"model": "m", "tools": [tool("add")]}, "/tools/0"),
    ],
)
def test_requests(document: Any, pointer: str) -> None:
    assert format_of(document) == "request"
    assert only_tool(document).provenance.pointer == pointer


def test_of_a_log_of_requests_the_last_one_counts() -> None:
    log = [
        {"model": "m", "tools": [{"name": "old", "input_schema": {}}]},
        {"response": {}},
        {"model": "m", **MESSAGES},
    ]
    found = loaded("\n".join(map(json.dumps, log)))
    assert places(found.catalog.sources[0]) == {"add": "/2/tools/0"}
    assert found.files[0].warnings == ("holds 2 requests with tools: the last one counts",)
