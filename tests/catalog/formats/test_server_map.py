"""Servers by name."""

from __future__ import annotations

from typing import Any

import pytest

from tests.catalog.inputs import TOOL, loaded, only_tool, places, sources, unknown


def format_of(document: Any) -> str | None:
    return loaded(document).files[0].format


@pytest.mark.parametrize(
    ("document", "pointer"),
    [
        ({"git": [TOOL], "time": [TOOL]}, "/time/0"),
        ({"git": {"tools": [TOOL]}, "time": {"tools": [TOOL], "kind": "plugin"}}, "/time/tools/0"),
        ({"servers": {"git": [TOOL], "time": [TOOL]}}, "/servers/time/0"),
        ({"git": [], "time": [{"name": "open_door"}]}, "/time/0"),
    ],
)
def test_servers_by_name(document: Any, pointer: str) -> None:
    git, time = sources(document)
    assert (git.name, time.name) == ("git", "time")
    assert places(time) == {"open_door": pointer}
    assert format_of(document) == "server_map"


def test_servers_by_name_may_hold_provider_tools() -> None:
    found = only_tool({"git": [{"name": "a", "input_schema": {"x": 1}}]})
    assert found.input_schema == {"x": 1}


@pytest.mark.parametrize("silent", [None, {"tools": None, "kind": "plugin"}])
def test_servers_by_name_may_be_unknown(silent: Any) -> None:
    found = loaded({"git": [TOOL], "slack": silent})
    assert [source.name for source in found.catalog.sources] == ["git"]
    assert unknown(found) == ["-: slack: it is named without them"]
