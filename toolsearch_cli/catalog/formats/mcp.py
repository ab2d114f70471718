"""What an MCP server answers to `tools/list`: an envelope, a bare result, an array, pages."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final, NamedTuple

from toolsearch_cli.catalog.document import Format, child
from toolsearch_cli.catalog.model import Provenance, Source
from toolsearch_cli.catalog.naming import split_prefixes
from toolsearch_cli.catalog.parts import Held
from toolsearch_cli.catalog.tool_reading import read_tool, read_tools
from toolsearch_cli.errors import InputError, NoToolsError
from toolsearch_cli.text import visible

if TYPE_CHECKING:
    from toolsearch_cli.catalog.document import Document
    from toolsearch_cli.catalog.model import Json, Tool


class _Message(NamedTuple):
    """A result or an error, and where it stands."""

    body: dict[str, Json]
    pointer: str


def recognises(value: Json) -> bool:
    """Whether it is a `tools/list` answer in any of its wrappings, or MCP tools themselves."""
    if isinstance(value, dict):
        return _is_message(value) or "tools" in value or _is_tool(value)
    if not isinstance(value, list):
        return False
    objects = [item for item in value if isinstance(item, dict)]
    if any(_is_message(item) or "tools" in item or _is_tool(item) for item in objects):
        return True
    return len(objects) == len(value) and any(_is_described(item) for item in objects)


def read(document: Document) -> tuple[Source, ...]:
    """Read the one server, its pages joined in order.

    Raises:
        InputError: The server answered with an error, or the structure has a wrong type.
    """
    value = document.value
    if isinstance(value, dict):
        pages = [_Message(value, "")]
    else:
        pages = [
            _Message(item, f"/{index}")
            for index, item in enumerate(document.expect_array(value, ""))
            if isinstance(item, dict)
        ]
    if any(_is_message(page.body) or "tools" in page.body for page in pages):
        return _from_pages(document, pages)
    return split_prefixes(_from_tools(document))


def _is_message(value: dict[str, Json]) -> bool:
    return "jsonrpc" in value or isinstance(value.get("result"), dict)


def _is_tool(value: dict[str, Json]) -> bool:
    return isinstance(value.get("name"), str) and "inputSchema" in value


def _is_described(value: dict[str, Json]) -> bool:
    return isinstance(value.get("name"), str) and isinstance(value.get("description"), str)


def _from_tools(document: Document) -> Source:
    """The source of a bare array of tools, or of a single one."""
    if isinstance(document.value, list):
        tools = _without_schemas(read_tools(document, document.value, ""))
    else:
        tool = read_tool(document, document.value, "")
        tools = () if tool is None else (tool,)
    return Source(
        name=document.source_name,
        tools=tools,
        provenance=Provenance(document.file),
        is_named=False,
    )


def _without_schemas(tools: tuple[Tool, ...]) -> tuple[Tool, ...]:
    """Return tools whose schemas are unknown, where an array that some program wrote has none."""
    if any(tool.input_schema is not None for tool in tools):
        return tools
    return tuple(replace(tool, unknown=("schema",)) for tool in tools)


def _from_pages(document: Document, pages: list[_Message]) -> tuple[Source, ...]:
    results = [_result(page) for page in pages]
    lists = [page for page in results if "tools" in page.body]
    if not lists:
        raise _no_list(document, pages)
    tools = tuple(
        tool
        for page in lists
        for tool in read_tools(
            document,
            document.expect_array(page.body["tools"], child(page.pointer, "tools")),
            child(page.pointer, "tools"),
        )
    )
    for page in pages:
        if said := _error_of(page):
            document.remarks.warn(said, child(page.pointer, "error"))
    name, instructions = _introduction(results)
    source = Source(
        name=document.source_name if name is None else name,
        tools=tools,
        provenance=Provenance(document.file, lists[0].pointer if len(lists) == 1 else ""),
        instructions=instructions,
        incomplete=document.has_more(lists[-1].body, lists[-1].pointer),
        is_named=name is not None,
    )
    return split_prefixes(source) if name is None else (source,)


def _result(page: _Message) -> _Message:
    """The result inside its JSON-RPC envelope, or the page itself where it is bare."""
    result = page.body.get("result")
    if isinstance(result, dict):
        return _Message(result, child(page.pointer, "result"))
    return page


def _introduction(results: list[_Message]) -> tuple[str | None, str | None]:
    """Name and instructions, where an `initialize` result stands beside the list."""
    for result in results:
        info = result.body.get("serverInfo")
        if isinstance(info, dict) and isinstance(name := info.get("name"), str):
            instructions = result.body.get("instructions")
            return name, instructions if isinstance(instructions, str) else None
    return None, None


def _no_list(document: Document, pages: list[_Message]) -> InputError:
    for page in pages:
        if said := _error_of(page):
            return document.error(said, child(page.pointer, "error"))
    return NoToolsError("holds no answer to tools/list", file=document.file)


def _error_of(page: _Message) -> str:
    """Return what to say of an answer that is an error; "" where it is none."""
    error = page.body.get("error")
    return "" if error is None else f"the server answered with an error: {_error_text(error)}"


def _error_text(error: Json) -> str:
    message, code = error, None
    if isinstance(error, dict):
        message, code = error.get("message"), error.get("code")
    quoted = f'"{visible(message if isinstance(message, str) else str(message))}"'
    return quoted if code is None else f"{quoted} ({visible(str(code))})"


_EXAMPLE: Final = """\
{
  "jsonrpc": "2.0",
  "id": 1,
  "result": {
    "tools": [
      {
        "name": "forecast",
        "title": "Weather forecast",
        "description": "Weather of the coming days at a place.",
        "inputSchema": {
          "type": "object",
          "properties": {"place": {"type": "string"}},
          "required": ["place"]
        },
        "annotations": {"readOnlyHint": true}
      }
    ],
    "ttlMs": 300000,
    "cacheScope": "public",
    "resultType": "complete"
  }
}
"""

_HELD: Final = Held(
    parts=frozenset(
        {"title", "outputSchema", "annotations", "_meta", "icons", "execution", "incomplete"}
    )
)

FORMAT = Format(
    name="mcp",
    summary="the answer to tools/list, in any wrapping, whole or in pages",
    recognises=recognises,
    read=read,
    example=_EXAMPLE,
    lacks=_HELD.lacks(
        {
            "names": "names of servers, except of one alone, or as mcp__SERVER__TOOL",
            "instructions": "instructions, except of one server alone",
            "server keys": "other keys of servers, except `serverInfo` of one alone",
        }
    ),
    held=_HELD,
    reading=(
        "Pages in one file are joined; a last page with a nextCursor is warned of.",
        "An initialize result, or serverInfo beside the tools, names the server.",
        "Without one, the server is called after the file, or as --source says.",
        "In a bare array without a single schema, schemas are unknown.",
    ),
)
