"""What the MCP Inspector prints: `{"result": {"tools": [...]}, "schemaFindings": [...]}`.

Its text form prints the bare result, which is the `mcp` format.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from toolsearch_cli.catalog.document import Format
from toolsearch_cli.catalog.formats import mcp

if TYPE_CHECKING:
    from toolsearch_cli.catalog.document import Document
    from toolsearch_cli.catalog.model import Json, Source


def recognises(value: Json) -> bool:
    """Whether it is a result without the JSON-RPC envelope around it."""
    return (
        isinstance(value, dict)
        and "jsonrpc" not in value
        and isinstance(result := value.get("result"), dict)
        and "tools" in result
    )


def read(document: Document) -> tuple[Source, ...]:
    """Read the result; the findings on its schemas are the Inspector's, not the server's.

    Raises:
        InputError: The structure has a wrong type.
    """
    value = document.value
    findings = value.get("schemaFindings") if isinstance(value, dict) else None
    if isinstance(findings, list) and findings:
        one, many = "schema finding of the Inspector", "schema findings of the Inspector"
        document.remarks.lose(one, many, len(findings))
    return mcp.read(document)


_EXAMPLE: Final = """\
{
  "result": {
    "tools": [
      {
        "name": "forecast",
        "description": "Weather of the coming days at a place.",
        "inputSchema": {"type": "object", "properties": {"place": {"type": "string"}}}
      }
    ]
  },
  "schemaFindings": [{"tool": "forecast", "message": "no additionalProperties"}]
}
"""

FORMAT = Format(
    name="inspector",
    summary="MCP Inspector output of --method tools/list",
    recognises=recognises,
    read=read,
    example=_EXAMPLE,
    lacks=("names of servers: the file's is taken, or --source", "instructions"),
    reading=("Lines of other output around the JSON are passed over.",),
)
