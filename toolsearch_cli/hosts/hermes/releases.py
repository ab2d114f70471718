"""The five releases of Hermes as data: every rule that differs between them is a field here.

Source of each fact: the released code of its date, as recorded in the golden answers.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import Literal, NamedTuple, TypeAlias

from toolsearch_cli.data import load_json
from toolsearch_cli.errors import UsageError

SentenceRule: TypeAlias = Literal["any", "spaced"]
"""How a short description ends: at any `.!?`, or at one followed by white space (or the end)."""


class SchemaRules(NamedTuple):
    """What a release does to an input schema before it counts, shows and indexes it."""

    const_unions: bool
    """Unions of constants become an `enum`."""
    rename_keys: bool
    """Property names outside `[a-zA-Z0-9_.-]{1,64}` are renamed."""
    literal_dependent_required: bool
    """`dependentRequired` is copied, not walked."""
    strict_positions: bool
    """hermes@0.22: only true schema positions are walked, and objects always carry `required`."""


class SearchRules(NamedTuple):
    """How a release finds tools."""

    stems: bool
    """Snowball English on query and document words."""
    label_indexed: bool
    """`mcp__` is dropped from the name, and the source label is indexed."""
    exact_name: bool
    """A query that is a full name puts that tool first."""
    gate: bool
    """Hits must contain the rarest query word and half of the others; no substring fallback."""
    idf_first: bool
    """Multiply idf by the finished term weight (decides exact ties)."""
    several_queries: bool
    """`tool_search` takes `queries`, not one `query`."""
    max_queries: int = 1


class CallRules(NamedTuple):
    """How a release takes and checks what the model sends to `tool_call`."""

    checks: Literal["nothing", "required", "schema"] = "required"
    """What of the tool's schema the arguments are held to."""
    several: bool = False
    """`tool_call` takes `calls`, of which each names a tool; one local tool at a time."""
    blank_is_none: bool = False
    """Arguments that are a blank text are none, not broken JSON."""
    tells_names_apart: bool = False
    """A tool that is sent with its schema and a name that nothing has are different errors."""


_ONE_CALL = CallRules()


@dataclass(frozen=True, slots=True, kw_only=True)
class Release:
    """One released host, by its rules and defaults."""

    name: str
    listing: bool = True
    """Tiers and a listing exist; false for the on/off gate of 0.19."""
    threshold_pct: float = 5.0
    listing_max_tokens: int = 20_000
    max_search_limit: int = 20
    search_default_limit: int = 5
    defer_setting: bool = False
    direct_toolsets: frozenset[str] = frozenset()
    """Registry toolsets that never defer."""
    last_registration_wins: bool = False
    """0.19: MCP tools overwrite each other; later releases refuse collisions."""
    name_limit: int | None = None
    """Longest qualified MCP name; longer ones are cut and hashed."""
    sentence: SentenceRule = "any"
    strips_tag_characters: bool = False
    describe_many: bool = False
    """`tool_describe` takes `names`."""
    says_loaded: bool = False
    """`tool_describe` says of a tool that is sent with its schema that it is loaded already."""
    max_describe: int = 10
    """Most names one `tool_describe` takes, where it takes several."""
    names_sources: bool = True
    """A search without a hit names the sources that could be searched instead."""
    match_description_chars: int = 400
    """A match's description is cut here."""
    match_ellipsis: bool = False
    """A cut description ends in an ellipsis."""
    bridge_overhead_chars: int = 1_509
    """Measured: compact JSON of the host's own three bridge schemas, without a listing."""
    schemas: SchemaRules
    search: SearchRules
    calls: CallRules = _ONE_CALL

    @property
    def core_names(self) -> frozenset[str]:
        """Names of the host's built-in tools in this release."""
        return _names(self.name, "core")

    @property
    def default_defer(self) -> frozenset[str]:
        """Core tools that this release defers unless told otherwise."""
        return _names(self.name, "defer_default")


@cache
def _names(release: str, key: str) -> frozenset[str]:
    return frozenset(load_json("hermes_releases.json")[release][key])


_SCHEMAS = SchemaRules(
    const_unions=True,
    rename_keys=True,
    literal_dependent_required=True,
    strict_positions=False,
)
_SEARCH = SearchRules(
    stems=False,
    label_indexed=False,
    exact_name=False,
    gate=False,
    idf_first=True,
    several_queries=False,
)

RELEASES: tuple[Release, ...] = (
    Release(name="hermes", names_sources=False, schemas=_SCHEMAS, search=_SEARCH),
    Release(
        name="hermes@0.19",
        listing=False,
        names_sources=False,
        threshold_pct=10.0,
        last_registration_wins=True,
        schemas=SchemaRules(
            const_unions=False,
            rename_keys=False,
            literal_dependent_required=False,
            strict_positions=False,
        ),
        search=_SEARCH,
        calls=CallRules(checks="nothing"),
    ),
    Release(name="hermes@0.20", listing_max_tokens=4_000, schemas=_SCHEMAS, search=_SEARCH),
    Release(
        name="hermes@0.21-dev",
        listing_max_tokens=4_000,
        max_search_limit=25,
        direct_toolsets=frozenset({"desktop_ui", "project"}),
        sentence="spaced",
        strips_tag_characters=True,
        describe_many=True,
        bridge_overhead_chars=2_018,
        schemas=_SCHEMAS,
        search=SearchRules(
            stems=True,
            label_indexed=True,
            exact_name=True,
            gate=False,
            idf_first=True,
            several_queries=True,
            max_queries=10,
        ),
    ),
    Release(
        name="hermes@0.22",
        listing_max_tokens=4_000,
        max_search_limit=25,
        defer_setting=True,
        direct_toolsets=frozenset({"desktop_ui", "project", "setup"}),
        name_limit=64,
        match_description_chars=500,
        match_ellipsis=True,
        says_loaded=True,
        sentence="spaced",
        strips_tag_characters=True,
        describe_many=True,
        bridge_overhead_chars=2_858,
        schemas=SchemaRules(
            const_unions=True,
            rename_keys=True,
            literal_dependent_required=True,
            strict_positions=True,
        ),
        search=SearchRules(
            stems=True,
            label_indexed=True,
            exact_name=True,
            gate=True,
            idf_first=False,
            several_queries=True,
            max_queries=7,
        ),
        calls=CallRules(checks="schema", several=True, blank_is_none=True, tells_names_apart=True),
    ),
)


def release_named(name: str) -> Release:
    """Return the release called `hermes` or `hermes@...`.

    Raises:
        UsageError: There is no such release.
    """
    for release in RELEASES:
        if release.name == name:
            return release
    known = ", ".join(release.name for release in RELEASES)
    raise UsageError(f"no such host: {name}", hint=f"known: {known}")
