"""An operation -> a tool: its name, what it says of itself, and one schema for all it is sent."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import replace
from typing import TYPE_CHECKING, Final

from toolsearch_cli.catalog.formats.openapi.bodies import Body, body_of
from toolsearch_cli.catalog.model import Provenance, Tool

if TYPE_CHECKING:
    from collections.abc import Sequence

    from toolsearch_cli.catalog.document import Document
    from toolsearch_cli.catalog.formats.openapi.operations import Operation
    from toolsearch_cli.catalog.formats.openapi.references import References
    from toolsearch_cli.catalog.model import Json

_LONGEST_NAME: Final = 64
_KEPT: Final = ("tags", "deprecated")
_IN_BODY: Final = ("body", "formData")
_ABOUT_A_PARAMETER: Final = frozenset(
    {
        *("name", "in", "required", "description", "schema", "content", "collectionFormat"),
        *("style", "explode", "allowReserved", "allowEmptyValue", "deprecated"),
    }
)


def read_operation(document: Document, operation: Operation, references: References) -> Tool:
    """Return the tool of an operation, its name not yet told from others.

    Raises:
        InputError: All schemas of the file together have become too large.
    """
    body = body_of(operation, references)
    for note in body.notes:
        document.remarks.warn(note, operation.pointer)
    whole = references.whole(_input(document, operation, body, references), operation.pointer)
    missing = (*operation.missing, *body.missing, *whole.missing)
    is_unknown = references.miss(operation, missing)
    entry = operation.entry
    extra: dict[str, Json] = {key: entry[key] for key in _KEPT if key in entry}
    description = entry.get("description") or entry.get("summary")
    return Tool(
        name=_name(operation),
        description=description or f"{operation.method.upper()} {operation.path}",
        input_schema=whole.schema,
        provenance=Provenance(document.file, operation.pointer),
        extra=extra,
        input_key="parameters" if "parameters" in entry else "requestBody",
        unknown=("schema",) if is_unknown else (),
    )


def named(document: Document, tools: Sequence[Tool]) -> tuple[Tool, ...]:
    """Return the tools, each with a name of its own: of equal ones the later get a number."""
    taken = {tool.name for tool in tools}
    seen: Counter[str] = Counter()
    found: list[Tool] = []
    for tool in tools:
        seen[tool.name] += 1
        if seen[tool.name] == 1:
            found.append(tool)
            continue
        number = seen[tool.name]
        while (name := _numbered(tool.name, number)) in taken:
            number += 1
        seen[tool.name] = number
        taken.add(name)
        pointer = tool.provenance.pointer
        document.remarks.warn(f"the name {tool.name} is taken: called {name}", pointer)
        found.append(replace(tool, name=name))
    return tuple(found)


def _numbered(name: str, number: int) -> str:
    ending = f"_{number}"
    return name[: _LONGEST_NAME - len(ending)] + ending


def _name(operation: Operation) -> str:
    written = operation.entry.get("operationId")
    name = _slug(written) if isinstance(written, str) else ""
    return name or _slug(f"{operation.method}_{operation.path}") or operation.method


def _slug(text: str) -> str:
    """Return a text in the characters that every provider takes for a name."""
    plain = re.sub(r"[^A-Za-z0-9_-]+", "_", text)
    return re.sub(r"_{2,}", "_", plain).strip("_-")[:_LONGEST_NAME]


def _input(
    document: Document, operation: Operation, body: Body, references: References
) -> dict[str, Json]:
    """Return one schema for parameters and body."""
    sent = [one for one in operation.parameters if one.get("in") not in _IN_BODY]
    names = Counter(str(one["name"]) for one in sent)
    taken = {*names, *body.properties}
    properties: dict[str, Json] = {}
    required: dict[str, None] = {}
    for parameter in sent:
        name = str(parameter["name"])
        schema = _described(_parameter_schema(parameter, references), parameter.get("description"))
        if names[name] > 1 or name in body.properties:
            place = str(parameter.get("in"))
            schema = _with_place(schema, place)
            name = _free(document, f"{name}__{place}", taken, operation.pointer)
        properties[name] = schema
        if parameter.get("required") is True or parameter.get("in") == "path":
            required[name] = None
    properties |= body.properties
    required |= dict.fromkeys(body.required)
    whole: dict[str, Json] = {"type": "object", "properties": properties}
    return {**whole, "required": list(required)} if required else whole


def _free(document: Document, name: str, taken: set[str], pointer: str) -> str:
    """Return a name that no other parameter has, and take it: where it must be, with a number."""
    free, number = name, 1
    while free in taken:
        number += 1
        free = f"{name}_{number}"
    taken.add(free)
    if free != name:
        document.remarks.warn(f"the parameter's name {name} is taken: called {free}", pointer)
    return free


def _with_place(schema: Json, place: str) -> Json:
    """Return the schema of a parameter whose name alone does not tell what it is."""
    if not isinstance(schema, dict):
        return schema
    described = schema.get("description")
    said = f"{described} " if isinstance(described, str) and described else ""
    return {**schema, "description": f"{said}({place.capitalize()} parameter)"}


def _parameter_schema(parameter: dict[str, Json], references: References) -> Json:
    """Return what a parameter takes: its schema, that of its content, or (2.0) its own keys.

    A reference is followed, unless something is said beside it.
    """
    schema = parameter.get("schema")
    content = parameter.get("content")
    if schema is None and isinstance(content, dict) and content:
        first = next(iter(content.values()))
        schema = first.get("schema") if isinstance(first, dict) else None
    if schema is None:
        return {key: value for key, value in parameter.items() if key not in _ABOUT_A_PARAMETER}
    if isinstance(schema, dict) and schema.keys() == {"$ref"}:
        return references.follow(schema) or schema
    return schema


def _described(schema: Json, description: Json) -> Json:
    if not description or not isinstance(schema, dict) or schema.get("description"):
        return schema
    return {**schema, "description": description}
