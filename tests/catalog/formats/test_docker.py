"""Docker's registry and catalogs: arguments for schemas, names for tools, or nothing."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest

from tests.catalog.inputs import TOOL, loaded, only_tool, places, refusal, sources, unknown
from toolsearch_cli.catalog.loading import load
from toolsearch_cli.errors import ServersOnlyError

if TYPE_CHECKING:
    from pathlib import Path

SERVER = {"title": "Weather", "type": "server", "image": "example/weather"}


def test_a_schema_is_put_together_from_arguments() -> None:
    arguments = [
        {"name": "place", "type": "string", "desc": "A town"},
        {
            "name": "tags",
            "type": "array",
            "items": {"type": "string"},
            "desc": "",
            "optional": True,
        },
        {"name": "bare"},
    ]
    found = only_tool([{"name": "a", "description": "b", "arguments": arguments}])
    assert found.input_schema == {
        "type": "object",
        "properties": {
            "place": {"type": "string", "description": "A town"},
            "tags": {"type": "array", "items": {"type": "string"}, "description": ""},
            "bare": {},
        },
        "required": ["place", "bare"],
    }
    assert found.unknown == ("schema",)
    assert found.provenance.pointer == "/0"


def test_a_schema_of_the_server_s_own_is_whole() -> None:
    argued: dict[str, Any] = {"name": "b", "description": "c", "arguments": []}
    (source,) = sources([TOOL, argued])
    assert [tool.unknown for tool in source.tools] == [(), ("schema",)]
    assert source.tools[0].input_schema == TOOL["inputSchema"]


def test_names_and_descriptions_alone_leave_the_schemas_unknown() -> None:
    """The server with the most tools of the registry, 302, is written so."""
    found = loaded([{"name": name, "description": "A tool."} for name in "abc"])
    assert found.files[0].format == "mcp"
    assert {tool.unknown for tool in found.catalog.sources[0].tools} == {("schema",)}


def test_one_schema_in_an_array_says_that_schemas_are_told() -> None:
    (source,) = sources([TOOL, {"name": "b", "description": "Published without a schema."}])
    assert [tool.unknown for tool in source.tools] == [(), ()]


def test_arguments_that_are_none_are_left_out() -> None:
    found = loaded([{"name": "a", "arguments": [3, {"type": "x"}, {"name": "b"}]}])
    assert found.files[0].warnings[:2] == (
        "/0/arguments/0: left out: a number is no argument",
        "/0/arguments/1: left out: an object is no argument",
    )
    assert found.catalog.sources[0].tools[0].unknown == ("description", "schema")


def test_servers_of_a_catalog_without_a_list_are_unknown_not_empty() -> None:
    registry = {
        "weather": {**SERVER, "tools": [{"name": "forecast"}]},
        "mail": {**SERVER, "tools": []},
        "files": SERVER,
    }
    found = loaded({"version": 3, "registry": registry})
    assert [source.name for source in found.catalog.sources] == ["weather"]
    assert unknown(found) == [
        "-: mail: it is in a catalog without its tools",
        "-: files: it is in a catalog without its tools",
    ]
    assert found.files[0].lost == ("2 servers without their tools",)


def test_a_catalog_without_any_tools_names_servers() -> None:
    error = refusal({"registry": {"weather": SERVER, "mail": {**SERVER, "tools": []}}})
    assert error.reason == "names 2 servers but holds no tools"
    assert "toolsearch capture" in (error.hint or "")


@pytest.mark.parametrize("head", [{"version": 2}, {"x-of-mine": 1}])
def test_an_entry_of_a_catalog_that_is_left_blank_is_unknown(head: dict[str, Any]) -> None:
    weather = {**SERVER, "tools": [{"name": "forecast"}]}
    found = loaded({**head, "registry": {"weather": weather, "mail": None}})
    assert found.catalog.tool_count == 1
    assert unknown(found) == ["-: mail: it is in a catalog without its tools"]


def test_an_entry_of_a_catalog_that_is_none_has_its_place() -> None:
    error = refusal({"version": 2, "registry": {"weather": SERVER, "mail": 5}})
    assert (error.pointer, error.reason) == ("/registry/mail", "expected an object, found a number")


def test_a_tool_of_a_catalog_may_bring_its_parameters() -> None:
    parameters = {"type": "object", "properties": {"x": {"type": "string"}}}
    tools = [{"name": "a", "description": "b", "parameters": parameters}]
    found = only_tool({"registry": {"shell": {"type": "poci", "tools": tools}}})
    assert (found.input_schema, found.unknown) == (parameters, ())


def test_a_profile_holds_what_is_switched_on() -> None:
    def server(name: str, **more: Any) -> dict[str, Any]:
        entry = {"name": name, "tools": [{"name": "a", "description": "A."}, {"name": "b"}]}
        return {"type": "image", "image": f"example/{name}", "snapshot": {"server": entry}, **more}

    profile = {
        "version": 1,
        "id": "x",
        "name": "X",
        "servers": [
            server("some", tools=["b"]),
            server("all", tools=[]),
            {"type": "image", "image": "example/names", "tools": ["c"]},
            {"type": "registry", "source": "https://registry.example/none"},
        ],
    }
    found = loaded(profile)
    assert found.files[0].format == "docker_profile"
    assert {one.name: list(places(one).values()) for one in found.catalog.sources} == {
        "some": ["/servers/0/snapshot/server/tools/1"],
        "all": ["/servers/1/snapshot/server/tools/0", "/servers/1/snapshot/server/tools/1"],
        "example/names": ["/servers/2/tools/0"],
    }
    assert unknown(found) == [
        "-: https://registry.example/none: it is in a catalog without its tools",
    ]


def test_an_empty_list_of_the_registry_is_unknown_and_not_none(tmp_path: Path) -> None:
    """Of 82 servers 54 are written so."""
    for server, tools in (("quiet", []), ("weather", [{"name": "a", "arguments": []}])):
        (tmp_path / server).mkdir()
        (tmp_path / server / "tools.json").write_text(json.dumps(tools), encoding="utf-8")
    file = tmp_path / "quiet" / "tools.json"
    with pytest.raises(ServersOnlyError, match="names 1 server but holds no tools"):
        load([str(file)])
    found = load([str(tmp_path)])
    assert [source.name for source in found.catalog.sources] == ["weather"]
    assert unknown(found) == [f"{file}: quiet: the registry could not list its tools"]


def test_an_empty_list_of_another_name_names_no_server() -> None:
    assert refusal([]).reason == "names no tools"


@pytest.mark.parametrize(
    ("document", "reason"),
    [
        ({"registry": {}}, "names no servers and holds no tools"),
        (
            {"version": 2, "name": "docker-mcp", "registry": {}},
            "names no servers and holds no tools",
        ),
        ({"registry": {}, "npm": "x"}, "names no tools"),
    ],
)
def test_an_empty_catalog_is_known_for_one(document: Any, reason: str) -> None:
    assert refusal(document).reason == reason
