"""The tools of one gateway -> sources, a source for each namespace."""

from __future__ import annotations

import base64
from dataclasses import replace
from typing import TYPE_CHECKING, Final, TypeGuard

from toolsearch_cli.catalog.document import child, type_in_words
from toolsearch_cli.catalog.formats.arion.signs import key_in
from toolsearch_cli.catalog.json_text import TextError, decode_json
from toolsearch_cli.catalog.model import Source
from toolsearch_cli.catalog.tool_reading import ANTHROPIC, MCP, read_tool

if TYPE_CHECKING:
    from collections.abc import Callable

    from toolsearch_cli.catalog.document import Document
    from toolsearch_cli.catalog.model import Json, Tool

_MODES: Final = {"EAGER": False, "PROGRESSIVE": True}
_SEEN: Final = ("name", "description", "title", "annotations", "_meta")
_TEXT: Final = "inline_string"
_BASE64: Final = "inline_bytes"
_ELSEWHERE: Final = ("filename", "environment_variable")
# From here on a number rounds to infinity in the 32 bits that Arion has for it.
_TOO_LARGE: Final = 3.4028235677973366e38
_MOST_SHOWN: Final = 40


def read_sources(document: Document, gateway: dict[str, Json], pointer: str) -> list[Source]:
    """Read the tools that are written out in a gateway, by namespace in order of appearance.

    Raises:
        InputError: `tools` is no array; or strictly, an entry is no tool.
    """
    place = child(pointer, "tools")
    written = gateway.get("tools")
    entries = [] if written is None else document.expect_array(written, place)
    schemas: dict[str, Json] = {}
    groups: dict[str | None, list[Tool]] = {}
    for index, entry in enumerate(entries):
        at = f"{place}/{index}"
        tool = _read_entry(document, entry, at, schemas)
        if tool is not None and isinstance(entry, dict):
            groups.setdefault(_namespace(document, entry, at), []).append(tool)
    return [
        Source(
            name=document.source_name if namespace is None else namespace,
            tools=tuple(tools),
            provenance=tools[0].provenance,
            is_named=namespace is not None,
        )
        for namespace, tools in groups.items()
    ]


def is_deferred(document: Document, mapping: dict[str, Json], key: str, pointer: str) -> bool:
    """Whether a mode holds tools back, as it does unless it is `EAGER`; an odd one is warned of.

    Args:
        document: Where it stands.
        mapping: The object at `pointer`, which may have it.
        key: `disclosure_mode` or `tool_disclosure_mode`.
        pointer: Of the object.
    """
    if (found := key_in(mapping, key)) is None:
        return True
    mode = mapping[found]
    if isinstance(mode, str) and mode in _MODES:
        return _MODES[mode]
    shown = f'"{mode[:_MOST_SHOWN]}"' if isinstance(mode, str) else type_in_words(mode)
    document.remarks.warn(
        f"{shown} is neither EAGER nor PROGRESSIVE: taken as PROGRESSIVE, the default",
        child(pointer, found),
    )
    return True


def _namespace(document: Document, tool: dict[str, Json], pointer: str) -> str | None:
    namespace = tool.get("namespace")
    if isinstance(namespace, str) and namespace:
        return namespace
    reason = "it has no namespace"
    if namespace is not None:
        reason = f"its namespace is {type_in_words(namespace) if namespace != '' else 'empty'}"
    document.remarks.warn(f"{reason}: taken as {document.source_name}", pointer)
    return None


def _read_entry(
    document: Document, entry: Json, pointer: str, schemas: dict[str, Json]
) -> Tool | None:
    """Read one tool, of its keys only those that a model sees or a ranking needs."""
    if not isinstance(entry, dict):
        return read_tool(document, entry, pointer)
    kept: dict[str, Json] = {key: entry[key] for key in _SEEN if key in entry}
    spelling = MCP if key_in(entry, "input_schema") == MCP.input_schema else ANTHROPIC
    for key, into in (
        ("input_schema", spelling.input_schema),
        ("output_schema", spelling.output_schema),
    ):
        if found := key_in(entry, key):
            kept[into] = _schema(document, entry[found], child(pointer, found), schemas)
    if found := key_in(entry, "disclosure_mode"):
        kept["disclosure_mode"] = entry[found]
    if vector := _vector(document, entry.get("embedding"), child(pointer, "embedding")):
        kept["embedding"] = vector
    tool = read_tool(document, kept, pointer, spelling)
    if tool is None:
        return None
    if entry.get("rbac") is not None:
        document.remarks.lose("access rule", "access rules")
    return replace(tool, deferred=is_deferred(document, entry, "disclosure_mode", pointer))


def _schema(document: Document, value: Json, pointer: str, known: dict[str, Json]) -> Json:
    """Return the schema itself, or the one in its data source; each text is read once."""
    if not isinstance(value, dict) or len(value) != 1:
        return value
    if key_in(value, *_ELSEWHERE):
        document.remarks.warn("the schema stands elsewhere: it is unknown", pointer)
        document.remarks.lose("schema that stands elsewhere", "schemas that stand elsewhere")
        return None
    key = key_in(value, _TEXT, _BASE64)
    text = value[key] if key else None
    if key is None or not isinstance(text, str):
        return value
    if text not in known:
        decode = _from_base64 if key_in(value, _BASE64) else _from_json
        known[text] = _decoded(document, text, decode, child(pointer, key))
    return known[text]


def _decoded(document: Document, text: str, decode: Callable[[str], Json], pointer: str) -> Json:
    """Return what a text says; the text itself where it says nothing readable."""
    try:
        return decode(text)
    except TextError as error:
        reason = error.message
    except ValueError:
        reason = "not Base64 of UTF-8"
    document.remarks.warn(f"the schema is kept as text: {reason}", pointer)
    return text


def _from_json(text: str) -> Json:
    return decode_json(text).values[0] if text and not text.isspace() else None


def _from_base64(text: str) -> Json:
    return _from_json(base64.b64decode(text, validate=True).decode())


def _vector(document: Document, value: Json, pointer: str) -> list[Json] | None:
    """Return a vector that Arion could load; its length is the host's to check."""
    if value is None:
        return None
    wrong = f"expected an array, found {type_in_words(value)}"
    if isinstance(value, list):
        odd = next((index for index, item in enumerate(value) if not _is_finite(item)), None)
        if odd is None:
            return value
        pointer = f"{pointer}/{odd}"
        found = "an infinite one" if _is_number(value[odd]) else type_in_words(value[odd])
        wrong = f"expected a finite number, found {found}"
    document.remarks.warn(f"the vector is not used: {wrong}", pointer)
    return None


def _is_finite(item: Json) -> bool:
    return _is_number(item) and abs(item) < _TOO_LARGE


def _is_number(item: Json) -> TypeGuard[int | float]:
    return isinstance(item, int | float) and not isinstance(item, bool)
