"""What `mcporter list --json` prints: one server, or every configured one."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from toolsearch_cli.catalog.document import Format
from toolsearch_cli.catalog.formats.native import read_server
from toolsearch_cli.catalog.unknowns import reasons_in_words

if TYPE_CHECKING:
    from toolsearch_cli.catalog.document import Document
    from toolsearch_cli.catalog.model import Json, Source


_REASONS: Final = {
    "ok": "it did not list them",
    "offline": "it was offline",
    "auth": "it asks for a login",
    "http": "it answered with an HTTP error",
    "error": "it failed",
}


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
        is_listed = server.get("tools") is not None and server.get("status", "ok") == "ok"
        if server.get("tools") or is_listed:
            sources.append(read_server(document, server, pointer))
            continue
        document.remarks.lose("server that did not answer", "servers that did not answer")
        document.miss(str(server.get("name")), _reason(server), pointer)
    if (unknown := document.remarks.unknown) and not sources:
        raise document.error(f"no server answered: {reasons_in_words(unknown)}", place)
    return tuple(sources)


def _reason(server: dict[str, Json]) -> str:
    """Return why a server did not list its tools, by the status that mcporter gives it."""
    status, issue = server.get("status", "ok"), server.get("issue")
    code = issue.get("statusCode") if isinstance(issue, dict) else None
    if status == "http" and isinstance(code, int):
        return f"it answered with HTTP status {code}"
    named = _REASONS.get(status) if isinstance(status, str) else None
    return named or f"its status was {status if isinstance(status, str) else 'unknown'}"


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
