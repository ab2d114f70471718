"""`tools.json` of the Docker MCP registry: tools whose arguments are a list instead of a schema."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final

from toolsearch_cli.catalog.document import Format, type_in_words
from toolsearch_cli.catalog.model import Provenance, Source
from toolsearch_cli.catalog.tool_reading import MCP, read_tool

if TYPE_CHECKING:
    from toolsearch_cli.catalog.document import Document
    from toolsearch_cli.catalog.model import Json, Tool

_ARGUMENTS: Final = "arguments"
_CAPTURE: Final = (
    "an empty list is not told from one that could not be asked for; capture its tools: "
    "toolsearch capture -o tools.json -- COMMAND"
)
_SPELLED_HERE: Final = frozenset({"name", "desc", "optional"})


def recognises(value: Json) -> bool:
    """Whether it is an array with a tool that has `arguments`, or an empty one.

    Only of a file called `tools.json` an empty array is asked about.
    """
    return isinstance(value, list) and (
        not value
        or any(
            isinstance(entry, dict)
            and isinstance(entry.get("name"), str)
            and isinstance(entry.get(_ARGUMENTS), list)
            for entry in value
        )
    )


def read(document: Document) -> tuple[Source, ...]:
    """Read the one server. A schema is put together from arguments, as far as they tell it.

    Raises:
        InputError: The document is no array; or strictly, an entry is no tool.
        ServersOnlyError: The array is empty, as the registry has it where it could not ask.
    """
    entries = document.expect_array(document.value, "")
    if not entries:
        document.miss(document.source_name, "the registry could not list its tools")
        raise document.servers_only(_CAPTURE)
    read = (read_entry(document, entry, f"/{index}") for index, entry in enumerate(entries))
    return (
        Source(
            name=document.source_name,
            tools=tuple(tool for tool in read if tool is not None),
            provenance=Provenance(document.file),
            is_named=False,
        ),
    )


def read_entry(document: Document, entry: Json, pointer: str) -> Tool | None:
    """Read a tool that may have a schema, arguments, or neither; only a schema is all there is.

    Raises:
        InputError: Strictly, it is no tool.
    """
    if not isinstance(entry, dict):
        return read_tool(document, entry, pointer)
    has_schema = isinstance(entry.get(MCP.input_schema), dict)
    kept = {key: value for key, value in entry.items() if key != _ARGUMENTS}
    if not has_schema and isinstance(arguments := entry.get(_ARGUMENTS), list):
        kept[MCP.input_schema] = _schema(document, arguments, f"{pointer}/{_ARGUMENTS}")
    tool = read_tool(document, kept, pointer)
    if tool is None or has_schema:
        return tool
    return replace(
        tool,
        unknown=("schema",) if "description" in entry else ("description", "schema"),
        input_key=_ARGUMENTS if _ARGUMENTS in entry else tool.input_key,
    )


def _schema(document: Document, arguments: list[Json], pointer: str) -> dict[str, Json]:
    properties: dict[str, Json] = {}
    required: list[Json] = []
    for index, argument in enumerate(arguments):
        name = argument.get("name") if isinstance(argument, dict) else None
        if not isinstance(argument, dict) or not isinstance(name, str):
            found = type_in_words(argument)
            document.remarks.warn(f"left out: {found} is no argument", f"{pointer}/{index}")
            continue
        told = {key: value for key, value in argument.items() if key not in _SPELLED_HERE}
        if "desc" in argument:
            told.setdefault("description", argument["desc"])
        properties[name] = told
        if argument.get("optional") is not True and name not in required:
            required.append(name)
    schema: dict[str, Json] = {"type": "object", "properties": properties}
    return {**schema, "required": required} if required else schema


_EXAMPLE: Final = """\
[
  {
    "name": "forecast",
    "description": "Weather of the coming days at a place.",
    "arguments": [
      {"name": "place", "type": "string", "desc": "A town or a postal code"},
      {"name": "days", "type": "number", "desc": "How many", "optional": true},
      {"name": "parts", "type": "array", "items": {"type": "string"}, "desc": "", "optional": true}
    ],
    "annotations": {"readOnlyHint": true}
  },
  {"name": "warnings", "description": "Warnings in force at a place."}
]
"""

FORMAT = Format(
    name="docker_tools",
    summary="tools.json of Docker's registry: arguments, no schemas",
    recognises=recognises,
    read=read,
    example=_EXAMPLE,
    lacks=("names of servers: the file's folder is taken", "input schemas", "instructions"),
    reading=(
        "A schema is put together from the arguments: what else the server's own has is unknown.",
        "Of a server whose tools.json is [] the tools are unknown: it could not be asked for them.",
    ),
)
