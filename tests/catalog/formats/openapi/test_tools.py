"""Operations become tools: names, descriptions, parameters, bodies, of 3.x and of 2.0."""

from __future__ import annotations

from typing import Any

import pytest

from tests.catalog.formats.openapi.inputs import api, query
from tests.catalog.inputs import loaded, only_tool, places, refusal, sources
from toolsearch_cli.catalog.loading import LoadOptions
from toolsearch_cli.errors import NoToolsError


def named(*operations: dict[str, Any]) -> list[str]:
    paths = {f"/p{number}": {"get": one} for number, one in enumerate(operations)}
    (source,) = sources(api(paths=paths))
    return [tool.name for tool in source.tools]


def test_one_tool_an_operation_under_the_title() -> None:
    paths = {
        "/items": {"get": {"operationId": "list"}, "post": {"operationId": "add"}},
        "/items/{id}": {"x-internal": {}, "delete": {"operationId": "drop"}, "servers": []},
        "x-paths": {"get": {}},
    }
    found = loaded(api(paths=paths))
    (source,) = found.catalog.sources
    assert (found.files[0].format, source.name, source.kind) == ("openapi", "Shop", "mcp")
    assert places(source) == {
        "list": "/paths/~1items/get",
        "add": "/paths/~1items/post",
        "drop": "/paths/~1items~1{id}/delete",
    }


def test_an_api_without_a_title_is_called_after_its_file() -> None:
    (source,) = sources({"openapi": "3.1.0", "info": {}, "paths": {"/a": {"get": {}}}})
    assert (source.name, source.is_named) == ("stdin", False)


@pytest.mark.parametrize(
    ("written", "name"),
    [
        ("listItems", "listItems"),
        ("items/list all", "items_list_all"),
        ("pets.find-by_status", "pets_find-by_status"),
        ("__x__", "x"),
        ("x" * 70, "x" * 64),
        ("\u540d\u524d", "get_p0"),
        ("", "get_p0"),
        (7, "get_p0"),
    ],
)
def test_names_have_only_what_every_provider_takes(written: Any, name: str) -> None:
    assert named({"operationId": written}) == [name]


def test_without_an_id_method_and_path_are_the_name() -> None:
    (source,) = sources(api(paths={"/items/{item-id}/tags": {"put": {}}, "/": {"get": {}}}))
    assert [tool.name for tool in source.tools] == ["put_items_item-id_tags", "get"]


def test_names_that_are_taken_get_a_number() -> None:
    same = {"operationId": "list"}
    assert named(same, {"operationId": "list_2"}, same, same) == [
        *("list", "list_2", "list_3", "list_4"),
    ]
    long = {"operationId": "x" * 80}
    assert named(long, long) == ["x" * 64, "x" * 62 + "_2"]
    found = loaded(api(paths={"/a": {"get": same, "put": same}}))
    assert found.files[0].warnings == ("/paths/~1a/put: the name list is taken: called list_2",)


@pytest.mark.parametrize(
    ("operation", "description"),
    [
        ({"summary": "s", "description": "d"}, "d"),
        ({"summary": "s", "description": ""}, "s"),
        ({}, "GET /a"),
    ],
)
def test_descriptions(operation: dict[str, Any], description: str) -> None:
    assert only_tool(api(paths={"/a": {"get": operation}})).description == description


def test_tags_are_kept_in_the_tool() -> None:
    found = only_tool(api(paths={"/a": {"get": {"tags": ["x", "y"], "deprecated": True}}}))
    assert found.extra == {"tags": ["x", "y"], "deprecated": True}


def test_parameters_of_a_path_hold_for_its_operations() -> None:
    item = {
        "parameters": [query("page"), query("lang", description="of the path")],
        "get": {"parameters": [query("lang", required=True, description="its own")]},
    }
    assert only_tool(api(paths={"/a": item})).input_schema == {
        "type": "object",
        "properties": {
            "lang": {"type": "string", "description": "its own"},
            "page": {"type": "string"},
        },
        "required": ["lang"],
    }


def test_a_parameter_may_have_content() -> None:
    parameter = {
        "name": "q",
        "in": "query",
        "content": {"application/json": {"schema": {"type": "object"}}},
    }
    schema: Any = only_tool(api(paths={"/a": {"get": {"parameters": [parameter]}}})).input_schema
    assert schema["properties"] == {"q": {"type": "object"}}


@pytest.mark.parametrize("switch", ["x-mcp", "x-mcp-tool"])
def test_operations_and_paths_can_be_switched_off(switch: str) -> None:
    paths = {
        "/a": {"get": {switch: False}, "put": {"operationId": "on", switch: {"name": "x"}}},
        "/b": {switch: False, "get": {}},
    }
    found = loaded(api(paths=paths))
    assert [tool.name for tool in found.catalog.sources[0].tools] == ["on"]
    assert found.files[0].lost == ("2 operations that x-mcp leaves out",)


def test_yaml_reads_versions_as_numbers_and_keys_as_text() -> None:
    text = "swagger: 2.0\ninfo: {title: on}\npaths:\n  /a:\n    get:\n      responses: {200: {}}\n"
    (source,) = sources(text)
    assert (source.name, source.tools[0].name) == ("on", "get_a")
    assert source.is_named


@pytest.mark.parametrize(
    ("more", "reason"),
    [
        ({"paths": {}}, "names no tools: its paths have no operations"),
        ({}, "names no tools: its paths have no operations"),
        ({"paths": {"/a": {"parameters": []}}}, "names no tools: its paths have no operations"),
        ({"paths": {}, "webhooks": {"x": {"post": {}}}}, "names no tools, only 1 webhook"),
        (
            {"paths": {"/a": {"get": {"x-mcp": False}}}},
            "names no tools, only 1 operation that x-mcp leaves out",
        ),
        (
            {"paths": {"/a": {"$ref": "a.yaml"}, "/b": {"$ref": "b.yaml"}}},
            "names no tools, only 2 paths that stand elsewhere",
        ),
    ],
)
@pytest.mark.parametrize("version", [{"openapi": "3.1.0"}, {"swagger": "2.0"}])
def test_an_api_without_operations_is_no_empty_catalog(
    version: dict[str, str], more: dict[str, Any], reason: str
) -> None:
    for form in ("openapi", "openapi_by_tag"):
        document = {**version, "info": {"title": "Shop"}, **more}
        error = refusal(document, LoadOptions(input_format=form))
        assert isinstance(error, NoToolsError)
        assert error.reason == reason
        assert ("redocly" in (error.hint or "")) == ("elsewhere" in reason)


def test_a_parameter_of_the_path_is_required_whatever_it_says() -> None:
    parameter = {"name": "id", "in": "path", "schema": {"type": "string"}}
    schema: Any = only_tool(api(paths={"/a/{id}": {"get": {"parameters": [parameter]}}}))
    assert schema.input_schema["required"] == ["id"]


def test_webhooks_are_lost() -> None:
    found = loaded(api(paths={"/a": {"get": {}}}, webhooks={"x": {}, "y": {}}))
    assert found.files[0].lost == ("2 webhooks",)
