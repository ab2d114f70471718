"""What `fastmcp inspect --format fastmcp` prints; `--format mcp` is the `mcp` format."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final

from toolsearch_cli.catalog.document import Format
from toolsearch_cli.catalog.model import Provenance, Source
from toolsearch_cli.catalog.tool_reading import read_tools

if TYPE_CHECKING:
    from toolsearch_cli.catalog.document import Document
    from toolsearch_cli.catalog.model import Json, Tool


def recognises(value: Json) -> bool:
    """Whether it describes a server beside its tools."""
    return (
        isinstance(value, dict)
        and isinstance(value.get("server"), dict)
        and isinstance(value.get("tools"), list)
        and "manifest_version" not in value
    )


def read(document: Document) -> tuple[Source, ...]:
    """Read the one server; its prompts, resources and templates are no tools.

    Raises:
        InputError: The structure has a wrong type.
    """
    value = document.expect_object(document.value, "")
    server = document.expect_object(document.member(value, "server", ""), "/server")
    entries = document.expect_array(document.member(value, "tools", ""), "/tools")
    name, instructions = server.get("name"), server.get("instructions")
    return (
        Source(
            name=name if isinstance(name, str) else document.source_name,
            tools=tuple(_tool(tool) for tool in read_tools(document, entries, "/tools")),
            provenance=Provenance(document.file),
            instructions=instructions if isinstance(instructions, str) else None,
            is_named=isinstance(name, str),
        ),
    )


def _tool(tool: Tool) -> Tool:
    """Return a tool whose `meta` is where the protocol has it."""
    if "meta" not in tool.extra or tool.meta is not None:
        return tool
    extra = {key: value for key, value in tool.extra.items() if key != "meta"}
    return replace(tool, meta=tool.extra["meta"], extra=extra)


_EXAMPLE: Final = """\
{
  "server": {
    "name": "weather",
    "instructions": "Ask for one place at a time.",
    "generation": 3,
    "capabilities": {"tools": {"listChanged": true}}
  },
  "environment": {"fastmcp": "4.2.3", "mcp": "2.3.0"},
  "tools": [
    {
      "key": "tool:forecast@",
      "name": "forecast",
      "description": "Weather of the coming days at a place.",
      "input_schema": {
        "type": "object",
        "properties": {"place": {"type": "string"}},
        "required": ["place"]
      },
      "output_schema": null,
      "annotations": null,
      "tags": ["weather"],
      "title": null,
      "icons": null,
      "meta": null
    }
  ],
  "prompts": [],
  "resources": [],
  "templates": []
}
"""

FORMAT = Format(
    name="fastmcp",
    summary="output of `fastmcp inspect --format fastmcp`",
    recognises=recognises,
    read=read,
    example=_EXAMPLE,
)
