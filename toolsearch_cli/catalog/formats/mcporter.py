"""What `mcporter list --json` prints: one server, or every configured one."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from toolsearch_cli.catalog.document import Format, child
from toolsearch_cli.catalog.formats.native import read_server

if TYPE_CHECKING:
    from toolsearch_cli.catalog.document import Document
    from toolsearch_cli.catalog.model import Json, Source


def recognises(value: Json) -> bool:
    """Whether it says its mode, as mcporter does."""
    if not isinstance(value, dict):
        return False
    return (value.get("mode") == "server" and "status" in value) or (
        value.get("mode") == "list" and "servers" in value
    )


def read(document: Document) -> tuple[Source, ...]:
    """Read the servers that answered; of the others nothing is known, which is said.

    Raises:
        InputError: None answered, or the structure has a wrong type.
    """
    value = document.expect_object(document.value, "")
    if "servers" not in value:
        entries, place = [document.value], ""
    else:
        entries, place = document.expect_array(value["servers"], "/servers"), "/servers"
    sources: list[Source] = []
    for index, entry in enumerate(entries):
        pointer = f"{place}/{index}" if place else ""
        server = document.expect_object(entry, pointer)
        if server.get("tools") or server.get("status", "ok") == "ok":
            sources.append(read_server(document, server, pointer))
            continue
        document.remarks.lose("server that did not answer", "servers that did not answer")
        document.miss(str(server.get("name")), f"it was {server.get('status')}", pointer)
    if (unknown := document.remarks.unknown) and not sources:
        place = child(place, "0") if place else ""
        raise document.error(f"no server answered: {unknown[0].words}", place)
    return tuple(sources)


_EXAMPLE: Final = """\
{
  "mode": "list",
  "counts": {"ok": 1, "offline": 1},
  "servers": [
    {
      "name": "weather",
      "status": "ok",
      "durationMs": 120,
      "transport": "STDIO npx -y weather-mcp",
      "tools": [
        {
          "name": "forecast",
          "description": "Weather of the coming days at a place.",
          "inputSchema": {"type": "object", "properties": {"place": {"type": "string"}}}
        }
      ]
    },
    {
      "name": "mail",
      "status": "offline",
      "issue": {"kind": "offline", "rawMessage": "connect ECONNREFUSED"},
      "error": "connect ECONNREFUSED"
    }
  ]
}
"""

FORMAT = Format(
    name="mcporter",
    summary="output of `mcporter list --json`, of one server or of all",
    recognises=recognises,
    read=read,
    example=_EXAMPLE,
    lacks=("instructions",),
    reading=("The tools of a server that did not answer are unknown.",),
)
