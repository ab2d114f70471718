"""What an operation is sent beside its parameters, as properties of one schema."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterator

    from toolsearch_cli.catalog.formats.openapi.operations import Operation
    from toolsearch_cli.catalog.formats.openapi.references import References
    from toolsearch_cli.catalog.model import Json

_JSON: Final = re.compile(r"application/(?:[^;\s]+\+)?json\b", re.IGNORECASE)
_MOST_PARTS: Final = 1_000
_CHOICES: Final = ("oneOf", "anyOf", "not", "if")


class Body(NamedTuple):
    """The properties of a body, and those that must be there."""

    properties: dict[str, Json]
    required: tuple[str, ...] = ()
    missing: tuple[str, ...] = ()
    """A reference in its place that leads to nothing: what is sent is unknown."""


def body_of(operation: Operation, references: References) -> Body:
    """Return the properties of a body: its own where it is a plain object, else one, `body`."""
    for parameter in operation.parameters:
        if parameter.get("in") == "body":
            is_required = parameter.get("required") is True
            described = parameter.get("description")
            schema = parameter.get("schema")
            return _spread(schema, references, described, is_required=is_required)
    form = [one for one in operation.parameters if one.get("in") == "formData"]
    if form:
        return Body(
            {str(one["name"]): _form_schema(one) for one in form},
            tuple(str(one["name"]) for one in form if one.get("required") is True),
        )
    request = references.follow(operation.entry.get("requestBody"))
    if request is None:
        return Body({}, missing=references.missing(operation.entry.get("requestBody")))
    media = _media(request)
    kind = references.follow(media)
    if kind is None:
        return Body({}, missing=references.missing(media))
    is_required = request.get("required") is True
    described = request.get("description")
    schema = kind.get("schema")
    return _spread(schema, references, described, is_required=is_required)


def _media(request: dict[str, Json]) -> Json:
    """Return what is said of JSON, else of the kind that comes first."""
    content = request.get("content")
    if not isinstance(content, dict) or not content:
        return None
    first = next((key for key in content if _JSON.match(key)), next(iter(content)))
    return content.get("application/json", content[first])


def _form_schema(parameter: dict[str, Json]) -> Json:
    about = ("name", "in", "required", "collectionFormat", "allowEmptyValue")
    schema = {key: value for key, value in parameter.items() if key not in about}
    is_file = schema.get("type") == "file"
    return schema | {"type": "string", "format": "binary"} if is_file else schema


def _spread(schema: Json, references: References, described: Json, *, is_required: bool) -> Body:
    """Return a schema's properties, else the one property `body`, of any value without a schema."""
    schema = {} if schema is None else schema
    parts = tuple(_parts(schema, references))
    properties: dict[str, Json] = {}
    required: dict[str, None] = {}
    for part in parts:
        own = part.get("properties")
        properties |= own if isinstance(own, dict) else {}
        names = part.get("required")
        required |= dict.fromkeys(
            name for name in (names if isinstance(names, list) else ()) if isinstance(name, str)
        )
    if not properties:
        if isinstance(schema, dict) and schema.keys() == {"$ref"}:
            schema = references.follow(schema) or schema
        if described and isinstance(schema, dict) and not schema.get("description"):
            schema = {**schema, "description": described}
        return Body({"body": schema}, ("body",) if is_required else ())
    kept = tuple(name for name in required if name in properties)
    return Body(properties, kept if is_required else ())


def _parts(schema: Json, references: References) -> Iterator[dict[str, Json]]:
    """Yield the objects that a schema is all of; none where it is a choice between some."""
    found: list[dict[str, Json]] = []
    todo, seen = [schema], 0
    while todo:
        seen += 1
        part = references.follow(todo.pop(0))
        if part is None or seen > _MOST_PARTS or any(key in part for key in _CHOICES):
            return
        found.append(part)
        several = part.get("allOf")
        todo[:0] = several if isinstance(several, list) else []
    yield from found
