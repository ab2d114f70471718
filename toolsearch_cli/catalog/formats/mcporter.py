"""What `mcporter list --json` prints: one server, or every configured one."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from toolsearch_cli.catalog.document import Format, child
from toolsearch_cli.catalog.formats.native import read_server
from toolsearch_cli.text import visible

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
    silent: list[str] = []
    for index, entry in enumerate(entries):
        pointer = f"{place}/{index}" if place else ""
        server = document.expect_object(entry, pointer)
        if server.get("tools") or server.get("status", "ok") == "ok":
            sources.append(read_server(document, server, pointer))
            continue
        silent.append(_why(server))
        document.remarks.lose("server that did not answer", "servers that did not answer")
        document.remarks.warn(f"its tools are unknown: {silent[-1]}", pointer)
        document.remarks.miss(silent[-1])
    if silent and not sources:
        raise document.error(f"no server answered: {silent[0]}", child(place, "0") if place else "")
    return tuple(sources)


def _why(server: dict[str, Json]) -> str:
    name, status = server.get("name"), server.get("status")
    return f"{visible(str(name))} was {visible(str(status))}"


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
