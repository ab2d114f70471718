"""A whole request to a model, as proxies and logs keep it: its `tools` are what counts."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from toolsearch_cli.catalog.document import Format
from toolsearch_cli.catalog.formats import anthropic, gemini, openai
from toolsearch_cli.catalog.model import Provenance, Source
from toolsearch_cli.catalog.naming import split_prefixes
from toolsearch_cli.catalog.tool_reading import read_tools
from toolsearch_cli.errors import NoToolsError

if TYPE_CHECKING:
    from toolsearch_cli.catalog.document import Document
    from toolsearch_cli.catalog.model import Json

_SERVERS: Final = "mcp_servers"
"""Where Anthropic takes the servers that it asks, named or not by a toolset among the tools."""
_MARKS: Final = (
    *("model", "messages", "input", "system", "max_tokens", "tool_choice"),
    *("contents", "toolConfig", "systemInstruction", "generationConfig"),
)


def recognises(value: Json) -> bool:
    """Whether it is a request with tools, or an array (a log) with such requests."""
    if isinstance(value, list):
        return any(_is_request(entry) for entry in value)
    if openai.is_namespace(value):
        return False
    return _is_request(value) or (isinstance(value, dict) and _has_provider_tools(value))


def read(document: Document) -> tuple[Source, ...]:
    """Read the tools of the request; of a log's requests the last one counts.

    Raises:
        InputError: `tools` is no array.
        ServersOnlyError: It has servers for the provider to ask, and no tools.
    """
    value, pointer = document.value, ""
    if isinstance(value, list):
        requests = [index for index, entry in enumerate(value) if _is_request(entry)]
        if not requests:
            raise NoToolsError("holds no request with tools", file=document.file)
        if len(requests) > 1:
            document.remarks.warn(f"holds {len(requests)} requests with tools: the last one counts")
        value, pointer = value[requests[-1]], f"/{requests[-1]}"
    request = document.expect_object(value, pointer)
    servers = request.get(_SERVERS)
    for index, server in enumerate(servers if isinstance(servers, list) else ()):
        name = server.get("name") if isinstance(server, dict) else None
        openai.miss_server(document, name, f"{pointer}/{_SERVERS}/{index}")
    if "tools" not in request and _has_config(request):
        request, pointer = document.expect_object(request["config"], pointer), f"{pointer}/config"
    place = f"{pointer}/tools"
    entries = document.expect_array(document.member(request, "tools", pointer), place)
    sources = _read_entries(document, entries, place)
    openai.refuse_without_tools(document, sources)
    return sources


def _read_entries(document: Document, entries: list[Json], place: str) -> tuple[Source, ...]:
    if gemini.recognises(entries):
        return gemini.read_entries(document, entries, place)
    if openai.recognises(entries):
        return openai.read_entries(document, entries, place)
    if anthropic.recognises(entries) or any(_is_typed(entry) for entry in entries):
        return anthropic.read_entries(document, entries, place)
    tools = read_tools(document, entries, place)
    provenance = Provenance(document.file, place)
    source = Source(name=document.source_name, tools=tools, provenance=provenance, is_named=False)
    return split_prefixes(source)


def _is_request(value: Json) -> bool:
    return (
        isinstance(value, dict)
        and ("tools" in value or _has_config(value))
        and any(mark in value for mark in _MARKS)
    )


def _has_config(value: dict[str, Json]) -> bool:
    """Whether it has its tools where Google's SDK takes them."""
    return isinstance(config := value.get("config"), dict) and "tools" in config


def _has_provider_tools(value: dict[str, Json]) -> bool:
    tools = value.get("tools")
    if "name" not in value and gemini.recognises(tools):
        return True
    return openai.recognises(tools) or (anthropic.recognises(tools) and "name" not in value)


def _is_typed(entry: Json) -> bool:
    return isinstance(entry, dict) and "type" in entry and "inputSchema" not in entry


_EXAMPLE: Final = """\
{
  "model": "some-model",
  "messages": [{"role": "user", "content": "Will it rain?"}],
  "tools": [
    {
      "name": "mcp__weather__forecast",
      "description": "Weather of the coming days at a place.",
      "input_schema": {"type": "object", "properties": {"place": {"type": "string"}}}
    }
  ]
}
"""

FORMAT = Format(
    name="request",
    summary="a request to a model that holds `tools`, or a log of such",
    recognises=recognises,
    read=read,
    example=_EXAMPLE,
    lacks=("names of servers, except as mcp__SERVER__TOOL", "instructions"),
    reading=(
        "Of a log of several requests the last one with tools counts.",
        "The tools of servers that the provider asks are unknown.",
    ),
)
