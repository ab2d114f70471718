"""Servers in a request that the provider asks for their tools: unknown, and seen to be."""

from __future__ import annotations

from typing import Any

import pytest

from tests.catalog.inputs import loaded, refusal, unknown
from toolsearch_cli.errors import ServersOnlyError

WHY = "the provider asks it for them"
CLAUDE = {"name": "add", "description": "Adds.", "input_schema": {"type": "object"}}
GPT = {"type": "function", "name": "add", "parameters": {"type": "object"}}
GEMINI = {"functionDeclarations": [{"name": "add"}]}
TOOLSET = {"type": "mcp_toolset", "mcp_server_name": "slack", "default_config": {"enabled": True}}
LABELLED = {"type": "mcp", "server_label": "slack", "server_url": "https://x.example/?key=k3y"}
BESIDE = {"type": "url", "url": "https://x.example", "name": "slack", "authorization_token": "k3y"}
CLAUDES = {"model": "m", "messages": []}


@pytest.mark.parametrize(
    ("document", "pointer"),
    [
        ([CLAUDE, TOOLSET], "/1"),
        ([LABELLED, GPT], "/0"),
        ({"model": "m", "input": "x", "tools": [GPT, LABELLED]}, "/tools/1"),
        ({**CLAUDES, "tools": [CLAUDE, TOOLSET]}, "/tools/1"),
        ({**CLAUDES, "tools": [CLAUDE], "mcp_servers": [BESIDE]}, "/mcp_servers/0"),
        ({**CLAUDES, "tools": [CLAUDE, TOOLSET], "mcp_servers": [BESIDE]}, "/mcp_servers/0"),
        ({"contents": [], "tools": [GEMINI, {"mcpServers": [BESIDE]}]}, "/tools/1/mcpServers/0"),
        ([{**GEMINI, "mcp_servers": [BESIDE]}], "/0/mcp_servers/0"),
    ],
)
def test_a_server_that_the_provider_asks_is_unknown(document: Any, pointer: str) -> None:
    found = loaded(document)
    assert found.catalog.tool_count == 1
    assert unknown(found) == [f"-: slack: {WHY}"]
    (line,) = found.files
    assert line.warnings == (f"{pointer}: its tools are unknown: slack: {WHY}",)
    assert line.lost == ("1 server without its tools (the provider fetches them)",)
    assert "k3y" not in str(found)


@pytest.mark.parametrize(
    "document",
    [
        LABELLED,
        TOOLSET,
        [TOOLSET],
        [LABELLED, {"type": "web_search"}],
        {"model": "m", "tools": [LABELLED]},
        {**CLAUDES, "tools": [], "mcp_servers": [BESIDE]},
        {"contents": [], "tools": [{"mcpServers": [BESIDE]}]},
    ],
)
def test_servers_and_nothing_else_are_refused_as_such(document: Any) -> None:
    error = refusal(document)
    assert isinstance(error, ServersOnlyError)
    assert error.reason == "names 1 server but holds no tools"


def test_a_server_without_a_name_is_still_one() -> None:
    assert unknown(loaded([CLAUDE, {"type": "mcp_toolset"}])) == [f"-: a server: {WHY}"]
