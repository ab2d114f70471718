"""Operations become tools: names, descriptions, parameters, bodies, of 3.x and of 2.0."""

from __future__ import annotations

from typing import Any

import pytest

from tests.catalog.formats.openapi.inputs import api, body, object_of, query
from tests.catalog.inputs import loaded, only_tool, places, sources


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


def test_a_parameter_whose_name_is_taken_says_its_place() -> None:
    parameters = [query("id"), {**query("id"), "in": "header"}, query("name")]
    operation = {"parameters": parameters, **body(object_of("name", required=["name"]))}
    schema: Any = only_tool(api(paths={"/a": {"post": operation}})).input_schema
    assert list(schema["properties"]) == ["id__query", "id__header", "name__query", "name"]
    assert schema["required"] == ["name"]


def test_a_parameter_may_have_content() -> None:
    parameter = {
        "name": "q",
        "in": "query",
        "content": {"application/json": {"schema": {"type": "object"}}},
    }
    schema: Any = only_tool(api(paths={"/a": {"get": {"parameters": [parameter]}}})).input_schema
    assert schema["properties"] == {"q": {"type": "object"}}


@pytest.mark.parametrize(
    ("schema", "properties", "required"),
    [
        (object_of("a", "b", required=["a"]), ["a", "b"], ["a"]),
        ({"type": "array", "items": {}}, ["body"], ["body"]),
        ({"oneOf": [object_of("a"), object_of("b")]}, ["body"], ["body"]),
        ({**object_of("c"), "allOf": [object_of("a", required=["a"])]}, ["c", "a"], ["a"]),
        ({"allOf": [object_of("a"), {"oneOf": []}]}, ["body"], ["body"]),
        ({"type": "object"}, ["body"], ["body"]),
        (True, ["body"], ["body"]),
    ],
)
def test_bodies(schema: Any, properties: list[str], required: list[str]) -> None:
    found: Any = only_tool(api(paths={"/a": {"post": body(schema)}})).input_schema
    assert list(found["properties"]) == properties
    assert found.get("required", []) == required
    optional: Any = only_tool(api(paths={"/a": {"post": body(schema, required=False)}}))
    assert "required" not in optional.input_schema


def test_json_is_taken_of_several_kinds_of_content_else_the_first() -> None:
    content = {"text/plain": {"schema": {"type": "string"}}, "application/xml": {}}
    with_json = {**content, "application/json": {"schema": object_of("a")}}
    for kinds, names in ((content, ["body"]), (with_json, ["a"])):
        operation = {"requestBody": {"content": kinds, "description": "What is sent."}}
        schema: Any = only_tool(api(paths={"/a": {"post": operation}})).input_schema
        assert list(schema["properties"]) == names
    assert "description" not in schema


def test_openapi_s_own_words_become_json_schema() -> None:
    schema = object_of(
        "plain",
        required=["made", "plain"],
        discriminator={"propertyName": "x"},
    )
    schema["properties"] |= {
        "made": {"type": "string", "readOnly": True},
        "maybe": {"type": "string", "nullable": True, "enum": ["a"]},
        "above": {"type": "number", "minimum": 0, "exclusiveMinimum": True, "xml": {}},
        "nullable": {"type": "string", "example": {"nullable": True, "$ref": "#/x"}},
    }
    found: Any = only_tool(api(paths={"/a": {"post": body(schema)}})).input_schema
    assert found["properties"] == {
        "plain": {"type": "string"},
        "maybe": {"type": ["string", "null"], "enum": ["a", None]},
        "above": {"type": "number", "exclusiveMinimum": 0},
        "nullable": {"type": "string", "example": {"nullable": True, "$ref": "#/x"}},
    }
    assert found["required"] == ["plain"]


@pytest.mark.parametrize("switch", ["x-mcp", "x-mcp-tool"])
def test_operations_and_paths_can_be_switched_off(switch: str) -> None:
    paths = {
        "/a": {"get": {switch: False}, "put": {"operationId": "on", switch: {"name": "x"}}},
        "/b": {switch: False, "get": {}},
    }
    found = loaded(api(paths=paths))
    assert [tool.name for tool in found.catalog.sources[0].tools] == ["on"]
    assert found.files[0].lost == ("2 operations that x-mcp leaves out",)


def test_swagger_with_a_body_and_a_form() -> None:
    document = {
        "swagger": "2.0",
        "info": {"title": "Old"},
        "paths": {
            "/a": {
                "post": {
                    "operationId": "send",
                    "parameters": [
                        {"name": "n", "in": "query", "type": "integer", "format": "int32"},
                        {
                            "name": "x",
                            "in": "body",
                            "required": True,
                            "schema": {"$ref": "#/definitions/Mail"},
                        },
                    ],
                },
                "put": {
                    "operationId": "upload",
                    "parameters": [
                        {"name": "file", "in": "formData", "type": "file", "required": True},
                        {"name": "note", "in": "formData", "type": "string", "description": "d"},
                    ],
                },
            }
        },
        "definitions": {"Mail": object_of("to", required=["to"])},
    }
    (source,) = sources(document)
    send, upload = (tool.input_schema for tool in source.tools)
    assert send == {
        "type": "object",
        "properties": {"n": {"type": "integer", "format": "int32"}, "to": {"type": "string"}},
        "required": ["to"],
    }
    assert upload == {
        "type": "object",
        "properties": {"file": {"type": "file"}, "note": {"type": "string", "description": "d"}},
        "required": ["file"],
    }


def test_yaml_reads_versions_as_numbers_and_keys_as_text() -> None:
    text = "swagger: 2.0\ninfo: {title: on}\npaths:\n  /a:\n    get:\n      responses: {200: {}}\n"
    (source,) = sources(text)
    assert (source.name, source.tools[0].name) == ("on", "get_a")
    assert source.is_named


def test_webhooks_are_lost() -> None:
    found = loaded(api(paths={"/a": {"get": {}}}, webhooks={"x": {}, "y": {}}))
    assert found.files[0].lost == ("2 webhooks",)
