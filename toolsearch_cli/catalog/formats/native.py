"""The native snapshot: `{"name", "kind", "instructions"?, "tools"}`, or many under `servers`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from toolsearch_cli.catalog.document import Format, child
from toolsearch_cli.catalog.formats.openai import is_namespace
from toolsearch_cli.catalog.model import KINDS, Provenance, Source
from toolsearch_cli.catalog.naming import split_prefixes
from toolsearch_cli.catalog.parts import PARTS, Held
from toolsearch_cli.catalog.tool_reading import read_tools
from toolsearch_cli.catalog.unknowns import reasons_in_words

if TYPE_CHECKING:
    from toolsearch_cli.catalog.document import Document
    from toolsearch_cli.catalog.model import Json, Kind

OWN_KEYS: Final = frozenset({"name", "kind", "instructions", "tools"})
FAILURE = "failure"
"""The key of a server whose tools are unknown: `{"reason": ...}`, and what it wrote on stderr."""
_MARKS = ("name", "kind", "instructions", "source")


def recognises(value: Json) -> bool:
    """Whether it is a snapshot of one server, of several, or an array of such."""
    if isinstance(value, list):
        return bool(value) and all(isinstance(item, dict) and _is_snapshot(item) for item in value)
    return isinstance(value, dict) and _is_snapshot(value)


def read(document: Document) -> tuple[Source, ...]:
    """Read every server; only a server alone in its file may go without a name.

    Raises:
        InputError: Something in the structure has the wrong type, a kind is unknown, or the tools
            of every server are.
    """
    value = document.value
    if isinstance(value, list):
        sources = tuple(
            source
            for index, item in enumerate(value)
            for source in _read_snapshot(document, item, f"/{index}")
        )
    else:
        sources = _read_snapshot(document, value, "", document.source_name)
    if (unknown := document.remarks.unknown) and not sources:
        raise document.error(f"no server was captured: {reasons_in_words(unknown)}")
    return sources


def read_server(document: Document, value: Json, pointer: str, name: str | None = None) -> Source:
    """Read one server at `pointer`; `name` is used where it has none of its own.

    Raises:
        InputError: Something in its structure has the wrong type, or its kind is unknown.
    """
    server = document.expect_object(value, pointer)
    is_named = "name" in server
    if name is None or is_named:
        named = document.member(server, "name", pointer)
        name = document.expect_string(named, child(pointer, "name"))
    entries = document.expect_array(
        document.member(server, "tools", pointer), child(pointer, "tools")
    )
    return Source(
        name=name,
        kind=_kind(document, server, pointer),
        tools=read_tools(document, entries, child(pointer, "tools")),
        provenance=Provenance(document.file, pointer),
        instructions=_instructions(document, server, pointer),
        incomplete=document.has_more(server, pointer),
        extra={key: item for key, item in server.items() if key not in OWN_KEYS},
        is_named=is_named,
    )


def _is_snapshot(value: dict[str, Json]) -> bool:
    if "servers" in value:
        return True
    if "serverInfo" in value or (is_namespace(value) and "kind" not in value):
        return False
    if "tools" in value:
        return any(mark in value for mark in (*_MARKS, FAILURE))
    return "name" in value and "kind" in value


def _read_snapshot(
    document: Document, value: Json, pointer: str, name: str | None = None
) -> tuple[Source, ...]:
    mapping = document.expect_object(value, pointer)
    if "servers" not in mapping:
        if is_unknown(mapping):
            return miss(document, mapping, pointer, name)
        source = read_server(document, mapping, pointer, name)
        return (source,) if "name" in mapping else split_prefixes(source)
    if "tools" in mapping:
        document.remarks.warn("passed over: it stands beside `servers`", child(pointer, "tools"))
    place = child(pointer, "servers")
    sources: list[Source] = []
    for index, entry in enumerate(document.expect_array(mapping["servers"], place)):
        at = f"{place}/{index}"
        server = document.expect_object(entry, at)
        if is_unknown(server):
            miss(document, server, at)
        else:
            sources.append(read_server(document, server, at))
    return tuple(sources)


def is_unknown(server: dict[str, Json]) -> bool:
    """Whether a server's tools are said to be unknown: `tools: null`, or how it failed instead."""
    return server.get("tools") is None and ("tools" in server or FAILURE in server)


def miss(
    document: Document, server: dict[str, Json], pointer: str, name: str | None = None
) -> tuple[Source, ...]:
    """Keep a server at `pointer` whose tools are unknown; `name` is used where it has none.

    Raises:
        InputError: Its name is missing, or no string.
    """
    if name is None or "name" in server:
        named = document.member(server, "name", pointer)
        name = document.expect_string(named, child(pointer, "name"))
    extra = {key: item for key, item in server.items() if key not in ("name", "tools")}
    document.remarks.lose("server that was not captured", "servers that were not captured")
    document.miss(name, _reason(server), pointer, extra)
    return ()


def _reason(server: dict[str, Json]) -> str:
    """Why a server's tools are unknown, as `toolsearch capture` and `convert` write it."""
    failure = server.get(FAILURE)
    reason = failure.get("reason") if isinstance(failure, dict) else failure
    if isinstance(reason, str):
        return reason
    return "it could not be captured" if FAILURE in server else ""


def _kind(document: Document, server: dict[str, Json], pointer: str) -> Kind:
    written = server.get("kind")
    if written is None:
        return "mcp"
    named = document.expect_string(written, child(pointer, "kind"))
    for kind in KINDS:
        if kind == named:
            return kind
    raise document.error(
        f"unknown kind {named!r}", child(pointer, "kind"), hint=f"a kind is {', '.join(KINDS)}"
    )


def _instructions(document: Document, server: dict[str, Json], pointer: str) -> str | None:
    written = server.get("instructions")
    if written is None:
        return None
    return document.expect_string(written, child(pointer, "instructions"))


_EXAMPLE: Final = """\
{
  "servers": [
    {
      "name": "weather",
      "kind": "mcp",
      "instructions": "Ask for one place at a time.",
      "tools": [
        {
          "name": "forecast",
          "description": "Weather of the coming days at a place.",
          "inputSchema": {
            "type": "object",
            "properties": {"place": {"type": "string"}},
            "required": ["place"]
          }
        }
      ]
    },
    {
      "name": "mail",
      "kind": "plugin",
      "tools": [{"name": "send", "unknown": ["description", "schema"]}]
    },
    {"name": "calendar", "tools": null, "failure": {"reason": "it did not answer"}}
  ]
}
"""

_HELD: Final = Held(parts=frozenset(PARTS) - {"gateways"})

FORMAT = Format(
    name="native",
    summary='one server ({"name", "kind", "tools"}), or {"servers": [...]}',
    recognises=recognises,
    read=read,
    example=_EXAMPLE,
    lacks=_HELD.lacks(),
    held=_HELD,
    reading=(
        "A kind is mcp, plugin or core; without one it is mcp.",
        "`tools: null` is a server whose tools are unknown, `failure` may say why.",
        "What is unknown of a tool, its description or schema, `unknown` says.",
    ),
)
