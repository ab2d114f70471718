"""What operations are sent becomes JSON Schema: bodies, forms, null, the words of OpenAPI."""

from __future__ import annotations

from typing import Any

import pytest

from tests.catalog.formats.openapi.inputs import api, body, object_of, query
from tests.catalog.inputs import loaded, only_tool, sources


def test_a_parameter_whose_name_is_taken_says_its_place() -> None:
    parameters = [query("id"), {**query("id"), "in": "header"}, query("name")]
    operation = {"parameters": parameters, **body(object_of("name", required=["name"]))}
    schema: Any = only_tool(api(paths={"/a": {"post": operation}})).input_schema
    assert list(schema["properties"]) == ["id__query", "id__header", "name__query", "name"]
    assert schema["required"] == ["name"]


def test_a_name_with_its_place_may_be_taken_too() -> None:
    both = [{**query("id"), "in": where} for where in ("query", "header")]
    taken = query("id__query", schema={"type": "integer"})
    for parameters in ([*both, taken], [taken, *both]):
        operation = {"parameters": parameters, **body(object_of("id__header"))}
        found = loaded(api(paths={"/a": {"post": operation}}))
        schema: Any = found.catalog.sources[0].tools[0].input_schema
        assert sorted(schema["properties"]) == [
            *("id__header", "id__header_2", "id__query", "id__query_2"),
        ]
        assert schema["properties"]["id__query"] == {"type": "integer"}
        assert found.files[0].warnings == (
            "/paths/~1a/post: the parameter's name id__query is taken: called id__query_2",
            "/paths/~1a/post: the parameter's name id__header is taken: called id__header_2",
        )


@pytest.mark.parametrize(
    "several", [[{"$ref": "#/components/schemas/A"}], [object_of("a")] * 1_001]
)
def test_a_body_of_too_many_parts_is_one_property_and_said(several: Any) -> None:
    schemas = {"A": {"allOf": several}}
    operation = body({"$ref": "#/components/schemas/A"})
    found = loaded(api(paths={"/a": {"post": operation}}, components={"schemas": schemas}))
    schema: Any = found.catalog.sources[0].tools[0].input_schema
    assert list(schema["properties"]) == ["body"]
    (said,) = found.files[0].warnings
    assert said.startswith("/paths/~1a/post: its body is all of itself, or of more than 1,000")


def test_a_form_beside_a_body_is_left_out_and_said() -> None:
    mail = {"name": "x", "in": "body", "schema": object_of("to")}
    parameters = [{"name": "note", "in": "formData", "type": "string"}, mail]
    paths = {"/a": {"post": {"parameters": parameters}}}
    found = loaded({"swagger": "2.0", "info": {"title": "Old"}, "paths": paths})
    schema: Any = found.catalog.sources[0].tools[0].input_schema
    assert list(schema["properties"]) == ["to"]
    said = "/paths/~1a/post: left out: `note` of a form, beside a body"
    assert found.files[0].warnings == (said,)


@pytest.mark.parametrize("odd", [5, "x", [], {"content": 5}, {"content": {"application/json": 5}}])
def test_a_body_that_is_none_is_left_out_and_said(odd: Any) -> None:
    found = loaded(api(paths={"/a": {"post": {"requestBody": odd}}}))
    assert found.catalog.tool_count == 1
    assert found.files[0].warnings == ("/paths/~1a/post: left out: its body is no object",)


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
        "properties": {
            "file": {"type": "string", "format": "binary"},
            "note": {"type": "string", "description": "d"},
        },
        "required": ["file"],
    }


def test_json_is_found_under_its_other_names() -> None:
    for kind in ("application/json; charset=utf-8", "application/vnd.api+json", "Application/JSON"):
        content: Any = {"application/xml": {}, kind: {"schema": object_of("a")}}
        operation = {"requestBody": {"content": content}}
        schema: Any = only_tool(api(paths={"/a": {"post": operation}})).input_schema
        assert list(schema["properties"]) == ["a"]


def test_a_body_without_a_schema_is_any_value() -> None:
    content: Any = {"application/octet-stream": {}}
    operation = {"requestBody": {"required": True, "description": "d", "content": content}}
    assert only_tool(api(paths={"/a": {"put": operation}})).input_schema == {
        "type": "object",
        "properties": {"body": {"description": "d"}},
        "required": ["body"],
    }
    empty = only_tool(api(paths={"/a": {"put": {"requestBody": {"content": {}}}}}))
    assert empty.input_schema == {"type": "object", "properties": {}}


@pytest.mark.parametrize(
    ("schema", "found"),
    [
        ({"allOf": [{"enum": [1]}]}, {"anyOf": [{"allOf": [{"enum": [1]}]}, {"type": "null"}]}),
        ({"oneOf": [{"type": "string"}]}, {"oneOf": [{"type": "string"}, {"type": "null"}]}),
        ({"anyOf": [{"type": "null"}]}, {"anyOf": [{"type": "null"}]}),
        ({"type": ["string", "null"]}, {"type": ["string", "null"]}),
        ({}, {}),
    ],
)
def test_what_may_be_null(schema: Any, found: Any) -> None:
    parameters = [query("x", schema={**schema, "nullable": True})]
    whole: Any = only_tool(api(paths={"/a": {"get": {"parameters": parameters}}})).input_schema
    assert whole["properties"]["x"] == found


def test_a_switch_of_yaml_1_1_is_the_default_of_a_boolean_and_text_elsewhere() -> None:
    text = """
openapi: 3.0.3
info: {title: Shop}
paths:
  /a:
    get:
      parameters:
      - {name: on, in: query, required: yes, schema: {type: boolean, default: off}}
      - {name: no, in: query, schema: {type: string, default: off, enum: [on, off]}}
"""
    assert only_tool(text).input_schema == {
        "type": "object",
        "properties": {
            "on": {"type": "boolean", "default": False},
            "no": {"type": "string", "default": "off", "enum": ["on", "off"]},
        },
        "required": ["on"],
    }


def test_null_of_swagger_extensions() -> None:
    parameter = {"name": "x", "in": "query", "type": "string", "x-nullable": True}
    document = {"swagger": "2.0", "info": {}, "paths": {"/a": {"get": {"parameters": [parameter]}}}}
    schema: Any = only_tool(document).input_schema
    assert schema["properties"] == {"x": {"type": ["string", "null"]}}
