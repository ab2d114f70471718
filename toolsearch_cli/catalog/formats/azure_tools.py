"""Lists of tools from the build of Azure's MCP server: names and descriptions."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final

from toolsearch_cli.catalog.document import Format, child
from toolsearch_cli.catalog.model import Provenance, Source
from toolsearch_cli.catalog.tool_reading import read_tools

if TYPE_CHECKING:
    from toolsearch_cli.catalog.document import Document
    from toolsearch_cli.catalog.model import Json

_CONSOLIDATED: Final = "consolidated_tools"
_RESULTS: Final = "results"


def recognises(value: Json) -> bool:
    """Whether it is the consolidated list, or the answer that lists namespaces."""
    if not isinstance(value, dict):
        return False
    entries = value.get(_RESULTS)
    return isinstance(value.get(_CONSOLIDATED), list) or (
        "status" in value
        and isinstance(entries, list)
        and any(isinstance(entry, dict) and {"name", "command"} <= set(entry) for entry in entries)
    )


def read(document: Document) -> tuple[Source, ...]:
    """Read the one server.

    Raises:
        InputError: The structure has a wrong type; or strictly, an entry is no tool.
    """
    value = document.expect_object(document.value, "")
    key = _CONSOLIDATED if _CONSOLIDATED in value else _RESULTS
    place = child("", key)
    entries = document.expect_array(document.member(value, key, ""), place)
    tools = read_tools(document, entries, place)
    return (
        Source(
            name=document.source_name,
            tools=tuple(
                tool if tool.input_schema is not None else replace(tool, unknown=("schema",))
                for tool in tools
            ),
            provenance=Provenance(document.file, place),
            is_named=False,
        ),
    )


_EXAMPLE: Final = """\
{
  "consolidated_tools": [
    {
      "name": "get_weather",
      "description": "Forecasts and warnings of a place.",
      "toolMetadata": {"readOnly": {"value": true, "description": "Changes nothing."}},
      "mappedToolList": ["weather_forecast_get", "weather_warnings_list"]
    }
  ]
}
"""

FORMAT = Format(
    name="azure_tools",
    summary="lists of tools in the sources of Azure's MCP server",
    recognises=recognises,
    read=read,
    example=_EXAMPLE,
    lacks=("names of servers", "input schemas", "instructions"),
)
