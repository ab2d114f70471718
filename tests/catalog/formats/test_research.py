"""Research catalogs and other lists of many servers."""

from __future__ import annotations

from typing import Any

import pytest

from tests.catalog.inputs import TOOL, loaded, places, refusal, sources, tool, unknown
from toolsearch_cli.catalog.loading import LoadOptions


def test_packages_of_livemcpbench() -> None:
    def package(key: str, **server: Any) -> dict[str, Any]:
        return {
            "name": key,
            "config": {"mcpServers": {}},
            "tools": {key: {"tools": [TOOL], **server}},
        }

    found = loaded([package("a", server_name="Alpha"), package("b")])
    first, second = found.catalog.sources
    assert found.files[0].format == "livemcpbench"
    assert (first.name, places(first)) == ("Alpha", {"open_door": "/0/tools/a/tools/0"})
    assert (second.name, places(second)) == ("b", {"open_door": "/1/tools/b/tools/0"})


@pytest.mark.parametrize("silent", [None, {}, {"tools": None}, {"version": "1"}])
def test_a_server_of_livemcpbench_that_says_nothing_is_unknown(silent: Any) -> None:
    package: dict[str, Any] = {
        "name": "P",
        "config": {"mcpServers": {}},
        "tools": {"a": {"tools": [TOOL]}},
    }
    both = {**package, "tools": {"mail": silent, **package["tools"]}}
    for document in ([package, both], [both], both):
        found = loaded(document)
        assert found.files[0].format == "livemcpbench"
        assert unknown(found) == ["-: mail: it did not list them"]
        assert found.catalog.tool_count == (2 if document == [package, both] else 1)
    alone = refusal(
        [{**package, "tools": {"mail": silent}}], LoadOptions(input_format="livemcpbench")
    )
    assert alone.reason == "names 1 server but holds no tools"


def test_a_server_of_livemcpbench_that_is_none_has_its_place() -> None:
    tools = {"a": {"tools": [TOOL]}, "mail": 5}
    error = refusal([{"name": "P", "config": {}, "tools": tools}])
    assert (error.pointer, error.reason) == ("/0/tools/mail", "expected an object, found a number")


def test_parameters_of_mcp_zero_are_text() -> None:
    entry = {
        "server_name": "Weather",
        "description_embedding": [0.1],
        "tools": [
            {
                "name": "forecast",
                "description": "d",
                "description_embedding": [0.2],
                "parameter": {
                    "place": "(string) A (small) town",
                    "days": "(Optional, integer) How many",
                    "odd": "anything",
                    "none": None,
                },
            }
        ],
    }
    found = loaded([entry])
    (source,) = found.catalog.sources
    (forecast,) = source.tools
    assert forecast.input_schema == {
        "type": "object",
        "properties": {
            "place": {"type": "string", "description": "A (small) town"},
            "days": {"type": "integer", "description": "How many"},
            "odd": {"description": "anything"},
            "none": {},
        },
        "required": ["place", "odd", "none"],
    }
    assert (forecast.unknown, forecast.embedding, dict(forecast.extra)) == (("schema",), None, {})
    assert found.files[0].lost == ("2 vectors",)


def test_a_server_of_several_tasks_is_read_once() -> None:
    def task(number: int, *names: str) -> dict[str, Any]:
        tools = [{"name": name, "description": "d", "input_schema": {}} for name in names]
        return {"id": number, "server_name": "puppeteer", "tools": tools}

    (source,) = sources([task(1, "a", "b"), task(2, "b", "c")])
    assert places(source) == {"a": "/0/tools/0", "b": "/0/tools/1", "c": "/1/tools/1"}
    assert {one.unknown for one in source.tools} == {()}


@pytest.mark.parametrize(
    "document",
    [
        {"consolidated_tools": [{"name": "a", "description": "b", "toolMetadata": {}}]},
        {"status": 200, "message": "", "results": [{"id": "1", "name": "a", "command": "x a"}]},
    ],
)
def test_lists_of_azure_s_server(document: dict[str, Any]) -> None:
    found = loaded(document)
    (source,) = found.catalog.sources
    assert found.files[0].format == "azure_tools"
    assert source.tools[0].unknown == ("schema",)


def test_a_server_of_smithery() -> None:
    (source,) = sources({"qualifiedName": "@x/y", "displayName": "Y", "tools": [tool("a")]})
    assert (source.name, places(source)) == ("@x/y", {"a": "/tools/0"})


def test_a_plugin_that_only_has_hooks() -> None:
    assert refusal("name: x\nprovides_hooks: [on_start]\n").reason == (
        "declares a plugin without tools"
    )


def test_another_program_s_plugin_yaml_is_none() -> None:
    assert refusal("name: x\nversion: 1\ncommand: $HELM_PLUGIN_DIR/x\n").reason != (
        "declares a plugin without tools"
    )


def test_fastmcp_s_own_form() -> None:
    shown = {
        "name": "add",
        "key": "tool:add@",
        "description": "Adds.",
        "input_schema": {"type": "object"},
        "output_schema": {"type": "object"},
        "meta": {"x": 1},
        "tags": ["maths"],
    }
    found = loaded({"server": {"name": "calc", "instructions": "Sums."}, "tools": [shown]})
    (source,) = found.catalog.sources
    (add,) = source.tools
    assert (found.files[0].format, source.name, source.instructions) == ("fastmcp", "calc", "Sums.")
    assert (add.input_schema, add.output_schema) == ({"type": "object"}, {"type": "object"})
    assert (add.meta, "meta" in add.extra) == ({"x": 1}, False)


def test_a_server_of_a_list_alone_keeps_its_name() -> None:
    entry = {"id": 1, "server_name": "puppeteer", "tools": [{"name": "a", "input_schema": {}}]}
    found = loaded(entry)
    (source,) = found.catalog.sources
    assert found.files[0].format == "server_list"
    assert (source.name, places(source)) == ("puppeteer", {"a": "/tools/0"})


def package(name: str, started: tuple[str, ...], listed: Any) -> dict[str, Any]:
    servers = {one: {"command": "x", "env": {"KEY": "k3y"}} for one in started}
    return {"name": name, "config": {"mcpServers": servers}, "tools": listed}


WHOLE = package("A", ("a",), {"a": {"server_name": "a", "tools": [TOOL]}})


@pytest.mark.parametrize(
    ("silent", "names"),
    [
        (package("B", ("b",), {}), {"b": "/1/config/mcpServers/b"}),
        (
            package("B", ("b", "c"), {"b": {"tools": [TOOL]}}),
            {"c": "/1/config/mcpServers/c"},
        ),
        (package("B", ("b",), None), {"b": "/1/config/mcpServers/b"}),
        (package("B", ("b",), {"b": {"tools": None}}), {"b": "/1/tools/b"}),
        (package("B", (), {}), {"B": "/1"}),
        (package("B", ("x",), {"x": {"server_name": "b", "tools": [TOOL]}}), {}),
    ],
)
def test_servers_that_a_package_does_not_list_are_unknown(
    silent: dict[str, Any], names: dict[str, str]
) -> None:
    found = loaded([WHOLE, silent])
    assert {one.name: one.provenance.pointer for one in found.catalog.unknown} == names
    assert "k3y" not in str(found)


def test_packages_that_list_nothing_name_servers() -> None:
    assert refusal(package("B", ("b", "c"), {})).reason == "names 2 servers but holds no tools"


def test_a_package_alone() -> None:
    (source,) = sources(WHOLE)
    assert (source.name, places(source)) == ("a", {"open_door": "/tools/a/tools/0"})
