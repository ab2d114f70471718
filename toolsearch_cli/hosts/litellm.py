"""LiteLLM's virtual tools: the gateway's list is two tools that search and call all others."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, ClassVar, Final

from toolsearch_cli.hosts.facts import HostFacts
from toolsearch_cli.hosts.simple.host import SimpleHost
from toolsearch_cli.hosts.simple.settings import Setting
from toolsearch_cli.hosts.simple.turn import Turn
from toolsearch_cli.search.keyword import KeywordIndex
from toolsearch_cli.search.ranking import NEXT_BEST

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from toolsearch_cli.catalog.model import Catalog, Json, Source, Tool
    from toolsearch_cli.hosts.disclosure import Definition
    from toolsearch_cli.hosts.scenario import Scenario
    from toolsearch_cli.hosts.simple.session import Session
    from toolsearch_cli.hosts.simple.settings import Values
    from toolsearch_cli.search.engine import Engine
    from toolsearch_cli.search.ranking import Ranking

TOP_K: Final = "top_k"
CORE_TOOLS: Final = "core_tools"
SEPARATOR: Final = "MCP_TOOL_PREFIX_SEPARATOR"

_FINDS: Final = "mcp_tool_search"
_CALLS: Final = "mcp_tool_call"
_OTHERS: Final = ("agent_search", "skill_search")
_HYPHEN: Final = "-"
_ASKED_OTHERWISE: Final = 5
"""What a call without `top_k` asks for, whatever the setting."""

_FACTS: Final = HostFacts(
    title="LiteLLM 1.110.2, keys with mcp_tool_search_enabled",
    trigger="always, for such a key: every tool",
    sees="nothing",
    ranker="keyword: a point for each query word that is somewhere in the text, equal points in "
    "catalog order; with an embedding model by meaning, which is not simulated",
    fields="name, description",
    limits="5 results: the smaller of the call's top_k and the setting, 1 to 100; core_tools more",
    names="server-tool, spaces of the server as _; MCP_TOOL_PREFIX_SEPARATOR for the hyphen",
    counts="code points / 4, an estimate",
    fidelity="verified",
    ranking="verified",
    proof="hosts/test_litellm.py",
    source="litellm 1.110.2, litellm/proxy/mcp_server/tool_search.py",
    found_steps=(_FINDS, _CALLS),
)


@dataclass(frozen=True, slots=True)
class LitellmHost(SimpleHost):
    """The gateway, for a key that has the virtual tools."""

    name: str = "litellm"
    separator: str = _HYPHEN

    settings: ClassVar[tuple[Setting, ...]] = (
        Setting(
            key=TOP_K,
            kind="whole",
            default=5,
            low=1,
            high=100,
            refused=True,
            help="Most tools that a search returns; a call without top_k asks for 5.",
        ),
        Setting(
            key=CORE_TOOLS,
            names_tools=True,
            kind="names",
            default=(),
            help="Full names of tools that every search returns first, beside the limit.",
        ),
        Setting(
            key=SEPARATOR,
            kind="text",
            default=_HYPHEN,
            help="What stands between server and tool; a variable of the environment.",
        ),
    )
    limit_key: ClassVar[str] = TOP_K

    @property
    def facts(self) -> HostFacts:
        """What is known of it, in words."""
        return _FACTS

    @property
    def bridge_names(self) -> frozenset[str]:
        """Names of the tools of its bridge."""
        return frozenset({_FINDS, _CALLS, *_OTHERS})

    def under(self, scenario: Scenario) -> LitellmHost:
        """Return the gateway that names tools with the scenario's separator."""
        return replace(self, separator=self.values(scenario).text(SEPARATOR))

    def qualified(self, source: Source, tool: Tool) -> str:
        """Return `server-tool`; names of plugins and core tools as they are."""
        if source.kind != "mcp":
            return tool.name
        return f"{source.name.replace(' ', '_')}{self.separator}{tool.name}"

    def sees_words(self, text: str) -> bool:
        """Say whether there is anything between the spaces of a text."""
        return bool(text.split())

    def turn(self, session: Session, values: Values, context: int | None) -> Turn:
        """List the virtual tools and nothing that they find."""
        own = tuple(one for one in session.published if session.source(one).kind == "core")
        found = tuple(one for one in session.definitions if session.source(one).kind != "core")
        return Turn(
            standing=f"tools/list: {len(self.bridge_names)} virtual tools; {_FINDS} finds "
            f"{len(found):,}",
            eager=own,
            deferred=found,
            bridge=tuple(_bridge()),
        )

    def engine(self, session: Session, values: Values) -> Engine:
        """Return a count of words over the tools that are not core tools, as published."""
        first = frozenset(values.names(CORE_TOOLS))
        rest = (one for one in _searched(session) if one.name not in first)
        return _Keyword(KeywordIndex((one.name, _text(one.description)) for one in rest))

    def limit(self, values: Values, asked: object) -> int:
        """Return the smaller of what a call asks for and the setting."""
        return min(_whole(asked), values.whole(TOP_K))

    def finds(
        self, catalog: Catalog, scenario: Scenario, wanted: Sequence[tuple[str, str]]
    ) -> tuple[bool, ...]:
        """Say of pairs of a query and a qualified name whether the query finds the tool."""
        session = self.session(catalog, scenario)
        first = {one.name for one in _core(session, self.values_for(catalog, scenario))}
        ranked = SimpleHost.finds(self, catalog, scenario, wanted)
        return tuple(
            found or name in first for found, (_, name) in zip(ranked, wanted, strict=True)
        )

    def result(self, session: Session, values: Values, rankings: Sequence[Ranking]) -> Json:
        """Return the core tools, then what was found."""
        hits = (hit for ranking in rankings for hit in ranking.hits)
        found = (*_core(session, values), *(session.by_name[hit.name] for hit in hits))
        return [one.sent for one in found]

    def remarks(
        self, session: Session, values: Values, rankings: Sequence[Ranking]
    ) -> tuple[str, ...]:
        """Return what comes beside the ranking, and what the limit came from."""
        told = list(SimpleHost.remarks(self, session, values, rankings))
        core = [one.name for one in _core(session, values)]
        if core:
            told.append(f"core_tools come first, whatever the query: {', '.join(core)}.")
        missing = [one for one in values.names(CORE_TOOLS) if one not in core]
        if missing:
            told.append(f"core_tools that this session does not have: {', '.join(missing)}.")
        if (
            values.whole(TOP_K)
            > _ASKED_OTHERWISE
            == max((one.limit for one in rankings), default=0)
        ):
            told.append(
                f"The setting top_k is a cap: a call that sends none asks for {_ASKED_OTHERWISE}."
            )
        return tuple(told)


class _Keyword:
    """The index, with a limit below 0 as a slice of Python takes it (an `Engine`)."""

    __slots__ = ("_index",)

    def __init__(self, index: KeywordIndex) -> None:
        self._index = index

    def search(self, query: str, limit: int) -> Ranking:
        """Return the best tools; a limit below 0 leaves out so many of the worst."""
        if limit > 0:
            return self._index.search(query, limit)
        kept = max(len(self.scores(query)) + limit, 0) if limit else 0
        ranking = self._index.search(query, max(kept, 1))
        if kept:
            return ranking
        return replace(ranking, limit=0, hits=(), cut=(*ranking.hits, *ranking.cut)[:NEXT_BEST])

    def scores(self, query: str) -> list[tuple[str, float]]:
        """Return every tool with a point and its points, best first."""
        return self._index.scores(query)


def _whole(asked: object) -> int:
    """Return the `top_k` of a call as LiteLLM reads it."""
    if isinstance(asked, (int, float, str)):
        try:
            return int(asked)
        except (ValueError, OverflowError):
            pass
    return _ASKED_OTHERWISE


def _searched(session: Session) -> Iterator[Definition]:
    return (one for one in session.published if session.source(one).kind != "core")


def _core(session: Session, values: Values) -> list[Definition]:
    """Return the tools of `core_tools` that the session has, in the order of the setting."""
    found = {one.name: one for one in _searched(session)}
    return [found[name] for name in values.names(CORE_TOOLS) if name in found]


def _text(value: Json) -> str:
    return value if isinstance(value, str) else ""


def _bridge() -> Iterator[dict[str, Json]]:
    """Yield the virtual tools, described in our own words."""
    query: dict[str, Json] = {"type": "string", "description": "What is needed, in words."}
    top_k: dict[str, Json] = {
        "type": "integer",
        "description": "Most results to return.",
        "default": _ASKED_OTHERWISE,
    }
    for name, kind in ((_FINDS, "MCP tools"), (_OTHERS[0], "agents"), (_OTHERS[1], "skills")):
        yield _tool(name, f"Find {kind} by words.", {"query": query, "top_k": top_k}, "query")
    call: dict[str, Json] = {
        "tool_name": {"type": "string", "description": "Which tool."},
        "arguments": {"type": "object", "description": "Its arguments."},
    }
    yield _tool(_CALLS, f"Call a tool that {_FINDS} found.", call, "tool_name")


def _tool(
    name: str, description: str, properties: dict[str, Json], required: str
) -> dict[str, Json]:
    return {
        "name": name,
        "description": description,
        "inputSchema": {"type": "object", "properties": properties, "required": [required]},
    }


host = LitellmHost
