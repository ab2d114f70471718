"""A server as the Smithery registry describes it, with its tools where it could list them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from toolsearch_cli.catalog.document import Format
from toolsearch_cli.catalog.model import Provenance, Source
from toolsearch_cli.catalog.tool_reading import read_tools

if TYPE_CHECKING:
    from toolsearch_cli.catalog.document import Document
    from toolsearch_cli.catalog.model import Json

_NAME: Final = "qualifiedName"


def recognises(value: Json) -> bool:
    """Whether it is a server with a qualified name."""
    return isinstance(value, dict) and isinstance(value.get(_NAME), str) and "tools" in value


def read(document: Document) -> tuple[Source, ...]:
    """Read the one server.

    Raises:
        InputError: The structure has a wrong type.
        ServersOnlyError: The registry does not know its tools.
    """
    value = document.expect_object(document.value, "")
    name = document.expect_string(document.member(value, _NAME, ""), f"/{_NAME}")
    if value.get("tools") is None:
        document.miss(name, "the registry could not list its tools")
        raise document.servers_only("capture them: toolsearch capture URL -o tools.json")
    tools = read_tools(document, document.expect_array(value["tools"], "/tools"), "/tools")
    return (Source(name=name, tools=tools, provenance=Provenance(document.file)),)


_EXAMPLE: Final = """\
{
  "qualifiedName": "@example/weather",
  "displayName": "Weather",
  "description": "Forecasts and warnings.",
  "connections": [{"type": "http", "deploymentUrl": "https://weather.example", "configSchema": {}}],
  "security": {"scanPassed": true},
  "tools": [
    {
      "name": "forecast",
      "description": "Weather of the coming days at a place.",
      "inputSchema": {"type": "object", "properties": {"place": {"type": "string"}}}
    }
  ],
  "resources": null,
  "prompts": null
}
"""

FORMAT = Format(
    name="smithery",
    summary="a server as the Smithery registry describes it",
    recognises=recognises,
    read=read,
    example=_EXAMPLE,
    lacks=("instructions", "annotations"),
)
