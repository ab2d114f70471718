"""Catalog, Source, Tool: what was published, as frozen values. Nothing here reads files."""

from __future__ import annotations

from dataclasses import dataclass, field
from types import MappingProxyType
from typing import TYPE_CHECKING, Literal, NamedTuple, TypeAlias, get_args

if TYPE_CHECKING:
    from collections.abc import Mapping

Json: TypeAlias = "bool | int | float | str | list[Json] | dict[str, Json] | None"
"""A decoded JSON value. Values inside a `Tool` are never changed after loading."""

Kind: TypeAlias = Literal["mcp", "plugin", "core"]
KINDS: tuple[Kind, ...] = get_args(Kind)

_NOTHING: Mapping[str, Json] = MappingProxyType({})


def _nothing() -> Mapping[str, Json]:
    """Return the one empty mapping that all values share."""
    return _NOTHING


class Provenance(NamedTuple):
    """Where a value was read."""

    file: str
    """As the user named it: a path, `-` for standard input, `sample:everyday/git.json`."""
    pointer: str = ""
    """RFC 6901 JSON pointer inside the file; empty for the whole document."""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Tool:
    """One tool as its source published it. Odd values are kept as they are."""

    name: str
    """The bare name; never empty."""
    description: Json = None
    """Normally a string; `None` when absent or null."""
    input_schema: Json = None
    """Normally an object; `None` when absent or null."""
    provenance: Provenance
    title: Json = None
    output_schema: Json = None
    annotations: Json = None
    meta: Json = None
    deferred: bool | None = None
    """What the file itself says: `defer_loading`, `disclosure_mode`; `None` when it is silent."""
    embedding: tuple[float, ...] | None = None
    extra: Mapping[str, Json] = field(default_factory=_nothing)
    """Every other key of the published object, untouched."""
    input_key: str = "inputSchema"
    """The key under which the file has the input schema."""
    output_key: str = "outputSchema"
    """The key under which the file has the output schema."""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Source:
    """One MCP server or plugin, or the host's own core tools."""

    name: str
    """As configured; may be empty, may hold any character."""
    kind: Kind = "mcp"
    tools: tuple[Tool, ...]
    provenance: Provenance
    instructions: str | None = None
    incomplete: bool = False
    """True when the file shows that more tools exist than it holds (a lone page)."""
    extra: Mapping[str, Json] = field(default_factory=_nothing)
    is_named: bool = True
    """False where the file does not name it, so that it is called after the file."""


@dataclass(frozen=True, slots=True, eq=False)
class Catalog:
    """All sources given to one run, in the order given.

    Compared and hashed by identity, so that what is derived from a catalog can be remembered.
    """

    sources: tuple[Source, ...] = ()
    unknown: tuple[str, ...] = ()
    """Whose tools are unknown, in words: no number here counts them."""

    @property
    def tool_count(self) -> int:
        """Number of tools over all sources."""
        return sum(len(source.tools) for source in self.sources)


class LoadedFile(NamedTuple):
    """What one file gave: the line that `-v` prints."""

    file: str
    format: str | None
    """`None` for a file of a folder that was passed over, because it holds no tools."""
    sources: int
    tools: int
    lost: tuple[str, ...] = ()
    """What the file held and a catalog cannot, in words (`2 built-in tools without a schema`)."""
    warnings: tuple[str, ...] = ()
    """One line each, without the file's name: skipped entries, a missing page, repeated keys."""
    unknown: tuple[str, ...] = ()
    """Servers that the file names and whose tools it does not hold, in words."""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Loaded:
    """A catalog and how it was read."""

    catalog: Catalog
    files: tuple[LoadedFile, ...] = ()
