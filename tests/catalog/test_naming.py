"""Prefixes of tool names are split into sources where no server is named."""

from __future__ import annotations

from typing import Any

import pytest

from tests.catalog.inputs import places, sources, tool
from toolsearch_cli.catalog.loading import LoadOptions


def test_prefixes_are_split_into_sources() -> None:
    names = ["mcp__git__log", "Read", "mcp__time__now", "mcp__git__a__b", "mcp_one_x", "mcp____x"]
    document = {
        "model": "m",
        "tools": [{"name": name, "input_schema": {}} for name in names],
    }
    found = {source.name: places(source) for source in sources(document)}
    assert found == {
        "git": {"log": "/tools/0", "a__b": "/tools/3"},
        "stdin": {"Read": "/tools/1", "mcp_one_x": "/tools/4", "mcp____x": "/tools/5"},
        "time": {"now": "/tools/2"},
    }
    assert list(found) == ["git", "stdin", "time"]


@pytest.mark.parametrize(
    "wrapped",
    [
        {"tools": [tool("mcp__git__log")]},
        [tool("mcp__git__log")],
        {"kind": "mcp", "tools": [tool("mcp__git__log")]},
    ],
)
def test_prefixes_are_split_wherever_no_server_is_named(wrapped: Any) -> None:
    (source,) = sources(wrapped, LoadOptions(source_name="given"))
    assert (source.name, source.tools[0].name) == ("git", "log")


@pytest.mark.parametrize(
    "wrapped",
    [
        {"name": "own", "tools": [tool("mcp__git__log")]},
        {"own": [tool("mcp__git__log")]},
        {"serverInfo": {"name": "own"}, "tools": [tool("mcp__git__log")]},
    ],
)
def test_a_named_server_keeps_the_names_of_its_tools(wrapped: Any) -> None:
    (source,) = sources(wrapped)
    assert (source.name, source.tools[0].name) == ("own", "mcp__git__log")
