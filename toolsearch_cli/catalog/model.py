"""Catalog, Source, Tool: what was published, as frozen values. Nothing here reads files."""

from __future__ import annotations

from dataclasses import dataclass, field
from types import MappingProxyType
from typing import TYPE_CHECKING, Final, Literal, NamedTuple, TypeAlias, get_args

from toolsearch_cli.text import visible

if TYPE_CHECKING:
    from collections.abc import Mapping

Json: TypeAlias = "bool | int | float | str | list[Json] | dict[str, Json] | None"
"""A decoded JSON value. Values inside a `Tool` are never changed after loading."""

Kind: TypeAlias = Literal["mcp", "plugin", "core"]
KINDS: tuple[Kind, ...] = get_args(Kind)

Untold: TypeAlias = Literal["description", "schema"]
"""A part of a tool that some formats have no place for."""

_NOTHING: Mapping[str, Json] = MappingProxyType({})
_NOT_HELD: Final = "it is named without them"


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
    """What the file itself says: `defer_loading`, `disclosure_mode`; `None` when it is silent.

    In a gateway's config silence says something too: Arion's tools are deferred by default."""
    embedding: tuple[float, ...] | None = None
    extra: Mapping[str, Json] = field(default_factory=_nothing)
    """Every other key of the published object, untouched."""
    input_key: str = "inputSchema"
    """The key under which the file has the input schema."""
    output_key: str = "outputSchema"
    """The key under which the file has the output schema."""
    unknown: tuple[Untold, ...] = ()
    """What its source published and the file cannot tell: whatever counts it counts too little."""


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


class UnknownServer(NamedTuple):
    """A server that a file names and whose tools no file of the catalog holds.

    They are unknown, not none. As text: `FILE: NAME: REASON`.
    """

    name: str
    """As the file calls it."""
    reason: str
    """Why, in words, as it was written; "" where nothing is known but that."""
    provenance: Provenance
    """Where it is named."""
    extra: Mapping[str, Json] = _NOTHING
    """What else a native snapshot says of it: `kind`, `instructions`, `failure`."""

    @property
    def words(self) -> str:
        """The name and the reason, fit for a terminal."""
        return visible(f"{self.name}: {self.reason or _NOT_HELD}")

    def __str__(self) -> str:
        return f"{visible(self.provenance.file)}: {self.words}"


class GatewayServer(NamedTuple):
    """A server that a gateway asks for its tools when it runs: the config does not hold them."""

    namespace: str
    """The name of the source that holds them, where another file of the catalog does."""
    deferred: bool
    """What the gateway says of all of them: `tool_disclosure_mode`, by default `PROGRESSIVE`."""
    provenance: Provenance


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Gateway:
    """What a gateway's config (Arion's) says beside the tools that are written out in it.

    Those are sources as all others are, named by their namespaces.
    """

    provenance: Provenance
    """The object that has `tools`, `dynamic_mcp_servers` and `search`."""
    servers: tuple[GatewayServer, ...] = ()
    """In the order of the file; `catalog.gateways.reached` finds their sources."""
    search: Mapping[str, Json] | None = None
    """Its `search` block: `max_allowable_results` (integer) and `embeddings`, an object with
    `cluster`, `model_id`, `path` (strings), `timeout` (string or number), `dimensions` and
    `max_batch_size` (integers). Each of them only where the file has it, no range is checked.
    `None` where there is no block."""
    code_mode: bool = False
    """Whether it serves code mode, and so neither `tool_search` nor `/mcp/search`."""


@dataclass(frozen=True, slots=True, eq=False)
class Catalog:
    """All sources given to one run, in the order given.

    Compared and hashed by identity, so that what is derived from a catalog can be remembered.
    """

    sources: tuple[Source, ...] = ()
    unknown: tuple[UnknownServer, ...] = ()
    """Whose tools are unknown: no number here counts them."""
    gateways: tuple[Gateway, ...] = ()
    """What the gateways' configs among the files say, in the order given."""

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
    unknown: tuple[UnknownServer, ...] = ()
    """Servers that the file names and whose tools no file of the catalog holds."""
    gateways: tuple[Gateway, ...] = ()
    """The gateways that the file configures."""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Loaded:
    """A catalog and how it was read."""

    catalog: Catalog
    files: tuple[LoadedFile, ...] = ()
