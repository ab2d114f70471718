"""OpenAI tools arrays: Chat Completions (`function` inside) and Responses (flat, namespaces)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from toolsearch_cli.catalog.document import Format, child
from toolsearch_cli.catalog.model import Provenance, Source
from toolsearch_cli.catalog.naming import split_prefixes
from toolsearch_cli.catalog.parts import Held
from toolsearch_cli.catalog.tool_reading import OPENAI, read_tool
from toolsearch_cli.errors import NoToolsError

if TYPE_CHECKING:
    from collections.abc import Iterable

    from toolsearch_cli.catalog.document import Document
    from toolsearch_cli.catalog.model import Json, Tool

_WITH_TOOLS: Final = ("function", "custom", "namespace")
_SERVERS: Final = {"mcp": "server_label", "mcp_toolset": "mcp_server_name"}
"""Entries that are a server which the provider asks: the key of its name, by their type."""
_CAPTURE: Final = "capture their tools: toolsearch capture URL -o tools.json"


def recognises(value: Json) -> bool:
    """Whether it is a function, a server or a namespace, or an array with one (of any age)."""
    if isinstance(value, dict):
        return value.get("type") in ("function", "mcp", "namespace") and _is_function(value)
    return isinstance(value, list) and any(
        _is_function(entry) for entry in value if isinstance(entry, dict)
    )


def read(document: Document) -> tuple[Source, ...]:
    """Read the array, the one function or the one namespace, which is the whole document."""
    if isinstance(document.value, dict) and is_namespace(document.value):
        return (_namespace(document, document.value, ""),)
    if isinstance(document.value, dict):
        tool = _read_entry(document, document.value, "")
        refuse_without_tools(document, ())
        return split_prefixes(
            Source(
                name=document.source_name,
                tools=() if tool is None else (tool,),
                provenance=Provenance(document.file),
                is_named=False,
            )
        )
    return read_entries(document, document.expect_array(document.value, ""), "")


def read_entries(document: Document, entries: list[Json], pointer: str) -> tuple[Source, ...]:
    """Read the array at `pointer`: namespaces are sources, all else is one source of its own.

    Tools that the provider builds in have no schema to show and are counted as lost.

    Raises:
        InputError: A namespace's structure has a wrong type; or strictly, an entry is no tool.
    """
    refuse_only_built_in(document, entries, pointer)
    namespaces = tuple(
        _namespace(document, entry, f"{pointer}/{index}")
        for index, entry in enumerate(entries)
        if isinstance(entry, dict) and is_namespace(entry)
    )
    tools = tuple(
        tool
        for index, entry in enumerate(entries)
        if not is_namespace(entry)
        and (tool := _read_entry(document, entry, f"{pointer}/{index}")) is not None
    )
    if namespaces and not tools:
        return namespaces
    own = Source(
        name=document.source_name,
        tools=tools,
        provenance=Provenance(document.file, pointer),
        is_named=False,
    )
    return (*split_prefixes(own), *namespaces)


def _is_function(entry: dict[str, Json]) -> bool:
    kind = entry.get("type")
    if kind == "function":
        return "function" in entry or "name" in entry
    if kind == "namespace":
        return "tools" in entry
    if kind == "mcp":
        return "server_label" in entry
    oldest = kind is None and "parameters" in entry and "name" in entry
    return oldest and "inputSchema" not in entry


def is_namespace(entry: Json) -> bool:
    """Whether it groups tools, as a server does."""
    return isinstance(entry, dict) and entry.get("type") == "namespace"


def _namespace(document: Document, entry: dict[str, Json], place: str) -> Source:
    name = document.expect_string(document.member(entry, "name", place), child(place, "name"))
    inner = document.expect_array(document.member(entry, "tools", place), child(place, "tools"))
    read = (
        _read_entry(document, tool, f"{place}/tools/{number}") for number, tool in enumerate(inner)
    )
    return Source(
        name=name,
        tools=tuple(tool for tool in read if tool is not None),
        provenance=Provenance(document.file, place),
        extra={key: entry[key] for key in entry if key not in ("type", "name", "tools")},
    )


def _read_entry(document: Document, entry: Json, pointer: str) -> Tool | None:
    if not isinstance(entry, dict):
        return read_tool(document, entry, pointer, OPENAI)
    kind = entry.get("type")
    if kind is not None and kind not in _WITH_TOOLS:
        lose_built_in(document, entry, pointer)
        return None
    inner = str(kind)
    if inner not in entry:
        return read_tool(document, entry, pointer, OPENAI)
    function = entry[inner]
    beside = {key: item for key, item in entry.items() if key not in (inner, "type")}
    if beside and isinstance(function, dict):
        function = {**function, **beside}
    return read_tool(document, function, child(pointer, inner), OPENAI)


def refuse_only_built_in(document: Document, entries: list[Json], pointer: str) -> None:
    """Refuse the array at `pointer` where its every tool is the provider's own.

    Raises:
        NoToolsError: There is nothing to read.
        ServersOnlyError: There are servers that the provider asks, and nothing else to read.
    """
    kinds = [entry.get("type") if isinstance(entry, dict) else None for entry in entries]
    if kinds and not any(kind is None or kind in _WITH_TOOLS for kind in kinds):
        for index, entry in enumerate(entries):
            if isinstance(entry, dict):
                lose_built_in(document, entry, f"{pointer}/{index}")
        refuse_without_tools(document, ())
        raise NoToolsError(
            "names no tools: all of its entries are the provider's own, without a schema",
            file=document.file,
        )


def refuse_without_tools(document: Document, sources: Iterable[Source]) -> None:
    """Refuse a document that names servers for the provider to ask, and holds no tools.

    Raises:
        ServersOnlyError: It is one.
    """
    if document.remarks.unknown and not any(source.tools for source in sources):
        raise document.servers_only(_CAPTURE)


def lose_built_in(document: Document, entry: dict[str, Json], pointer: str) -> None:
    """Count an entry of the provider's own; what the server has that it stands for is unknown."""
    kind = entry.get("type")
    if isinstance(kind, str) and kind in _SERVERS:
        miss_server(document, entry.get(_SERVERS[kind]), pointer)
    else:
        document.remarks.lose("built-in tool without a schema", "built-in tools without a schema")


def miss_server(document: Document, name: Json, pointer: str) -> None:
    """Keep a server that the provider asks when it gets the request, once each."""
    name = name if isinstance(name, str) else "a server"
    if any(one.name == name for one in document.remarks.unknown):
        return
    document.remarks.lose(
        "server without its tools (the provider fetches them)",
        "servers without their tools (the provider fetches them)",
    )
    document.miss(name, "the provider asks it for them", pointer)


_EXAMPLE: Final = """\
[
  {
    "type": "function",
    "function": {
      "name": "mcp__weather__forecast",
      "description": "Weather of the coming days at a place.",
      "parameters": {"type": "object", "properties": {"place": {"type": "string"}}},
      "strict": true
    }
  },
  {
    "type": "namespace",
    "name": "mail",
    "description": "Letters.",
    "tools": [
      {
        "type": "function",
        "name": "send",
        "description": "Send a mail.",
        "parameters": {"type": "object"},
        "defer_loading": true
      }
    ]
  },
  {"type": "web_search"}
]
"""

_HELD: Final = Held(parts=frozenset(), keys=("strict",))

FORMAT = Format(
    name="openai",
    summary="an OpenAI tools array, of Chat Completions or Responses",
    recognises=recognises,
    read=read,
    example=_EXAMPLE,
    lacks=_HELD.lacks(
        {
            "names": "names of servers, except as mcp__SERVER__TOOL or namespaces",
            "outputSchema": "outputSchema, except in Responses",
            "deferral": "marks of deferred tools, except in Responses",
        }
    ),
    held=_HELD,
    reading=(
        "Built-in tools are counted as lost; the tools of servers that it asks are unknown.",
        "What convert writes is for Chat Completions.",
        "For names that part server and tool in another way: --split-prefix SEPARATOR.",
    ),
)
