"""VS Code Copilot, as the protocol wants it."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, ClassVar, Final

from toolsearch_cli.hosts.anthropic.searching import (
    REGEX,
    SEARCH_TOOLS,
    Patterns,
    remarks_on,
    result_of,
    trusted,
)
from toolsearch_cli.hosts.copilot.naming import LONGEST_NAME, prefixes, whole_name
from toolsearch_cli.hosts.copilot.settings import CLAUDE, MODE, MODEL, RESULTS, SERVER, SETTINGS
from toolsearch_cli.hosts.copilot.slots import LEAST_GROUPED, MATCHED_TOOLS, MOST_TOOLS, SHOWN
from toolsearch_cli.hosts.copilot.turn import CLIENT_SEARCH, others, turn_of
from toolsearch_cli.hosts.disclosure import Refusal
from toolsearch_cli.hosts.facts import HostFacts
from toolsearch_cli.hosts.simple.host import SimpleHost
from toolsearch_cli.hosts.simple.session import Published

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from toolsearch_cli.catalog.model import Catalog, Json, Source, Tool
    from toolsearch_cli.hosts.disclosure import Wire
    from toolsearch_cli.hosts.facts import Fidelity
    from toolsearch_cli.hosts.protocol import SearchAnswer
    from toolsearch_cli.hosts.scenario import Scenario
    from toolsearch_cli.hosts.simple.session import Session
    from toolsearch_cli.hosts.simple.settings import Setting, Values
    from toolsearch_cli.hosts.simple.turn import Turn
    from toolsearch_cli.search.ranking import Ranking

_EMPTY: Final = "<empty>"
"""What stands for a description that is missing."""

_FACTS = HostFacts(
    title="VS Code Copilot, as its source of 2026 has it",
    trigger=f"over virtualTools.threshold tools ({MOST_TOOLS}) and from {LEAST_GROUPED} on; with "
    "Claude models always",
    sees=f"activate_* groups and {MATCHED_TOOLS} tools near the question; with Claude models names",
    ranker="embeddings, not simulated; with model=claude Anthropic's search by pattern",
    fields="name, description; with model=claude also arguments",
    limits=f"{MOST_TOOLS} tools a request; {SHOWN} tools and groups; 5 results",
    names=f"mcp_server_tool; the first part has up to 18 characters, the whole {LONGEST_NAME}",
    counts="code points / 4, an estimate",
    fidelity="from-source",
    ranking="visibility-only",
    source="microsoft/vscode-copilot-chat at 31acd00, virtualToolGrouper.ts; microsoft/vscode at "
    "0052d68, mcpServer.ts, for names",
    named_steps=("tool_search_tool_regex", "call"),
    found_steps=("activate_*", "call"),
)


@dataclass(frozen=True, slots=True)
class CopilotHost(SimpleHost):
    """The editor's agent."""

    name: str = "copilot"

    settings: ClassVar[tuple[Setting, ...]] = SETTINGS
    wire: ClassVar[Wire] = "function"
    limit_key: ClassVar[str] = RESULTS

    @property
    def facts(self) -> HostFacts:
        """What is known of it, in words."""
        return _FACTS

    @property
    def name_limit(self) -> int | None:
        """Longest qualified name; longer ones are cut."""
        return LONGEST_NAME

    @property
    def bridge_names(self) -> frozenset[str]:
        """Names of the tools of its bridge, groups aside."""
        return frozenset({SEARCH_TOOLS[REGEX], CLIENT_SEARCH})

    def qualified(self, source: Source, tool: Tool) -> str:
        """Return the name of a tool whose server shares its prefix with no other."""
        if source.kind != "mcp":
            return tool.name
        return whole_name(next(prefixes((source.name,))), tool.name)[:LONGEST_NAME]

    def published(self, catalog: Catalog) -> Iterator[Published]:
        """Yield every tool as VS Code takes it: described in any case, with properties."""
        servers = [source.name for source in catalog.sources if source.kind == "mcp"]
        found = prefixes(servers)
        for position, source in enumerate(catalog.sources):
            prefix = next(found) if source.kind == "mcp" else None
            for tool in source.tools:
                name = tool.name if prefix is None else whole_name(prefix, tool.name)[:LONGEST_NAME]
                yield Published(
                    position, tool, name, tool.description or _EMPTY, _schema(tool.input_schema)
                )

    def turn(self, session: Session, values: Values, context: int | None) -> Turn:
        """Decide what a request holds."""
        turn = turn_of(session, values)
        return replace(turn, refusals=(*turn.refusals, *_cut(session, turn)))

    def engine(self, session: Session, values: Values) -> Patterns | None:
        """Return the search by pattern that Claude models have; `None` for embeddings."""
        return Patterns(others(session)) if self._by_pattern(values) else None

    def limit(self, values: Values, asked: object) -> int:
        """Return how many tools a search returns: the model cannot ask for a number."""
        return values.whole(RESULTS)

    def result(self, session: Session, values: Values, rankings: Sequence[Ranking]) -> Json:
        """Return the block of the answer, as Anthropic's API gives it."""
        return result_of(rankings)

    def ranking_fidelity(self, values: Values) -> Fidelity:
        """Return how far a ranking can be trusted: what a pattern matches is documented."""
        return "from-source" if self._by_pattern(values) else "visibility-only"

    def search(
        self, catalog: Catalog, scenario: Scenario, queries: Sequence[str], limit: object = None
    ) -> SearchAnswer:
        """Answer one search; which of many matches a pattern returns is not documented."""
        return trusted(SimpleHost.search(self, catalog, scenario, queries, limit))

    def remarks(
        self, session: Session, values: Values, rankings: Sequence[Ranking]
    ) -> tuple[str, ...]:
        """Return what of an answer is not documented."""
        return tuple(dict.fromkeys(remarks_on(rankings, REGEX)))

    @staticmethod
    def _by_pattern(values: Values) -> bool:
        return values.text(MODEL) == CLAUDE and values.text(MODE) == SERVER


def _schema(schema: Json) -> Json:
    if schema is None:
        return {}
    if isinstance(schema, dict) and not schema.get("properties"):
        return {**schema, "properties": {}}
    return schema


def _cut(session: Session, turn: Turn) -> Iterator[Refusal]:
    """Yield the tools whose names are cut, of those that the model can reach."""
    lost = frozenset(one.name for one in turn.refusals)
    for one in session.definitions:
        source = session.source(one)
        if source.kind != "mcp" or len(one.name) < LONGEST_NAME or one.name in lost:
            continue
        reason = f"its name is cut at {LONGEST_NAME} characters"
        if not one.name.endswith(whole_name("", one.tool.name)):
            yield Refusal("cut", one.source, one.tool.name, one.name, reason)


host = CopilotHost
