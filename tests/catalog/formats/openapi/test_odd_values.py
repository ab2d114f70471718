"""Values of the wrong type: what cannot be an operation is skipped, warned and counted."""

from __future__ import annotations

from typing import Any

import pytest

from tests.catalog.formats.openapi.inputs import api, query
from tests.catalog.inputs import loaded, refusal
from toolsearch_cli.catalog.loading import LoadOptions
from toolsearch_cli.errors import NoToolsError

GOOD: dict[str, Any] = {"get": {"operationId": "good"}}
STRICT = LoadOptions(strict=True)


@pytest.mark.parametrize(
    ("odd", "pointer"),
    [
        (None, "/paths/~1a"),
        (5, "/paths/~1a"),
        ([GOOD], "/paths/~1a"),
        ({"post": None}, "/paths/~1a/post"),
        ({"post": "x"}, "/paths/~1a/post"),
    ],
)
def test_paths_and_operations(odd: Any, pointer: str) -> None:
    document = api(paths={"/a": odd, "/b": GOOD})
    found = loaded(document)
    assert [tool.name for tool in found.catalog.sources[0].tools] == ["good"]
    (said,) = found.files[0].warnings
    assert said.startswith(f"{pointer}: skipped, not a tool: expected an object, found ")
    assert found.files[0].lost == ("1 entry that is not a tool",)
    strictly = refusal(document, STRICT)
    assert (strictly.pointer, strictly.reason[:18]) == (pointer, "expected an object")
    assert isinstance(refusal(api(paths={"/a": odd})), NoToolsError)


def test_a_path_that_is_left_blank_in_yaml() -> None:
    text = "openapi: 3.1.0\ninfo: {title: Shop}\npaths:\n  /a:\n  /b:\n    get: {operationId: b}\n"
    assert loaded(text).catalog.tool_count == 1
    empty = refusal("openapi: 3.1.0\ninfo: {title: Shop}\npaths:\n")
    assert empty.reason == "names no tools: its paths have no operations"


@pytest.mark.parametrize("odd", [7, "x", {"a": query("a")}])
def test_parameters_that_are_no_array(odd: Any) -> None:
    of_path = {"/a": {"parameters": odd, "get": {"parameters": [query("q")]}}}
    own = {"/a": {"parameters": [query("q")], "get": {"parameters": odd}}}
    for paths, place in ((of_path, "/paths/~1a"), (own, "/paths/~1a/get")):
        found = loaded(api(paths=paths))
        schema: Any = found.catalog.sources[0].tools[0].input_schema
        assert list(schema["properties"]) == ["q"]
        (said,) = found.files[0].warnings
        assert said.startswith(f"{place}/parameters: left out: expected an array, found ")
        assert refusal(api(paths=paths), STRICT).pointer == f"{place}/parameters"


def test_what_is_odd_and_readable() -> None:
    """A parameter that is none is left out; what is beside a tool's name may be anything."""
    parameters = [5, {"$ref": 5}, {"name": 5}, {"name": "q", "in": "query", "schema": 5}]
    about = {"operationId": 5, "tags": 5, "summary": [], "responses": None}
    found = loaded(api(paths={"/b": {"put": {**about, "parameters": parameters}}}, info=5))
    (source,) = found.catalog.sources
    (tool,) = source.tools
    assert (source.name, tool.name, tool.description) == ("stdin", "put_b", "PUT /b")
    assert tool.input_schema == {"type": "object", "properties": {"q": 5}}
    assert found.files[0].warnings == tuple(
        f"/paths/~1b/put/parameters/{index}: left out: it is no parameter" for index in range(3)
    )
