"""Claude Code, as the protocol wants it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, ClassVar

from toolsearch_cli.hosts.anthropic.naming import MOST_TOOLS, over_cap, refusals, safe_name
from toolsearch_cli.hosts.claude_code import settings
from toolsearch_cli.hosts.claude_code.listing import BRIDGE, named, search_tool
from toolsearch_cli.hosts.claude_code.loading import (
    Stock,
    defers,
    largest_context,
    largest_percent,
    least_deferred,
    stock_of,
)
from toolsearch_cli.hosts.claude_code.notes import notes_on
from toolsearch_cli.hosts.claude_code.settings import CUT, MAX_RESULTS, SETTINGS
from toolsearch_cli.hosts.facts import HostFacts
from toolsearch_cli.hosts.ladder import Gate
from toolsearch_cli.hosts.simple.counting import counted, schemas_sent
from toolsearch_cli.hosts.simple.host import SimpleHost
from toolsearch_cli.hosts.simple.turn import Turn
from toolsearch_cli.search.requests import RequestIndex

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from toolsearch_cli.catalog.model import Catalog, Json, Source, Tool
    from toolsearch_cli.hosts.disclosure import Refusal, Wire
    from toolsearch_cli.hosts.scenario import Scenario, SettingNote
    from toolsearch_cli.hosts.simple.session import Published, Session
    from toolsearch_cli.hosts.simple.settings import Setting, Values
    from toolsearch_cli.search.engine import Engine
    from toolsearch_cli.search.ranking import Ranking

_FACTS = HostFacts(
    title="Claude Code, as its MCP page and the Agent SDK's tool search page document it",
    trigger="always, unless enable_tool_search says otherwise; auto: from 10 % of the context on",
    sees="the names of deferred tools and the instructions of their servers",
    ranker="select:A,B takes names; +word must be in the name; the scoring of words is not public",
    fields="name, description",
    limits="5 results; texts of 2,048 characters; 10,000 tools",
    names="mcp__server__tool; other characters than A-Z a-z 0-9 _ - become _ (for tools: assumed)",
    counts="code points / 4, an estimate: its own counter is not public",
    fidelity="from-source",
    ranking="approximate",
    source="code.claude.com: MCP, Agent SDK tool search; the forms of a query: published copies of "
    "the tool's prompt, 2.1.72",
    named_steps=(f"{BRIDGE} select:NAME", "call"),
    found_steps=(BRIDGE, "call"),
)


@dataclass(frozen=True, slots=True)
class ClaudeCodeHost(SimpleHost):
    """The agent, which cuts descriptions after so many characters."""

    name: str = "claude-code"
    cut: int = 2_048

    settings: ClassVar[tuple[Setting, ...]] = SETTINGS
    wire: ClassVar[Wire] = "anthropic"
    limit_key: ClassVar[str] = MAX_RESULTS

    @property
    def facts(self) -> HostFacts:
        """What is known of it, in words."""
        return _FACTS

    @property
    def bridge_names(self) -> frozenset[str]:
        """Names of the tools of its bridge."""
        return frozenset({BRIDGE})

    def under(self, scenario: Scenario) -> ClaudeCodeHost:
        """Return the agent that cuts where the scenario says."""
        cut = self.values(scenario).whole(CUT)
        return self if cut == self.cut else replace(self, cut=cut)

    def setting_notes(self, scenario: Scenario) -> tuple[SettingNote, ...]:
        """Return what is clamped."""
        notes = SimpleHost.setting_notes(self, scenario)
        config = scenario.config if isinstance(scenario.config, Mapping) else {}
        given = scenario.options.get(settings.MODE, config.get(settings.MODE))
        clamped = None if given is None else settings.clamp_note(given)
        return notes if clamped is None else (*notes, clamped)

    def qualified(self, source: Source, tool: Tool) -> str:
        """Return `mcp__server__tool`; names of plugins and core tools as they are."""
        if source.kind != "mcp":
            return tool.name
        return f"mcp__{safe_name(source.name)}__{safe_name(tool.name)}"

    def published(self, catalog: Catalog) -> Iterator[Published]:
        """Yield every tool with its description cut."""
        for one in SimpleHost.published(self, catalog):
            said = one.description
            if isinstance(said, str) and len(said) > self.cut:
                yield one._replace(description=said[: self.cut])
            else:
                yield one

    def turn(self, session: Session, values: Values, context: int | None) -> Turn:
        """Defer everything that may be deferred, or nothing."""
        refused = tuple(refusals(session.definitions))
        stock = _usable(stock_of(session, values), refused)
        held = bool(stock.deferrable) and defers(stock.tokens, values, context)
        turn = _deferring(session, stock, values.whole(CUT)) if held else _loading(stock)
        percent = settings.share_of(values)
        return replace(
            turn,
            refusals=(*refused, *turn.refusals),
            threshold=None if percent is None else least_deferred(percent, context),
            notes=tuple(notes_on(session, values, stock, context)),
            fidelity=None if percent is None else "approximate",
        )

    def gate(self, catalog: Catalog, scenario: Scenario) -> Gate | None:
        """Return where `auto` defers; `None` in the other modes, or where nothing may be."""
        values = self.values(scenario)
        percent = settings.share_of(values)
        session = self.session(catalog, scenario)
        stock = _usable(stock_of(session, values), tuple(refusals(session.definitions)))
        if percent is None or not stock.deferrable:
            return None
        context = scenario.context
        return Gate(
            tokens=stock.tokens,
            context=largest_context(stock.tokens, percent),
            threshold_pct=float(largest_percent(stock.tokens, context)) if context else None,
            share="enable_tool_search auto:{:g}",
            form="names",
        )

    def engine(self, session: Session, values: Values) -> Engine:
        """Return the query forms over names and descriptions, equals in name order."""
        refused = tuple(refusals(session.definitions))
        return RequestIndex(
            (one.name, one.description if isinstance(one.description, str) else "")
            for one in _usable(stock_of(session, values), refused).deferrable[:MOST_TOOLS]
        )

    def limit(self, values: Values, asked: object) -> int:
        """Return how many tools a search of words loads."""
        if isinstance(asked, bool) or not isinstance(asked, int) or asked < 1:
            return values.whole(self.limit_key)
        return asked

    def remarks(
        self, session: Session, values: Values, rankings: Sequence[Ranking]
    ) -> tuple[str, ...]:
        """Return what of an answer is not public."""
        told = SimpleHost.remarks(self, session, values, rankings)
        if all(one.path != "points" for one in rankings):
            return told
        return (*told, "Claude Code's scoring is not public: these points are ours.")

    def result(self, session: Session, values: Values, rankings: Sequence[Ranking]) -> Json:
        """Return references, which the API replaces by the definitions."""
        return [
            {"type": "tool_reference", "tool_name": hit.name}
            for ranking in rankings
            for hit in ranking.hits
        ]


def _usable(stock: Stock, refused: Sequence[Refusal]) -> Stock:
    lost = frozenset(one.name for one in refused)
    if not lost:
        return stock
    return Stock(
        tuple(one for one in stock.always if one.name not in lost),
        tuple(one for one in stock.deferrable if one.name not in lost),
    )


def _loading(stock: Stock) -> Turn:
    sent = tuple(sorted((*stock.always, *stock.deferrable), key=lambda one: one.name))
    return Turn(standing=f"all loaded: {schemas_sent(len(sent))}, no {BRIDGE}", eager=sent)


def _deferring(session: Session, stock: Stock, cut: int) -> Turn:
    held = stock.deferrable[:MOST_TOOLS]
    shown = named(session, held, cut)
    sent = f"{schemas_sent(len(stock.always))}, " if stock.always else ""
    return Turn(
        standing=f"{sent}{counted(len(held), 'tool')} deferred and named; {BRIDGE} loads their "
        "schemas",
        eager=stock.always,
        deferred=held,
        bridge=(search_tool(),),
        listing=shown.listing,
        listing_apart=True,
        named=frozenset(one.name for one in held),
        listed_tokens=shown.tokens,
        refusals=tuple(over_cap(stock.deferrable)),
    )


host = ClaudeCodeHost
