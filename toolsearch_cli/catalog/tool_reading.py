"""One published tool object -> `Tool`, whichever way its format spells the keys."""

from __future__ import annotations

from types import MappingProxyType
from typing import TYPE_CHECKING, NamedTuple

from toolsearch_cli.catalog.document import type_in_words
from toolsearch_cli.catalog.model import Json, Provenance, Tool, Untold

if TYPE_CHECKING:
    from collections.abc import Mapping

    from toolsearch_cli.catalog.document import Document

_NOTHING: Mapping[str, Json] = MappingProxyType({})
_UNTOLD: tuple[tuple[Untold, ...], ...] = (("schema",), ("description", "schema"), ("description",))
UNKNOWN = "unknown"
"""The key under which a native snapshot says what of a tool is unknown."""


class Spelling(NamedTuple):
    """The keys of a tool object in one format."""

    input_schema: str
    output_schema: str
    known: frozenset[str]
    """Every key that has a place of its own in a `Tool`."""

    @classmethod
    def of(cls, *, input_schema: str, output_schema: str) -> Spelling:
        """The spelling with these two keys; all others are the same everywhere."""
        common = ("name", "description", "title", "annotations", "_meta", "embedding")
        return cls(input_schema, output_schema, frozenset((*common, input_schema, output_schema)))


MCP = Spelling.of(input_schema="inputSchema", output_schema="outputSchema")
OPENAI = Spelling.of(input_schema="parameters", output_schema="output_schema")
ANTHROPIC = Spelling.of(input_schema="input_schema", output_schema="output_schema")


def read_tools(document: Document, entries: list[Json], pointer: str) -> tuple[Tool, ...]:
    """Read the tools of the array at `pointer`; what cannot be a tool is left out and counted.

    Their keys are spelled as MCP does, unless none is and some are spelled as a provider does.

    Raises:
        InputError: An entry cannot be a tool, and the document is read strictly.
    """
    spelling = _spelling(entries)
    return tuple(
        tool
        for index, entry in enumerate(entries)
        if (tool := read_tool(document, entry, f"{pointer}/{index}", spelling)) is not None
    )


def read_tool(
    document: Document, entry: Json, pointer: str, spelling: Spelling = MCP
) -> Tool | None:
    """Read one tool; None for what cannot be one.

    Raises:
        InputError: It cannot be a tool, and the document is read strictly.
    """
    reason = _why_not(entry)
    if reason is None and isinstance(entry, dict):
        return _tool(entry, Provenance(document.file, pointer), spelling)
    if document.strict:
        raise document.error(f"not a tool: {reason}", pointer)
    document.remarks.skip(reason or "", pointer)
    return None


def _spelling(entries: list[Json]) -> Spelling:
    for spelling in (MCP, ANTHROPIC, OPENAI):
        if any(isinstance(entry, dict) and spelling.input_schema in entry for entry in entries):
            return spelling
    return MCP


def _why_not(entry: Json) -> str | None:
    """Why an entry cannot be a tool; None when it can."""
    if not isinstance(entry, dict):
        return f"expected an object, found {type_in_words(entry)}"
    name = entry.get("name")
    if isinstance(name, str):
        return None if name else "its name is empty"
    return f"its name is {type_in_words(name)}" if "name" in entry else "it has no name"


def _tool(entry: dict[str, Json], provenance: Provenance, spelling: Spelling) -> Tool:
    get = entry.get
    extra, embedding = _NOTHING, None
    unknown: tuple[Untold, ...] = ()
    if not entry.keys() <= spelling.known:
        extra = {key: value for key, value in entry.items() if key not in spelling.known}
    if "embedding" in entry:
        embedding = _numbers(entry["embedding"])
        if embedding is None:
            extra = {**extra, "embedding": entry["embedding"]}
    if UNKNOWN in extra and (unknown := _untold(extra[UNKNOWN])):
        extra = {key: value for key, value in extra.items() if key != UNKNOWN}
    return Tool(
        name=str(entry["name"]),
        description=get("description"),
        input_schema=get(spelling.input_schema),
        provenance=provenance,
        title=get("title"),
        output_schema=get(spelling.output_schema),
        annotations=get("annotations"),
        meta=get("_meta"),
        deferred=deferred_in(extra) if extra else None,
        embedding=embedding,
        extra=extra,
        input_key=spelling.input_schema,
        output_key=spelling.output_schema,
        unknown=unknown,
    )


def _untold(value: Json) -> tuple[Untold, ...]:
    return next((untold for untold in _UNTOLD if value == list(untold)), ())


def _numbers(value: Json) -> tuple[float, ...] | None:
    if not isinstance(value, list):
        return None
    try:
        numbers = tuple(
            float(item)
            for item in value
            if isinstance(item, int | float) and not isinstance(item, bool)
        )
    except OverflowError:
        return None
    return numbers if len(numbers) == len(value) else None


def deferred_in(extra: Mapping[str, Json]) -> bool | None:
    """What the tool itself says: `defer_loading` (providers), `disclosure_mode` (Arion)."""
    flag = extra.get("defer_loading")
    if isinstance(flag, bool):
        return flag
    mode = extra.get("disclosure_mode")
    return mode == "PROGRESSIVE" if mode in ("EAGER", "PROGRESSIVE") else None
