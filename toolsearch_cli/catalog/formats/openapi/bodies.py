"""What an operation is sent beside its parameters, as properties of one schema."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final, NamedTuple

if TYPE_CHECKING:
    from toolsearch_cli.catalog.formats.openapi.operations import Operation
    from toolsearch_cli.catalog.formats.openapi.references import References
    from toolsearch_cli.catalog.model import Json

_JSON: Final = re.compile(r"application/(?:[^;\s]+\+)?json\b", re.IGNORECASE)
_MOST_PARTS: Final = 1_000
_TOO_MANY: Final = (
    f"its body is all of itself, or of more than {_MOST_PARTS:,} schemas: it is the property `body`"
)
_CHOICES: Final = ("oneOf", "anyOf", "not", "if")


class Body(NamedTuple):
    """The properties of a body, and those that must be there."""

    properties: dict[str, Json]
    required: tuple[str, ...] = ()
    missing: tuple[str, ...] = ()
    """A reference in its place that leads to nothing: what is sent is unknown."""
    notes: tuple[str, ...] = ()
    """What is to be said of it, in words: what had to be left out."""


def body_of(operation: Operation, references: References) -> Body:
    """Return the properties of a body: its own where it is a plain object, else one, `body`."""
    form = [one for one in operation.parameters if one.get("in") == "formData"]
    for parameter in operation.parameters:
        if parameter.get("in") == "body":
            is_required = parameter.get("required") is True
            described = parameter.get("description")
            schema = parameter.get("schema")
            body = _spread(schema, references, described, is_required=is_required)
            beside = (f"left out: `{one['name']}` of a form, beside a body" for one in form)
            return body._replace(notes=(*body.notes, *beside))
    if form:
        return Body(
            {str(one["name"]): _form_schema(one) for one in form},
            tuple(str(one["name"]) for one in form if one.get("required") is True),
        )
    return _of_request(operation.entry.get("requestBody"), references)


def _of_request(written: Json, references: References) -> Body:
    request = references.follow(written)
    if request is None:
        return _none_of(written, references)
    media = _media(request)
    kind = references.follow(media)
    if kind is None:
        return _none_of(media, references)
    is_required = request.get("required") is True
    described = request.get("description")
    schema = kind.get("schema")
    return _spread(schema, references, described, is_required=is_required)


def _none_of(written: Json, references: References) -> Body:
    """Return the body that stands for what is no object."""
    missing = references.missing(written)
    is_odd = written is not None and not missing
    return Body({}, missing=missing, notes=("left out: its body is no object",) if is_odd else ())


def _media(request: dict[str, Json]) -> Json:
    """Return what is said of JSON, else of the kind that comes first."""
    content = request.get("content")
    if not isinstance(content, dict) or not content:
        return None if isinstance(content, dict) else content
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
    parts = _parts(schema, references)
    notes = () if parts is not None else (_TOO_MANY,)
    properties: dict[str, Json] = {}
    required: dict[str, None] = {}
    for part in parts or ():
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
        return Body({"body": schema}, ("body",) if is_required else (), notes=notes)
    kept = tuple(name for name in required if name in properties)
    return Body(properties, kept if is_required else ())


def _parts(schema: Json, references: References) -> list[dict[str, Json]] | None:
    """Return the objects that a schema is all of: none where it is a choice between some.

    `None` stands for too many of them, as for one that is all of itself.
    """
    found: list[dict[str, Json]] = []
    todo, seen = [schema], 0
    while todo:
        seen += 1
        part = references.follow(todo.pop(0))
        if seen > _MOST_PARTS:
            return None
        if part is None or any(key in part for key in _CHOICES):
            return []
        found.append(part)
        several = part.get("allOf")
        todo[:0] = several if isinstance(several, list) else []
    return found
