"""A catalog -> a document in one of the shapes that others read, and what that cannot hold."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final, NamedTuple

from toolsearch_cli.catalog.document import Remarks
from toolsearch_cli.catalog.naming import is_split_again, qualified
from toolsearch_cli.catalog.tool_reading import ANTHROPIC, MCP, OPENAI, UNKNOWN, deferred_in
from toolsearch_cli.catalog.unknowns import unknown_in_words

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from toolsearch_cli.catalog.model import Catalog, Json, Source, Tool

_SERVER_KEYS: Final = frozenset({"name", "kind", "instructions", "tools"})
_DEFER: Final = "defer_loading"
_OTHER_SPELLINGS: Final = frozenset({OPENAI.input_schema, ANTHROPIC.input_schema})


class Written(NamedTuple):
    """A document, and what of the catalog is not in it."""

    value: Json
    lost: tuple[str, ...]
    """In words, each with its count."""
    warnings: tuple[str, ...]
    """What whoever reads the document will refuse or take for something else: one line each."""


class Target(NamedTuple):
    """A shape that a catalog is written in."""

    name: str
    """That of the format which reads it."""
    write: Callable[[_Writer], Json]


@dataclass(slots=True)
class _Writer:
    """A catalog on its way to a document."""

    catalog: Catalog
    bare: bool
    """Whether names stay as servers publish them, wherever the shape names no server."""
    remarks: Remarks = field(default_factory=Remarks)
    names: Counter[str] = field(default_factory=Counter)
    merged: list[str] = field(default_factory=list)
    """Names from which the server's cannot be taken again."""

    def tools(self, *, bare: bool | None = None) -> Iterator[tuple[str, Tool]]:
        """Yield every tool with the name that it gets; the sources are not written."""
        for source in self.catalog.sources:
            is_prefixed = source.is_named and source.kind == "mcp"
            is_prefixed = is_prefixed and not (self.bare if bare is None else bare)
            self._lose_source(source, is_prefixed=is_prefixed)
            for tool in source.tools:
                name = qualified(source.name, tool.name) if is_prefixed else tool.name
                if is_prefixed and not is_split_again(source.name, tool.name):
                    self.merged.append(name)
                self.names[name] += 1
                yield name, tool

    def _lose_source(self, source: Source, *, is_prefixed: bool) -> None:
        if source.instructions is not None:
            self.remarks.lose("source's instructions", "sources' instructions")
        if source.kind != "mcp":
            self.remarks.lose(f"source's kind, {source.kind}", f"sources' kind, {source.kind}")
        if source.is_named and not is_prefixed:
            self.remarks.lose("source's name", "sources' names")

    def fitting(
        self, tool: Tool, kept: Mapping[str, Json], *, told: frozenset[str] = frozenset()
    ) -> dict[str, Json]:
        """Return what a tool has of the keys a shape knows; what it has beside them is lost.

        Args:
            tool: The tool.
            kept: Its values, by the keys of the shape.
            told: Keys of MCP whose values stand under other keys.
        """
        parts: dict[str, object] = {
            "title": tool.title,
            "annotations": tool.annotations,
            "_meta": tool.meta,
            "outputSchema": tool.output_schema,
            "embedding": tool.embedding,
        }
        parts |= tool.extra
        for key in sorted(parts.keys() - kept.keys() - told - _SAYS_NOTHING):
            if parts[key] is not None:
                self.remarks.lose(f"`{key}` of a tool", f"`{key}` of tools")
        return {key: value for key, value in kept.items() if value is not None}

    def warn_of_names(self, pattern: str, reader: str) -> None:
        """Say which names whoever reads the document will refuse, or take apart in another way."""
        allowed = re.compile(pattern)
        refused = [name for name in self.names if not allowed.fullmatch(name)]
        _say(self.remarks, refused, f"that {reader} refuses")
        twice = [name for name, count in self.names.items() if count > 1]
        _say(self.remarks, twice, "of several tools")
        _say(self.remarks, self.merged, "in which server and tool are not told apart again")


# Of the wrapping that was taken off; and what is said of deferring is in `Tool.deferred`.
_SAYS_NOTHING: Final = frozenset({"type", _DEFER, "disclosure_mode"})


def write(catalog: Catalog, target: str, *, bare: bool = False) -> Written:
    """Return a catalog as a document.

    Sources and tools keep their order, and every value stays as it was published.

    Args:
        catalog: What to write; of gateways' settings nothing is.
        target: One of `TARGETS`.
        bare: Whether tools keep the names their servers gave them. Otherwise, where a shape has
            no place for servers, tools of named servers are called `mcp__SERVER__TOOL`.
    """
    writer = _Writer(catalog, bare)
    value = TARGETS[target].write(writer)
    if catalog.unknown:
        one, many = "server whose tools are unknown", "servers whose tools are unknown"
        writer.remarks.lose(one, many, len(catalog.unknown))
    if catalog.gateways:
        one, many = "gateway's settings", "gateways' settings"
        writer.remarks.lose(one, many, len(catalog.gateways))
    if target != "native" and (unknown := unknown_in_words(catalog.sources)):
        writer.remarks.warn(f"{unknown}; the document does not say so")
    return Written(value, writer.remarks.lost, writer.remarks.warnings)


def _say(remarks: Remarks, names: list[str], what: str) -> None:
    if names:
        count = f"{len(names):,} name{'' if len(names) == 1 else 's'}"
        remarks.warn(f"{count} {what}, such as {names[0]}")


def _native(writer: _Writer) -> Json:
    return {"servers": [_native_server(writer, source) for source in writer.catalog.sources]}


def _native_server(writer: _Writer, source: Source) -> Json:
    head: dict[str, Json] = {"name": source.name, "kind": source.kind}
    if source.instructions is not None:
        head["instructions"] = source.instructions
    head |= {key: value for key, value in source.extra.items() if key not in _SERVER_KEYS}
    if source.incomplete:
        head.setdefault("nextCursor", "not captured")
    return {**head, "tools": [_native_tool(writer, tool) for tool in source.tools]}


def _native_tool(writer: _Writer, tool: Tool) -> Json:
    own = _mcp_keys(tool)
    if not _OTHER_SPELLINGS.isdisjoint(tool.extra):
        own.setdefault(MCP.input_schema, None)  # so that no other key is read as the schema
    if tool.embedding is not None:
        own["embedding"] = list(tool.embedding)
    for key, value in tool.extra.items():
        if key in own or (key == UNKNOWN and tool.unknown):
            writer.remarks.lose(f"second `{key}` of a tool", f"second `{key}` of tools")
        else:
            own[key] = value
    if tool.deferred is not None and tool.deferred != deferred_in(own):
        own[_DEFER] = tool.deferred
    if tool.unknown:
        own[UNKNOWN] = list(tool.unknown)
    return own


def _mcp_keys(tool: Tool) -> dict[str, Json]:
    keys: dict[str, Json] = {
        "name": tool.name,
        "title": tool.title,
        "description": tool.description,
        "inputSchema": tool.input_schema,
        "outputSchema": tool.output_schema,
        "annotations": tool.annotations,
        "_meta": tool.meta,
    }
    return {key: value for key, value in keys.items() if value is not None}


def _mcp(writer: _Writer) -> Json:
    """Return one server as it answers, with its name beside; several with prefixed names."""
    sources = writer.catalog.sources
    alone = sources[0] if len(sources) == 1 and sources[0].kind == "mcp" else None
    head: dict[str, Json] = {}
    if alone is not None and alone.is_named:
        info = alone.extra.get("serverInfo")
        head["serverInfo"] = {**(info if isinstance(info, dict) else {}), "name": alone.name}
    if alone is not None and alone.instructions is not None and alone.is_named:
        head["instructions"] = alone.instructions
    tools = [_mcp_tool(writer, name, tool) for name, tool in _named_for_mcp(writer, alone)]
    incomplete = any(source.incomplete for source in sources)
    return {**head, "tools": tools, **({"nextCursor": "not captured"} if incomplete else {})}


def _named_for_mcp(writer: _Writer, alone: Source | None) -> Iterator[tuple[str, Tool]]:
    if alone is not None and alone.is_named:
        return ((tool.name, tool) for tool in alone.tools)
    return writer.tools()


def _mcp_tool(writer: _Writer, name: str, tool: Tool) -> Json:
    kept: dict[str, Json] = {**_mcp_keys(tool), "name": name}
    kept |= {key: tool.extra[key] for key in ("icons", "execution") if key in tool.extra}
    _lose_deferral(writer, tool)
    return writer.fitting(tool, kept)


def _lose_deferral(writer: _Writer, tool: Tool) -> None:
    if tool.deferred is not None:
        one, many = "tool's mark that it is deferred or not", "tools' marks of being deferred"
        writer.remarks.lose(one, many)


def _openai(writer: _Writer) -> Json:
    entries: list[Json] = []
    for name, tool in writer.tools():
        kept: dict[str, Json] = {
            "name": name,
            "description": tool.description,
            "parameters": tool.input_schema,
            "strict": tool.extra.get("strict"),
        }
        _lose_deferral(writer, tool)
        entries.append({"type": "function", "function": writer.fitting(tool, kept)})
    writer.warn_of_names(r"[A-Za-z0-9_-]{1,64}", "OpenAI")
    return entries


_ANTHROPIC_KEYS: Final = ("cache_control", "strict", "input_examples", "allowed_callers")


def _anthropic(writer: _Writer) -> Json:
    entries: list[Json] = []
    for name, tool in writer.tools():
        kept: dict[str, Json] = {
            "name": name,
            "description": tool.description,
            "input_schema": tool.input_schema,
            **{key: tool.extra[key] for key in _ANTHROPIC_KEYS if key in tool.extra},
            _DEFER: tool.deferred,
        }
        entries.append(writer.fitting(tool, kept))
    writer.warn_of_names(r"[A-Za-z0-9_-]{1,128}", "Anthropic")
    return entries


def _gemini(writer: _Writer) -> Json:
    declarations: list[Json] = []
    for name, tool in writer.tools():
        key = "parameters" if _is_of_gemini(tool.input_schema) else "parametersJsonSchema"
        kept: dict[str, Json] = {
            "name": name,
            "description": tool.description,
            key: tool.input_schema,
            "responseJsonSchema": tool.output_schema,
        }
        _lose_deferral(writer, tool)
        declarations.append(writer.fitting(tool, kept, told=frozenset({"outputSchema"})))
    writer.warn_of_names(r"[A-Za-z_][A-Za-z0-9_.:-]{0,63}", "Gemini")
    return [{"functionDeclarations": declarations}]


def _is_of_gemini(schema: Json) -> bool:
    """Whether a schema has the types of Gemini's own, which are written in capitals."""
    kind = schema.get("type") if isinstance(schema, dict) else None
    return isinstance(kind, str) and kind.isupper()


TARGETS: Final[Mapping[str, Target]] = {
    target.name: target
    for target in (
        Target("native", _native),
        Target("mcp", _mcp),
        Target("openai", _openai),
        Target("anthropic", _anthropic),
        Target("gemini", _gemini),
    )
}
"""Every shape that is written, by name."""
