"""Anthropic's Messages API with tool search, as the protocol wants it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar, Final

from toolsearch_cli.hosts.anthropic.naming import LONGEST_NAME, MOST_TOOLS, over_cap, refusals
from toolsearch_cli.hosts.anthropic.searching import (
    BM25,
    REGEX,
    SEARCH_TOOLS,
    Patterns,
    remarks_on,
    result_of,
    search_tool,
    trusted,
    words,
)
from toolsearch_cli.hosts.disclosure import Note
from toolsearch_cli.hosts.facts import HostFacts
from toolsearch_cli.hosts.simple.counting import schemas_sent
from toolsearch_cli.hosts.simple.defer_loading import DEFER_SETTINGS, is_deferred
from toolsearch_cli.hosts.simple.host import SimpleHost
from toolsearch_cli.hosts.simple.settings import Setting
from toolsearch_cli.hosts.simple.turn import Turn

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from toolsearch_cli.catalog.model import Catalog, Json, Source, Tool
    from toolsearch_cli.hosts.disclosure import Definition, Refusal, Wire
    from toolsearch_cli.hosts.facts import Fidelity
    from toolsearch_cli.hosts.protocol import SearchAnswer
    from toolsearch_cli.hosts.scenario import Scenario
    from toolsearch_cli.hosts.simple.session import Session
    from toolsearch_cli.hosts.simple.settings import Values
    from toolsearch_cli.search.ranking import Ranking
    from toolsearch_cli.search.word_index import WordIndex

_VARIANT: Final = "variant"
_RESULTS: Final = "results"

_FACTS = HostFacts(
    title="Anthropic Messages API with a tool search tool of 20251119",
    trigger="tools with defer_loading: true",
    sees="nothing of them: only the search tool and what is not deferred",
    ranker="regex: Python's re.search, case counts unless (?i); bm25: not public, k1 1.2, b 0.75 "
    "here",
    fields="name, description, names and descriptions of arguments",
    limits="3 to 5 results; patterns of 200 characters; 10,000 tools; 1 tool not deferred",
    names=f"server__tool, 1 to {LONGEST_NAME} of A-Z a-z 0-9 _ -; others are refused",
    counts="code points / 4, an estimate",
    fidelity="from-source",
    ranking="approximate",
    source="platform.claude.com: tool search tool; anthropic 2.14.0 (PyPI), its types; errors "
    "quoted in github/copilot-cli #2581",
    named_steps=(),
    found_steps=("tool_search_tool_*", "call"),
)


@dataclass(frozen=True, slots=True)
class AnthropicHost(SimpleHost):
    """The API, given the catalog by an agent that names tools `server__tool`."""

    name: str = "anthropic"

    settings: ClassVar[tuple[Setting, ...]] = (
        Setting(
            key=_VARIANT,
            kind="choice",
            default=BM25,
            choices=(REGEX, BM25),
            help="Which of the two search tools the request has.",
        ),
        *DEFER_SETTINGS,
        Setting(
            key=_RESULTS,
            kind="whole",
            default=5,
            low=3,
            high=5,
            help="Tools that a search returns: 3 to 5, and when it is fewer is not documented.",
            of_the_host=False,
        ),
    )
    wire: ClassVar[Wire] = "anthropic"
    limit_key: ClassVar[str] = _RESULTS

    @property
    def facts(self) -> HostFacts:
        """What is known of it, in words."""
        return _FACTS

    @property
    def bridge_names(self) -> frozenset[str]:
        """Names of the tools of its bridge."""
        return frozenset(SEARCH_TOOLS.values())

    def qualified(self, source: Source, tool: Tool) -> str:
        """Return `server__tool`; names of plugins and core tools as they are."""
        return f"{source.name}__{tool.name}" if source.kind == "mcp" else tool.name

    def turn(self, session: Session, values: Values, context: int | None) -> Turn:
        """Send what is not deferred, and a search tool where something is."""
        refused = tuple(refusals(session.definitions))
        taken = _without(session.definitions, refused)
        surplus = tuple(over_cap(taken))
        usable = taken[:MOST_TOOLS]
        held = tuple(one for one in usable if is_deferred(session, values, one))
        deferred = frozenset(one.name for one in held)
        sent = tuple(one for one in usable if one.name not in deferred)
        variant = values.text(_VARIANT)
        search = f"{SEARCH_TOOLS[variant]} finds {len(held):,} deferred, none named"
        return Turn(
            standing=f"{schemas_sent(len(sent))}; {search if held else 'nothing is deferred'}",
            eager=sent,
            deferred=held,
            bridge=(search_tool(variant),) if held else (),
            refusals=(*refused, *surplus),
            notes=tuple(_notes(sent, held)),
        )

    def engine(self, session: Session, values: Values) -> Patterns | WordIndex:
        """Return what the search tool of the request ranks with."""
        taken = _without(session.definitions, tuple(refusals(session.definitions)))[:MOST_TOOLS]
        held = [one for one in taken if is_deferred(session, values, one)]
        return Patterns(held) if values.text(_VARIANT) == REGEX else words(held)

    def finds(
        self, catalog: Catalog, scenario: Scenario, wanted: Sequence[tuple[str, str]]
    ) -> tuple[bool, ...]:
        """Say of texts and names whether the text finds the tool: a pattern of it, or its words."""
        values = self.values(scenario)
        engine = self.engine(self.session(catalog, scenario), values)
        most = values.whole(_RESULTS)
        return tuple(engine.finds(query, name, most) for query, name in wanted)

    def limit(self, values: Values, asked: object) -> int:
        """Return how many tools a search returns: the model cannot ask for a number."""
        return values.whole(_RESULTS)

    def result(self, session: Session, values: Values, rankings: Sequence[Ranking]) -> Json:
        """Return the block of the answer."""
        return result_of(rankings)

    def ranking_fidelity(self, values: Values) -> Fidelity:
        """Return how far a ranking can be trusted: what a pattern matches is documented."""
        return "from-source" if values.text(_VARIANT) == REGEX else "approximate"

    def search(
        self, catalog: Catalog, scenario: Scenario, queries: Sequence[str], limit: object = None
    ) -> SearchAnswer:
        """Answer one search; which of many matches a pattern returns is not documented."""
        return trusted(SimpleHost.search(self, catalog, scenario, queries, limit))

    def remarks(
        self, session: Session, values: Values, rankings: Sequence[Ranking]
    ) -> tuple[str, ...]:
        """Return what of an answer is not documented."""
        return tuple(dict.fromkeys(remarks_on(rankings, values.text(_VARIANT))))


def _without(tools: Sequence[Definition], refused: Sequence[Refusal]) -> tuple[Definition, ...]:
    lost = frozenset(one.name for one in refused)
    return tuple(one for one in tools if one.name not in lost)


def _notes(sent: Sequence[Definition], held: Sequence[Definition]) -> Iterator[Note]:
    if held and not sent:
        yield Note(
            "all-deferred",
            "warning",
            "Every tool of the catalog is deferred. The API answers 400 unless one tool or more is "
            "not; whether the search tool counts as that one is uncertain.",
            "Keep the three to five that most tasks need: --set eager=NAME,NAME.",
        )


host = AnthropicHost
