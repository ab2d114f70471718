"""Which documents are Arion's, among all that have `tools`."""

from __future__ import annotations

import json
from typing import Any

import pytest

from tests.catalog.formats.arion.inputs import FORCED, entry, gateway
from tests.catalog.inputs import DEFAULT, TOOL, loaded, refusal, sources, tool
from toolsearch_cli.catalog.formats import recognised as form_of


def recognised(document: Any) -> str:
    """The format that takes a document first."""
    form = form_of(document)
    assert form is not None
    return form.name


@pytest.mark.parametrize(
    "document",
    [
        gateway(),
        {"tools": [{"namespace": "n", "name": "a", "input_schema": {}, "rest_backend": {}}]},
        {"tools": [{"name": "a", "input_schema": {}, "rest_backend": {"cluster": "c"}}]},
        {"tools": [TOOL, {"namespace": "n", "name": "a", "embedding": [1]}]},
        {"@type": "x/arion.v3.McpGateway", "tools": [{"name": "a", "description": "b"}]},
        {"dynamic_mcp_servers": [{"namespace": "n", "url": "http://x/"}]},
        {"open_api_tool_sources": [{"namespace": "n"}], "tools": [TOOL]},
        {"search": {"max_allowable_results": 3}},
        {"spec": {"config": gateway()}},
        [gateway(), gateway()],
    ],
)
def test_these_are_arion_s(document: Any) -> None:
    assert recognised(document) == "arion"


@pytest.mark.parametrize(
    ("document", "form"),
    [
        ({"name": "n", "tools": [tool("a", namespace="x", disclosure_mode="EAGER")]}, "native"),
        ({"servers": [{"name": "n", "tools": [entry()]}]}, "native"),
        ({"tools": [tool("a", disclosure_mode="EAGER")]}, "mcp"),
        ({"tools": [tool("a", namespace="n")]}, "mcp"),
        ({"tools": [{"namespace": "n", "name": "a", "input_schema": {}}]}, "request"),
        ({"model": "m", "tools": [entry(input_schema={})]}, "request"),
        ({"jsonrpc": "2.0", "result": {"tools": [TOOL]}}, "mcp"),
        ({"git": [TOOL], "search": [TOOL]}, "server_map"),
        ({"mcpServers": {"a": {"command": "x"}}, "search": {"embeddings": {}}}, "client_config"),
        ({"mcp_servers": {"a": {"url": "x"}}, "search": {"max_allowable_results": 3}}, "client_c"),
        ([tool("a", inputSchema={"properties": {"search": gateway()}})], "mcp"),
        ([{"type": "function", "function": {"name": "a", "parameters": gateway()}}], "openai"),
    ],
)
def test_these_are_not(document: Any, form: str) -> None:
    assert recognised(document).startswith(form)


def test_a_plain_list_of_tools_may_be_read_as_arion_s() -> None:
    plain = {"tools": [{"namespace": "n", "name": "a", "input_schema": {"type": "object"}}]}
    assert sources(plain, DEFAULT)[0].name == "stdin"
    (source,) = sources(plain, FORCED)
    (found,) = source.tools
    assert (source.name, found.deferred, found.input_schema) == ("n", True, {"type": "object"})


@pytest.mark.parametrize("document", [{"tools": [TOOL]}, {}, [], "text", {"toolkits": [gateway()]}])
def test_what_holds_no_gateway_cannot_be_read_as_one(document: Any) -> None:
    error = refusal(json.dumps(document), FORCED)
    assert error.reason == "holds no tools in the format arion"


def test_a_toolkit_refers_to_tools_and_has_none() -> None:
    toolkit = {"name": "k", "tools": [{"namespace": "n", "name": "b"}]}
    found = loaded(gateway(code_mode={"toolkits": [toolkit]}))
    assert found.catalog.tool_count == 1
    assert found.catalog.gateways[0].code_mode
