"""References that lead to nothing in the file: what is behind them is unknown, not nothing."""

from __future__ import annotations

from typing import Any

import pytest

from tests.catalog.formats.openapi.inputs import api, body, object_of, query
from tests.catalog.inputs import loaded


def untold(document: Any) -> list[str]:
    """Return what is said of references, where each tool's schema is unknown for it."""
    found = loaded(document)
    (source,) = found.catalog.sources
    assert all(tool.unknown == ("schema",) for tool in source.tools)
    *said, counted = found.files[0].warnings
    assert counted.startswith(f"schemas unknown for {len(source.tools)} tool")
    return said


@pytest.mark.parametrize(
    "reference",
    ["other.yaml#/X", "https://example.org/x.json", "#/components/schemas/Gone", "#x", "#/paths/0"],
)
def test_what_leads_out_of_the_file_is_unknown(reference: str) -> None:
    parameters = [query("a"), {"name": "x", "in": "query", "schema": {"$ref": reference}}]
    found = loaded(api(paths={"/a": {"get": {"parameters": parameters}}, "/b": {"get": {}}}))
    first, second = found.catalog.sources[0].tools
    assert (first.unknown, second.unknown) == (("schema",), ())
    assert f"{reference} leads to nothing in this file" in found.files[0].warnings[0]
    assert "schemas unknown for 1 tool of Shop" in found.files[0].warnings[1]


def test_references_that_only_lead_to_each_other() -> None:
    parameters = {
        "A": {"$ref": "#/components/parameters/B"},
        "B": {"$ref": "#/components/parameters/A"},
    }
    operation = {"parameters": [{"$ref": "#/components/parameters/A"}]}
    document = api(paths={"/a": {"get": operation}}, components={"parameters": parameters})
    (said,) = untold(document)
    assert said.startswith("/paths/~1a/get: its $ref #/components/parameters/A leads to nothing")


@pytest.mark.parametrize(
    ("operation", "reference"),
    [
        ({"parameters": [{"$ref": "#/components/parameters/P"}]}, "#/components/parameters/P"),
        ({"parameters": [query("a"), {"$ref": "all.yaml#/Page"}]}, "all.yaml#/Page"),
        ({"requestBody": {"$ref": "#/components/requestBodies/B"}}, "#/components/requestBodies/B"),
        ({"requestBody": {"$ref": "https://example.org/b.json"}}, "https://example.org/b.json"),
        ({"requestBody": {"content": {"application/json": {"$ref": "#/gone"}}}}, "#/gone"),
        (body({"$ref": "#/components/schemas/Gone"}), "#/components/schemas/Gone"),
        (body({"allOf": [object_of("a"), {"$ref": "base.json"}]}), "base.json"),
        (body({"type": "array", "items": {"$ref": "#/paths/9"}}), "#/paths/9"),
        (
            {"parameters": [{"in": "body", "name": "x", "schema": {"$ref": "#/definitions/D"}}]},
            "#/definitions/D",
        ),
    ],
)
def test_what_an_operation_takes_is_unknown_not_nothing(operation: Any, reference: str) -> None:
    (said,) = untold(api(paths={"/a": {"post": operation}}))
    assert said == (
        f"/paths/~1a/post: its $ref {reference} leads to nothing in this file: "
        "what POST /a takes is unknown"
    )


def test_a_reference_that_many_operations_need_is_told_once() -> None:
    path = {"parameters": [{"$ref": "#/gone"}], "get": {}, "put": {}}
    (said,) = untold(api(paths={"/a": path}))
    assert said == (
        "/paths/~1a/get: its $ref #/gone leads to nothing in this file: "
        "what GET /a and another operation take is unknown"
    )
    (said,) = untold(api(paths={"/a": path, "/b": path}))
    assert "what GET /a and 3 more operations take is unknown" in said


def test_a_chain_of_references_names_the_one_that_leads_nowhere() -> None:
    parameters = {"A": {"$ref": "#/components/parameters/B"}, "B": {"$ref": "b.yaml"}}
    operation = {"parameters": [{"$ref": "#/components/parameters/A"}]}
    document = api(paths={"/a": {"get": operation}}, components={"parameters": parameters})
    assert "its $ref b.yaml leads" in untold(document)[0]


def test_answers_may_lead_anywhere() -> None:
    responses = {"200": {"$ref": "#/gone"}, "default": {"$ref": "errors.yaml"}}
    found = loaded(api(paths={"/a": {"get": {"responses": responses}}}))
    assert found.files[0].warnings == ()


def test_a_path_that_stands_elsewhere_is_unknown() -> None:
    found = loaded(api(paths={"/a": {"$ref": "a.yaml"}, "/b": {"get": {}}}))
    (missed,) = found.catalog.unknown
    said = "Shop /a: its $ref a.yaml leads to nothing in this file"
    assert str(missed) == f"-: {said}"
    (line,) = found.files
    assert line.lost == ("1 path that stands elsewhere",)
    assert line.warnings == (f"/paths/~1a: its tools are unknown: {said}",)


def test_operations_beside_a_reference_are_known() -> None:
    item = {"get": {"operationId": "far"}, "put": {"operationId": "replaced"}}
    near = {"put": {"operationId": "near"}}
    for reference, names in (("#/x-item", ["far", "near"]), ("gone.yaml", ["near"])):
        paths = {"/a": {"$ref": reference, **near}}
        found = loaded(api(paths=paths, **{"x-item": item}))
        assert [tool.name for tool in found.catalog.sources[0].tools] == names
        assert len(found.catalog.unknown) == (reference == "gone.yaml")


@pytest.mark.parametrize("reference", ["#/info/title", "#/info", "#/info/tags"])
def test_what_is_no_body_is_no_answer(reference: str) -> None:
    """A reference to text leads to nothing; one to another object is taken at its word."""
    document = api(paths={"/a": {"put": {"requestBody": {"$ref": reference}}}})
    found = loaded(document).catalog.sources[0].tools[0]
    assert found.unknown == (() if reference == "#/info" else ("schema",))
