"""Disclosure: everything a host shows at the start of a turn, and why. Values only."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal, NamedTuple, TypeAlias

from toolsearch_cli.tokens.chars4 import chars, estimate

if TYPE_CHECKING:
    from toolsearch_cli.catalog.model import Json, Kind, Provenance, Tool
    from toolsearch_cli.hosts.facts import Fidelity

Form: TypeAlias = Literal["full", "names", "summary", "hidden"]
"""Of one source in the listing; `None` where no listing applies and schemas go out eagerly."""

ListingForm: TypeAlias = Literal["full", "names", "mixed", "groups", "none"]

Wire: TypeAlias = Literal["function", "mcp", "anthropic", "responses"]
"""How a definition is sent: OpenAI's chat function, MCP's own tool, Anthropic's, OpenAI Responses'
flat function."""


@dataclass(frozen=True, slots=True, eq=False)
class Definition:
    """One tool as the host would send it: what is counted, indexed and described."""

    name: str
    """The qualified name."""
    source: int
    """Position of its source in the catalog."""
    label: str
    """The heading under which the host lists it."""
    toolset: str
    """The host's own group name (`mcp-github`)."""
    description: Json
    parameters: Json
    """The input schema after the host's normalisation."""
    chars: int
    """Code points of its compact JSON, function wrapper included."""
    tool: Tool
    wire: Wire = "function"

    @property
    def tokens(self) -> int:
        """The host's estimate for this tool alone: a quarter of its characters, rounded up."""
        return estimate(self.chars)

    @property
    def sent(self) -> dict[str, Json]:
        """The object that goes to the model, keys in the host's order."""
        return sent_as(self.wire, self.name, self.description, self.parameters)


def sent_as(wire: Wire, name: str, description: Json, parameters: Json) -> dict[str, Json]:
    """Return the object that a host sends for one tool, in its API's form."""
    match wire:
        case "function":
            return function_definition(name, description, parameters)
        case "mcp":
            return {"name": name, "description": description, "inputSchema": parameters}
        case "anthropic":
            return {"name": name, "description": description, "input_schema": parameters}
        case "responses":
            return {
                "type": "function",
                "name": name,
                "description": description,
                "parameters": parameters,
            }


def function_definition(name: str, description: Json, parameters: Json) -> dict[str, Json]:
    """Return the object that a host sends for one tool, keys in its order."""
    return {
        "type": "function",
        "function": {"name": name, "description": description, "parameters": parameters},
    }


def function_chars(name: str, description: Json, parameters: Json) -> int:
    """Return the code points of that object's compact JSON."""
    return _AROUND + chars(name) + chars(description) + chars(parameters)


# What stands around the three; each counted on its own needs no new object.
_AROUND = chars(function_definition("", "", "")) - 3 * len('""')


class Block(NamedTuple):
    """One group's lines in the listing."""

    label: str
    form: Form
    text: str


@dataclass(frozen=True, slots=True)
class Listing:
    """The part of the catalog that stays visible as text."""

    form: ListingForm
    header: str
    blocks: tuple[Block, ...]
    ours: str = ""
    """What of the text is ours, a sentence; empty where all of it is the host's, byte for byte."""

    @property
    def text(self) -> str:
        """The very text the model reads; empty when nothing is listed."""
        if not self.blocks:
            return ""
        return "\n".join((self.header, *(block.text for block in self.blocks)))


NO_LISTING = Listing("none", "", ())


class Collision(NamedTuple):
    """Two tools that want one name, and what the host does about it."""

    kind: Literal["ambiguous", "repeated", "owned", "overwritten"]
    """All skipped (distinct raw names of one server); first kept (an exact repeat); later source
    skipped (the first owner keeps the name); earlier one replaced."""
    name: str
    """The qualified name."""
    source: int
    """The source that is reported: the one whose tools are skipped or that overwrites."""
    owner: int
    """The source that the other tool belongs to; equal to `source` within one source."""
    raw_names: tuple[str, ...]
    provenance: Provenance


class Refusal(NamedTuple):
    """A tool that the host does not give the model, or under another name than it would want."""

    kind: Literal["refused", "dropped", "cut", "renamed", "over-cap"]
    """The API refuses its name; the host leaves it out; its name is cut; another tool's name would
    be the same, so it has a longer one; there are too many."""
    source: int
    """Position of its source in the catalog."""
    raw_name: str
    name: str
    """The qualified name it has, or would have had."""
    reason: str

    @property
    def unreachable(self) -> bool:
        """Whether the model cannot use it at all."""
        return self.kind not in ("cut", "renamed")


class SourceDisclosure(NamedTuple):
    """What one source degrades to. Tokens are the host's estimate."""

    source: str
    kind: Kind
    position: int
    """Position in the catalog."""
    label: str
    tools: int
    """Tools the host knows of this source, after collisions."""
    published: int
    """Tools the source published."""
    deferred: int
    """Of `tools`: held back behind the bridge."""
    eager_tokens: int
    """All its schemas, sent up front."""
    full_tokens: int | None
    """Its listing block with descriptions; `None` when it lists nothing."""
    names_tokens: int | None
    summary_tokens: int | None
    form: Form | None
    listing_tokens: int
    """What its block takes in the listing now; 0 when hidden or not listed."""
    now_tokens: int
    """What the model pays for it this turn: its block and its eager schemas."""

    @property
    def saving_tokens(self) -> int:
        """What deferring spares this turn."""
        return self.eager_tokens - self.now_tokens


class Payment(NamedTuple):
    """What the model pays this turn, by part, in the host's tokens."""

    eager: int
    """Schemas sent up front."""
    bridge: int
    """The bridge's own schemas, as measured on the host."""
    framing: int
    """What embedding a listing adds around it, as measured on the host."""
    listing: int

    @property
    def total(self) -> int:
        """All parts."""
        return self.eager + self.bridge + self.framing + self.listing


class Note(NamedTuple):
    """One thing to know, in plain words: the cause, then the remedy."""

    code: str
    """A stable word for tests and JSON (`crowded`, `nothing-fits`, ...)."""
    level: Literal["info", "warning"]
    cause: str
    remedy: str = ""

    def __str__(self) -> str:
        """Return cause and remedy as one line."""
        return f"{self.cause} {self.remedy}".rstrip()


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Disclosure:
    """The host's answer for one catalog and one scenario."""

    host: str
    context: int | None
    activated: bool
    """Whether the bridge is in use."""
    tier: int | None
    """0, 1 or 2; `None` for a host without tiers."""
    listing: Listing
    budget: int | None
    """Most tokens the listing may take; `None` for a host without a listing."""
    threshold: int | None
    """The gate's share of the context in tokens, 0 where the context is unknown and the host takes
    an amount of its own; `None` for a host without that gate."""
    definitions: tuple[Definition, ...]
    """Every tool in scope, in name order."""
    eager: tuple[Definition, ...]
    """Sent with their schemas, in the order sent; bridge tools not included."""
    deferred: tuple[Definition, ...]
    """Held back, in name order; while inactive: what would be."""
    bridge: tuple[dict[str, Json], ...]
    """The bridge's definitions in our words, the listing embedded; empty when inactive."""
    bridge_tokens_here: int
    """What those definitions take without the listing's text, to set beside the host's measure."""
    sources: tuple[SourceDisclosure, ...]
    """Those in scope, by name and kind."""
    collisions: tuple[Collision, ...]
    all_tools_tokens: int
    """Every definition, eager and deferred."""
    deferred_tokens: int
    listing_tokens: int
    full_tokens: int | None
    """The whole listing with every source full; `None` where the host lists nothing."""
    names_tokens: int | None
    summary_tokens: int | None
    payment: Payment
    left_out: int
    """Sources outside the scope; they are in no total."""
    host_error: str | None = None
    """What the host would fail on; it then sends every schema eagerly."""
    notes: tuple[Note, ...] = ()
    fidelity: Fidelity = "verified"
    standing: str = ""
    """What a host without tiers has instead, in one line; empty for one with tiers."""
    refusals: tuple[Refusal, ...] = ()
    named: frozenset[str] | None = None
    """The deferred tools whose names the model reads; `None`: those of the sources that are listed
    in full or by names."""

    @property
    def readable(self) -> frozenset[str]:
        """The qualified names of the deferred tools that the model can read without a search."""
        if not self.activated:
            return frozenset()
        if self.named is not None:
            return self.named
        listed = {row.position for row in self.sources if row.form in ("full", "names")}
        return frozenset(one.name for one in self.deferred if one.source in listed)

    @property
    def array(self) -> tuple[dict[str, Json], ...]:
        """The whole tools array that goes to the model: eager tools, then the bridge."""
        return (*(definition.sent for definition in self.eager), *self.bridge)
