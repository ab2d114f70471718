"""References: followed inside the file, kept in circles, bounded in what they expand to."""

from __future__ import annotations

from typing import Any

import pytest
from jsonschema import Draft202012Validator

from tests.catalog.formats.openapi.inputs import api, body, object_of, query
from tests.catalog.inputs import only_tool, refusal, sources
from toolsearch_cli.catalog.formats.openapi import references


def schema_of(schema: Any, **schemas: Any) -> Any:
    """Return the input schema of an operation with one parameter."""
    parameters = [{"name": "x", "in": "query", "schema": schema}]
    document = api(
        paths={"/a": {"get": {"parameters": parameters}}}, components={"schemas": schemas}
    )
    return only_tool(document).input_schema


def test_what_is_referred_to_stands_in_defs() -> None:
    found = schema_of(
        {"type": "array", "items": {"$ref": "#/components/schemas/Pet"}},
        Pet={"type": "object", "properties": {"tag": {"$ref": "#/components/schemas/Tag"}}},
        Tag={"type": "string"},
        Unused={"type": "string"},
    )
    assert found["properties"]["x"]["items"] == {"$ref": "#/$defs/Pet"}
    assert list(found["$defs"]) == ["Pet", "Tag"]
    assert found["$defs"]["Pet"]["properties"]["tag"] == {"$ref": "#/$defs/Tag"}


def test_circles_stay_circles() -> None:
    ref = {"$ref": "#/components/schemas/Node"}
    found = schema_of(
        ref, Node={"type": "object", "properties": {"next": ref, "x": {"type": "string"}}}
    )
    Draft202012Validator.check_schema(found)
    validator = Draft202012Validator(found)
    assert validator.is_valid({"x": {"next": {"next": {"x": "a"}}}})
    assert not validator.is_valid({"x": {"next": {"next": {"x": 1}}}})


def test_names_of_components_are_told_apart() -> None:
    found = schema_of(
        {
            "anyOf": [
                {"$ref": f"#/components/schemas/{one}"}
                for one in ("a~1b", "a%20b", "Pet/properties/x")
            ]
        },
        **{"a/b": {"type": "string"}, "a b": {"type": "number"}, "Pet": object_of("x")},
    )
    choices = [one["$ref"].rpartition("/")[2] for one in found["properties"]["x"]["anyOf"]]
    assert len(set(choices)) == 3
    assert [found["$defs"][one] for one in choices] == [
        {"type": "string"},
        {"type": "number"},
        {"type": "string"},
    ]


def test_parameters_bodies_and_paths_can_be_referred_to() -> None:
    components: dict[str, Any] = {
        "parameters": {"Page": query("page"), "Again": {"$ref": "#/components/parameters/Page"}},
        "requestBodies": {"Item": body({"$ref": "#/components/schemas/Item"})["requestBody"]},
        "schemas": {"Item": object_of("name", required=["name"])},
        "pathItems": {
            "Items": {
                "parameters": [{"$ref": "#/components/parameters/Again"}],
                "post": {"requestBody": {"$ref": "#/components/requestBodies/Item"}},
            }
        },
    }
    found: Any = only_tool(
        api(paths={"/a": {"$ref": "#/components/pathItems/Items"}}, components=components)
    )
    assert list(found.input_schema["properties"]) == ["page", "name"]
    assert found.provenance.pointer == "/paths/~1a/post"


def test_a_reference_may_lead_into_a_list() -> None:
    """As tools write it that put an API of several files together."""
    first = {"get": {"parameters": [query("x", schema={"type": "integer"})]}}
    schema = {"$ref": "#/paths/~1a/get/parameters/0/schema"}
    second = {"get": {"parameters": [query("y", schema=schema)]}}
    (source,) = sources(api(paths={"/a": first, "/b": second}))
    found: Any = source.tools[1].input_schema
    assert found["properties"] == {"y": {"type": "integer"}}


def test_a_description_beside_a_reference_stands_instead_of_its_own() -> None:
    components = {"parameters": {"Page": query("page", description="Which page.")}}
    for beside, said in (({}, "Which page."), ({"description": "From 0."}, "From 0.")):
        parameters = [{"$ref": "#/components/parameters/Page", **beside}]
        found: Any = only_tool(
            api(paths={"/a": {"get": {"parameters": parameters}}}, components=components)
        )
        assert found.input_schema["properties"]["page"]["description"] == said


def test_what_is_said_beside_a_reference_stays() -> None:
    found = schema_of({"$ref": "#/components/schemas/Tag", "default": "a"}, Tag={"type": "string"})
    assert found["properties"]["x"] == {"$ref": "#/$defs/Tag", "default": "a"}


def test_all_of_that_doubles_does_not_expand() -> None:
    """Each of 40 schemas is twice the next one: written out they would be 2^40."""
    schemas = {
        f"s{n}": {"allOf": [{"$ref": f"#/components/schemas/s{n + 1}"}] * 2} for n in range(40)
    }
    schemas["s40"] = object_of("end")
    document = api(
        paths={"/a": {"post": body({"$ref": "#/components/schemas/s0"})}},
        components={"schemas": schemas},
    )
    assert only_tool(document).name == "post_a"


def test_what_all_operations_refer_to_is_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(references, "MAX_EXPANDED", 100_000)
    large = {"Large": {"type": "string", "description": "x" * 10_000}}
    operation = body({"type": "array", "items": {"$ref": "#/components/schemas/Large"}})
    few = {f"/{n}": {"post": operation} for n in range(5)}
    assert len(sources(api(paths=few, components={"schemas": large}))[0].tools) == 5
    many = {f"/{n}": {"post": operation} for n in range(15)}
    error = refusal(api(paths=many, components={"schemas": large}))
    assert error.pointer == "/paths/~19/post"
    assert error.reason.startswith("its schemas take more than 100,000 characters")


def test_definitions_are_shared_not_copied() -> None:
    ref = {"$ref": "#/components/schemas/Item"}
    operation = body({"type": "array", "items": ref})
    paths = {f"/{n}": {"post": operation} for n in range(3)}
    (source,) = sources(api(paths=paths, components={"schemas": {"Item": object_of("a")}}))
    schemas: list[Any] = [tool.input_schema for tool in source.tools]
    assert len({id(one["$defs"]["Item"]) for one in schemas}) == 1


def test_many_small_definitions_are_bounded_too(monkeypatch: pytest.MonkeyPatch) -> None:
    """A chain of them stands whole in each schema: entries take memory, however short they are."""
    monkeypatch.setattr(references, "MAX_EXPANDED", 100_000)
    chain = {f"c{n}": {"not": {"$ref": f"#/components/schemas/c{n + 1}"}} for n in range(100)}
    chain["c100"] = {}
    operation = body({"type": "array", "items": {"$ref": "#/components/schemas/c0"}})
    paths = {f"/{n}": {"post": operation} for n in range(10)}
    assert "characters" in refusal(api(paths=paths, components={"schemas": chain})).reason


@pytest.mark.parametrize("key", ["items", "properties", "allOf", "default"])
def test_schemas_may_be_as_deep_as_documents(key: str) -> None:
    schema: Any = {"type": "string"}
    for _ in range(60):
        schema = {key: [schema] if key == "allOf" else {"x": schema} if key != "items" else schema}
    assert schema_of(schema)["properties"]["x"]


def test_components_whose_names_become_one_are_told_apart() -> None:
    schemas = {f"x{'!' * n}": {"const": n} for n in range(1, 2_000)}
    choices = [{"$ref": f"#/components/schemas/{name}"} for name in schemas]
    found = schema_of({"anyOf": choices}, **schemas)
    assert sorted(one["const"] for one in found["$defs"].values()) == list(range(1, 2_000))
