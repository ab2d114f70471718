"""Codex CLI, as the protocol wants it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar, Final

from toolsearch_cli.errors import UsageError
from toolsearch_cli.hosts.codex.documents import searched_text
from toolsearch_cli.hosts.codex.facts import BRIDGE, DEFAULT_LIMIT, FACTS
from toolsearch_cli.hosts.codex.listing import NAMES, Space, exec_tool, lines_of, search_tool
from toolsearch_cli.hosts.codex.naming import Name, names_of, namespace, sanitised, spelled
from toolsearch_cli.hosts.codex.notes import code_mode_notes, notes_on, renamed
from toolsearch_cli.hosts.codex.results import grouped
from toolsearch_cli.hosts.simple.counting import counted
from toolsearch_cli.hosts.simple.host import SimpleHost
from toolsearch_cli.hosts.simple.settings import Setting
from toolsearch_cli.hosts.simple.turn import Turn
from toolsearch_cli.search.dialects import CODEX
from toolsearch_cli.search.word_index import WordIndex

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from toolsearch_cli.catalog.model import Catalog, Json, Source, Tool
    from toolsearch_cli.hosts.disclosure import Definition, Wire
    from toolsearch_cli.hosts.facts import Fidelity, HostFacts
    from toolsearch_cli.hosts.protocol import SearchAnswer
    from toolsearch_cli.hosts.scenario import Scenario
    from toolsearch_cli.hosts.simple.session import Published, Session
    from toolsearch_cli.hosts.simple.settings import Values
    from toolsearch_cli.search.engine import Engine
    from toolsearch_cli.search.ranking import Ranking

MODE: Final = "mode"
_CODE: Final = "code"


@dataclass(frozen=True, slots=True)
class CodexHost(SimpleHost):
    """The agent, with a model that searches or one that writes scripts."""

    name: str = "codex"

    settings: ClassVar[tuple[Setting, ...]] = (
        Setting(
            key=MODE,
            kind="choice",
            default="direct",
            choices=("direct", _CODE),
            help="The model decides it: gpt-5.5 searches (direct), gpt-5.6 and 6.x script (code).",
            of_the_host=False,
        ),
    )
    wire: ClassVar[Wire] = "responses"

    @property
    def facts(self) -> HostFacts:
        """What is known of it, in words."""
        return FACTS

    @property
    def bridge_names(self) -> frozenset[str]:
        """Names of the tools of its bridge."""
        return NAMES

    def qualified(self, source: Source, tool: Tool) -> str:
        """Return the name that a tool has where no other wants it and it is not too long."""
        if source.kind == "core":
            return tool.name
        return Name(namespace(source.name), sanitised(tool.name)).whole

    def published(self, catalog: Catalog) -> Iterator[Published]:
        """Yield every tool under its settled name."""
        names = names_of(catalog)
        whole = spelled(names.values())
        for one in SimpleHost.published(self, catalog):
            source = catalog.sources[one.source]
            if source.kind == "core":
                yield one
            else:
                yield one._replace(name=whole[names[source.name, one.tool.name]])

    def sees_words(self, text: str) -> bool:
        """Say whether the search sees any word in a text."""
        return bool(CODEX.analysis.tokenize(text))

    def turn(self, session: Session, values: Values, context: int | None) -> Turn:
        """Defer every tool that is not the host's own."""
        own = tuple(one for one in session.published if session.source(one).kind == "core")
        deferred = _deferred(session)
        if not deferred:
            return Turn(standing=f"{len(own):,} tools of its own; nothing is deferred", eager=own)
        cut = tuple(renamed(_with_servers(session, deferred)))
        if values.text(MODE) == _CODE:
            return Turn(
                standing=f"code mode: scripts filter {counted(len(deferred), 'tool')}; no {BRIDGE}",
                eager=own,
                deferred=deferred,
                bridge=(exec_tool(),),
                refusals=cut,
                notes=tuple(code_mode_notes()),
                fidelity="visibility-only",
            )
        spaces = _spaces(session, deferred)
        lines = lines_of(spaces)
        return Turn(
            standing=f"{BRIDGE} over {counted(len(deferred), 'deferred tool')}; "
            f"{counted(len(spaces), 'namespace')} {'is' if len(spaces) == 1 else 'are'} shown, no "
            "names of tools",
            eager=own,
            deferred=deferred,
            bridge=(search_tool(),),
            listing=lines.listing,
            listing_apart=True,
            listed_tokens=lines.tokens,
            refusals=cut,
            notes=tuple(notes_on(spaces, lines)),
        )

    def ranking_fidelity(self, values: Values) -> Fidelity:
        """Return how far a ranking can be trusted; code mode has none."""
        return "visibility-only" if values.text(MODE) == _CODE else self.facts.ranking

    def engine(self, session: Session, values: Values) -> Engine | None:
        """Return BM25 over every deferred tool of the session."""
        if values.text(MODE) == _CODE:
            return None
        tools = _deferred(session)
        names = names_of(session.catalog)
        texts = (
            (searched_text(names[source.name, one.tool.name], one.tool, source),)
            for one in tools
            for source in (session.source(one),)
        )
        return WordIndex([one.name for one in tools], texts, CODEX)

    def search(
        self, catalog: Catalog, scenario: Scenario, queries: Sequence[str], limit: object = None
    ) -> SearchAnswer:
        """Answer one call of `tool_search`.

        Raises:
            UsageError: There is none in code mode.
        """
        if not self.searches(scenario):
            raise UsageError(
                "codex has no search in code mode: the model's own script filters all tools",
                hint=f"--set {MODE}=direct shows and ranks",
            )
        return SimpleHost.search(self, catalog, scenario, queries, limit)

    def limit(self, values: Values, asked: object) -> int:
        """Return how many hits a search gives: whatever was asked for, from 0."""
        if isinstance(asked, bool) or not isinstance(asked, int):
            return DEFAULT_LIMIT
        return max(asked, 0)

    def result(self, session: Session, values: Values, rankings: Sequence[Ranking]) -> Json:
        """Return the tools that were found, by namespace."""
        names = names_of(session.catalog)
        found = (session.by_name[hit.name] for ranking in rankings for hit in ranking.hits)
        return {
            "tools": grouped(
                (names[source.name, one.tool.name], one, source.instructions)
                for one in found
                for source in (session.source(one),)
            )
        }

    def remarks(
        self, session: Session, values: Values, rankings: Sequence[Ranking]
    ) -> tuple[str, ...]:
        """Return what the model cannot see of the order."""
        told = list(SimpleHost.remarks(self, session, values, rankings))
        if any(not one.limit for one in rankings):
            told.append("A limit of 0 gives the model an empty list of tools.")
        names = names_of(session.catalog)
        hits = (session.by_name[hit.name] for one in rankings for hit in one.hits)
        spaces = [names[session.source(one).name, one.tool.name].namespace for one in hits]
        if len(set(spaces)) > 1:
            order = ", ".join(dict.fromkeys(spaces))
            told.append(
                f"The model gets them by namespace, in the order of first hits: {order}. Which of "
                "two namespaces' tools ranks higher is lost."
            )
        return tuple(told)


def _deferred(session: Session) -> tuple[Definition, ...]:
    return tuple(one for one in session.definitions if session.source(one).kind != "core")


def _with_servers(
    session: Session, tools: Sequence[Definition]
) -> Iterator[tuple[Name, Definition, str]]:
    names = names_of(session.catalog)
    for one in tools:
        server = session.source(one).name
        yield names[server, one.tool.name], one, server


def _spaces(session: Session, tools: Sequence[Definition]) -> tuple[Space, ...]:
    found: dict[str, Space] = {}
    for name, one, server in _with_servers(session, tools):
        said = session.source(one).instructions or ""
        found.setdefault(name.namespace, Space(name.namespace, server, said, one.source))
    return tuple(found.values())


host = CodexHost
