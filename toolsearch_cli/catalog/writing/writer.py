"""A catalog on its way to a document: names, and what a shape has no place for."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

from toolsearch_cli.catalog.document import Remarks
from toolsearch_cli.catalog.naming import is_split_again, qualified
from toolsearch_cli.catalog.parts import PARTS, TOOL_KEYS

if TYPE_CHECKING:
    from collections.abc import Iterator

    from toolsearch_cli.catalog.model import Catalog, Json, Source, Tool
    from toolsearch_cli.catalog.parts import Held, Part

NEXT: Final = "nextCursor"
NOT_CAPTURED: Final = "not captured"
"""The cursor of a page whose list is known to go on."""
DEFER: Final = "defer_loading"
# Of the wrapping that was taken off; and what is said of deferring is in `Tool.deferred`.
_SAYS_NOTHING: Final = frozenset({"type", DEFER, "disclosure_mode"})


@dataclass(slots=True)
class Writer:
    """A catalog on its way to a document."""

    catalog: Catalog
    held: Held
    """What the shape has a place for."""
    bare: bool
    """Whether names stay as servers publish them, wherever the shape names no server."""
    remarks: Remarks = field(default_factory=Remarks)
    names: Counter[str] = field(default_factory=Counter)
    merged: list[str] = field(default_factory=list)
    """Names from which the server's cannot be taken again."""

    def lose(self, part: Part, which: str = "", count: int = 1) -> None:
        """Count what is lost of a part, unless the shape has a place for it."""
        if part not in self.held.parts:
            words = PARTS[part]
            self.remarks.lose(words.one.format(which), words.many.format(which), count)

    def tools(self) -> Iterator[tuple[str, Tool]]:
        """Yield every tool with the name that it gets; the sources are not written."""
        for source in self.catalog.sources:
            is_prefixed = source.is_named and source.kind == "mcp" and not self.bare
            self._lose_source(source, is_prefixed=is_prefixed)
            for tool in source.tools:
                name = qualified(source.name, tool.name) if is_prefixed else tool.name
                if is_prefixed and not is_split_again(source.name, tool.name):
                    self.merged.append(name)
                self.names[name] += 1
                yield name, tool

    def _lose_source(self, source: Source, *, is_prefixed: bool) -> None:
        if source.instructions is not None:
            self.lose("instructions")
        if source.kind != "mcp":
            self.lose("kinds", source.kind)
        if source.is_named and not is_prefixed:
            self.lose("names")
        if source.incomplete:
            self.lose("incomplete")
        self.lose_keys(source)

    def lose_keys(self, source: Source, *kept: str) -> None:
        """Count the keys of a source that stand nowhere in the document."""
        for key in sorted(source.extra.keys() - {*kept, NEXT}):
            if source.extra[key] is not None:
                self.lose("server keys", key)

    def fitting(self, tool: Tool, seen: dict[str, Json]) -> dict[str, Json]:
        """Return what the shape has a place for of a tool; what it has beside that is lost.

        Args:
            tool: The tool.
            seen: What a model sees of it, by the keys of the shape.
        """
        parts: dict[str, Json] = {
            "title": tool.title,
            "annotations": tool.annotations,
            "_meta": tool.meta,
            "outputSchema": tool.output_schema,
            "embedding": None if tool.embedding is None else list(tool.embedding),
        }
        own = {key: value for key, value in parts.items() if value is not None}
        told = {key: value for key, value in tool.extra.items() if value is not None} | own
        kept = {key: value for key, value in told.items() if key in self._keys()}
        for key in sorted(told.keys() - kept.keys() - _SAYS_NOTHING):
            self.lose(next((part for part in TOOL_KEYS if part == key), "tool keys"), key)
        if tool.deferred is not None:
            self.lose("deferral")
        if tool.unknown:
            self.lose("unknown")
        return {**{key: value for key, value in seen.items() if value is not None}, **kept}

    def _keys(self) -> frozenset[str]:
        return self.held.parts.union(self.held.keys)

    def warn_of_names(self, pattern: str, reader: str) -> None:
        """Say which names whoever reads the document will refuse, or take apart in another way."""
        allowed = re.compile(pattern)
        refused = [name for name in self.names if not allowed.fullmatch(name)]
        _say(self.remarks, refused, f"that {reader} refuses")
        twice = [name for name, count in self.names.items() if count > 1]
        _say(self.remarks, twice, "of several tools")
        _say(self.remarks, self.merged, "in which server and tool are not told apart again")

    def warn_of_schemas(self, reader: str) -> None:
        """Say which tools whoever reads the document will refuse, because they have no schema."""
        tools = (tool for source in self.catalog.sources for tool in source.tools)
        bare = [tool.name for tool in tools if tool.input_schema is None]
        _say(self.remarks, bare, f"without a schema, which {reader}", "tool")


def _say(remarks: Remarks, names: list[str], what: str, of: str = "name") -> None:
    if names:
        count = f"{len(names):,} {of}{'' if len(names) == 1 else 's'}"
        remarks.warn(f"{count} {what}, such as {names[0]}")
