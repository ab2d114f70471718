"""Files that describe servers and plugins, and answers of our own: told what they are."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest

from tests.catalog.inputs import TOOL, loaded, refusal
from toolsearch_cli.catalog.loading import load
from toolsearch_cli.errors import NoToolsError

if TYPE_CHECKING:
    from pathlib import Path

REGISTRY = "https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json"
SERVER = "names 1 server but holds no tools"
PLUGIN = "describes a plugin but holds no tools"


@pytest.mark.parametrize(
    ("document", "reason"),
    [
        ({"$schema": REGISTRY, "name": "io.github.x/y", "version": "1"}, SERVER),
        ({"name": "io.github.x/y", "packages": [{"registry_name": "npm"}]}, SERVER),
        ({"name": "io.github.x/y", "remotes": []}, SERVER),
        ({"name": "io.github.x/y", "version_detail": {"version": "1"}}, SERVER),
        ("startCommand:\n  type: stdio\n  configSchema: {}\n", SERVER),
        ("name: x\nimage: mcp/x\ntype: server\nabout: {title: X}\nmeta: {category: y}\n", SERVER),
        ({"qualifiedName": "@x/y", "connections": [], "tools": None}, SERVER),
        ({"apps": {"x": {"id": "1"}, "y": {"id": "2"}}}, "names 2 apps but holds no tools"),
        ({"name": "x", "apps": "./.app.json", "mcpServers": "./.mcp.json"}, PLUGIN),
        ({"name": "x", "description": "y", "author": {"name": "z"}}, PLUGIN),
    ],
)
def test_what_describes_a_server_or_plugin(document: Any, reason: str) -> None:
    error = refusal(document)
    assert isinstance(error, NoToolsError)
    assert error.reason == reason
    assert "toolsearch capture" in (error.hint or "")


def test_a_plugin_with_its_servers_inside_is_a_client_s_config() -> None:
    document = {"name": "x", "author": {}, "mcpServers": {"git": {"command": "git-mcp"}}}
    assert refusal(document).reason == SERVER


def test_a_package_json_is_no_plugin() -> None:
    package = {"name": "x", "author": {"name": "y"}, "scripts": {}, "dependencies": {}}
    assert refusal(package).reason == "names no tools"


def test_beside_what_holds_the_tools_a_manifest_makes_nothing_unknown(tmp_path: Path) -> None:
    (tmp_path / "server.yaml").write_text("name: x\nimage: y\nabout: {}\n", encoding="utf-8")
    (tmp_path / "tools.json").write_text(json.dumps([TOOL]), encoding="utf-8")
    found = load([str(tmp_path)])
    assert (found.catalog.tool_count, found.catalog.unknown) == (1, ())


def test_a_document_about_something_else() -> None:
    assert refusal({"author": "somebody", "title": "A book"}).reason == "names no tools"


@pytest.mark.parametrize("kind", ["check/1", "tiers/1", "query/1", "x\u202e\n"])
def test_an_answer_of_ours_is_no_catalog(kind: str) -> None:
    error = refusal({"toolsearch": kind, "scenarios": [], "tools": 3})
    assert isinstance(error, NoToolsError)
    assert "not a catalog" in error.reason
    assert ("--baseline" in (error.hint or "")) == (kind in ("check/1", "tiers/1"))


def test_a_snapshot_of_ours_is_one() -> None:
    snapshot = {"toolsearch": "snapshot/1", "servers": [{"name": "git", "tools": []}]}
    assert loaded(snapshot).files[0].format == "native"


def test_a_dump_of_langchain_says_what_to_write() -> None:
    dump = {"lc": 1, "type": "not_implemented", "id": ["x"], "repr": "StructuredTool(name='add')"}
    for document in (dump, [dump, dump]):
        error = refusal(document)
        assert error.reason == "is LangChain's dump of objects: it holds no schemas"
        assert "convert_to_openai_tool" in (error.hint or "")


ARGUMENTS: dict[str, Any] = {
    "place_name": {"title": "Place Name", "type": "string"},
    "days": {"anyOf": [{"type": "integer"}, {"type": "null"}], "default": None, "title": "Days"},
    "unit": {"$ref": "#/$defs/Unit"},
}


@pytest.mark.parametrize("document", [ARGUMENTS, [ARGUMENTS, ARGUMENTS], {"forecast": ARGUMENTS}])
def test_arguments_of_langchain_say_what_to_write(document: Any) -> None:
    error = refusal(document)
    assert error.reason == "holds arguments and no tools, as LangChain's tool.args gives them"
    assert "convert_to_openai_tool" in (error.hint or "")


@pytest.mark.parametrize(
    "document",
    [
        {"git": {"type": "http", "title": "Git", "url": "https://x"}},
        {"git": {"type": "string"}},
        {"git": {"title": "Git"}},
        {},
        [],
        [{}],
    ],
)
def test_what_is_no_schema_is_not_langchain_s(document: Any) -> None:
    assert "LangChain" not in refusal(document).reason
