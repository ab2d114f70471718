"""Schemas are those that FastMCP 4.2.3 makes of the same API, where it does not go further.

It also turns `oneOf` into `anyOf`, names what has no operationId after its summary, and cuts names
at 56 characters.
"""

from __future__ import annotations

import json
from typing import Any

from fastmcp.utilities.openapi import parse_openapi_to_http_routes
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.catalog.formats.openapi.inputs import api, body, object_of
from tests.catalog.inputs import sources

NAMES = ("id", "name", "page", "size", "body")
SCHEMAS: dict[str, Any] = {
    "Tag": {"type": "string", "enum": ["a", "b"], "nullable": True},
    "Owner": object_of("name", required=["name"]),
    "Pet": {
        "type": "object",
        "required": ["name", "made"],
        "properties": {
            "name": {"type": "string"},
            "made": {"type": "string", "readOnly": True},
            "owner": {"$ref": "#/components/schemas/Owner"},
            "parents": {"type": "array", "items": {"$ref": "#/components/schemas/Pet"}},
        },
    },
}

scalars = st.sampled_from(
    [
        {"type": "string"},
        {"type": "integer", "nullable": True},
        {"type": "number", "minimum": 0, "exclusiveMinimum": True},
        {"type": "array", "items": {"type": "string"}},
        {"$ref": "#/components/schemas/Tag"},
        {"type": "object", "additionalProperties": {"$ref": "#/components/schemas/Owner"}},
    ]
)
parameters = st.lists(
    st.fixed_dictionaries(
        {
            "name": st.sampled_from(NAMES),
            "in": st.sampled_from(["query", "header"]),
            "required": st.booleans(),
            "schema": scalars,
        },
        optional={"description": st.sampled_from(["Which one.", "How many."])},
    ),
    max_size=3,
    unique_by=lambda one: (one["name"], one["in"]),
)
bodies = st.sampled_from(
    [
        {},
        body(object_of("id", "size", required=["size"])),
        body(object_of("name"), required=False),
        body({"$ref": "#/components/schemas/Pet"}),
        body({"type": "array", "items": {"$ref": "#/components/schemas/Pet"}}),
    ]
)


@settings(max_examples=60, deadline=None)
@given(own=parameters, shared=parameters, sent=bodies)
def test_input_schemas(own: list[Any], shared: list[Any], sent: dict[str, Any]) -> None:
    operation = {
        "operationId": "act",
        "parameters": own,
        "responses": {"200": {"description": "Done"}},
        **sent,
    }
    document = api(
        paths={"/a": {"parameters": shared, "post": operation}}, components={"schemas": SCHEMAS}
    )
    (route,) = parse_openapi_to_http_routes(json.loads(json.dumps(document)))
    (source,) = sources(document)
    assert compared(source.tools[0].input_schema) == compared(route.flat_param_schema)


def compared(schema: Any) -> Any:
    """Return a schema without what is said in two ways: an empty `required`, a place in words."""
    if isinstance(schema, list):
        return [compared(item) for item in schema]
    if not isinstance(schema, dict):
        return schema
    found = {key: compared(value) for key, value in schema.items()}
    if found.get("required") == []:
        del found["required"]
    elif isinstance(found.get("required"), list):
        found["required"] = sorted(set(found["required"]))
    return found
