"""Lists of the MCP registry's servers: named, and without their tools."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest

from tests.catalog.inputs import TOOL, loaded, refusal, unknown
from toolsearch_cli.catalog.loading import load
from toolsearch_cli.errors import ServersOnlyError

if TYPE_CHECKING:
    from pathlib import Path

SCHEMA = "https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json"
SEEDED: list[Any] = [
    {"id": "1", "name": "io.x/a", "description": "A.", "version_detail": {}, "packages": [{}]},
    {"id": "2", "name": "io.x/b", "description": "B.", "version_detail": {}},
]
LISTED: list[Any] = [
    {"name": "io.x/a", "description": "A.", "version": "1", "remotes": [{"url": "https://a"}]},
    {"$schema": SCHEMA, "name": "io.x/b", "description": "B.", "version": "1"},
]


def answered(entries: list[Any], **beside: Any) -> dict[str, Any]:
    return {"servers": [{"server": one, **beside} for one in entries], "metadata": {"count": 2}}


@pytest.mark.parametrize(
    "document",
    [
        SEEDED,
        LISTED,
        {"servers": SEEDED, "metadata": {"next_cursor": "x"}},
        answered(LISTED, _meta={"official": {}}),
        answered(LISTED, **{"x-official": {}}),
        answered(LISTED),
        [{"server": one, "_meta": {}} for one in LISTED],
        "\n".join(map(json.dumps, LISTED)),
    ],
)
def test_servers_of_the_registry_are_named(document: Any) -> None:
    error = refusal(document)
    assert isinstance(error, ServersOnlyError)
    assert error.reason == "names 2 servers but holds no tools"
    assert "toolsearch capture" in (error.hint or "")


def test_one_server_as_the_api_answers() -> None:
    error = refusal({"server": LISTED[0], "_meta": {"official": {}}})
    assert error.reason == "names 1 server but holds no tools"


def test_versions_of_a_server_are_one() -> None:
    versions = [{**LISTED[0], "version": str(number)} for number in range(3)]
    assert refusal(versions).reason == "names 1 server but holds no tools"


def test_in_a_folder_they_are_unknown_by_name(tmp_path: Path) -> None:
    (tmp_path / "tools.json").write_text(json.dumps([TOOL]), encoding="utf-8")
    (tmp_path / "servers.json").write_text(json.dumps(answered(LISTED)), encoding="utf-8")
    file = tmp_path / "servers.json"
    assert unknown(load([str(tmp_path)])) == [
        f"{file}: io.x/a: a registry describes it without them",
        f"{file}: io.x/b: a registry describes it without them",
    ]


@pytest.mark.parametrize(
    "document",
    [
        [{**TOOL, "packages": []}],
        {"servers": [{"name": "git", "packages": [], "tools": [TOOL]}]},
        {"server": {"name": "git", "packages": []}, "tools": [TOOL]},
    ],
)
def test_what_holds_tools_is_read(document: Any) -> None:
    assert loaded(document).catalog.tool_count == 1
