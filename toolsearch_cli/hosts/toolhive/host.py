"""ToolHive's optimizer, as the protocol wants it."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import lru_cache
from typing import TYPE_CHECKING, ClassVar

from toolsearch_cli.endpoints.embedding import EmbeddingSettings
from toolsearch_cli.hosts.simple.counting import counted
from toolsearch_cli.hosts.simple.host import SimpleHost
from toolsearch_cli.hosts.simple.turn import Turn
from toolsearch_cli.hosts.toolhive import facts
from toolsearch_cli.hosts.toolhive.bridge import call_tool, find_tool
from toolsearch_cli.hosts.toolhive.ranking import Hybrid, Share, Words
from toolsearch_cli.search.match_expression import search_words

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from toolsearch_cli.catalog.model import Json, Source, Tool
    from toolsearch_cli.hosts.disclosure import Definition
    from toolsearch_cli.hosts.facts import Fidelity, HostFacts
    from toolsearch_cli.hosts.protocol import Endpoints
    from toolsearch_cli.hosts.simple.session import Session
    from toolsearch_cli.hosts.simple.settings import Setting, Values
    from toolsearch_cli.search.engine import Engine
    from toolsearch_cli.search.ranking import Ranking


@dataclass(frozen=True, slots=True)
class ToolhiveHost(SimpleHost):
    """The virtual server, with or without leave to ask its embedding service."""

    name: str = "toolhive"
    endpoints: Endpoints | None = None

    settings: ClassVar[tuple[Setting, ...]] = facts.SETTINGS
    limit_key: ClassVar[str] = facts.MAX_TOOLS

    @property
    def facts(self) -> HostFacts:
        """What is known of it, in words."""
        return facts.FACTS

    @property
    def bridge_names(self) -> frozenset[str]:
        """Names of the tools of its bridge."""
        return frozenset({facts.FINDS, facts.CALLS})

    def connected(self, endpoints: Endpoints) -> ToolhiveHost:
        """Return the server with leave to ask for vectors."""
        return replace(self, endpoints=endpoints)

    def qualified(self, source: Source, tool: Tool) -> str:
        """Return `workload_tool`; names of plugins and core tools as they are."""
        return f"{source.name}_{tool.name}" if source.kind == "mcp" else tool.name

    def sees_words(self, text: str) -> bool:
        """Say whether a text has a word that is looked up."""
        words = search_words(text)
        return any(character.isalnum() for word in words for character in word)

    def turn(self, session: Session, values: Values, context: int | None) -> Turn:
        """List the two tools of the optimizer."""
        own = tuple(one for one in session.published if session.source(one).kind == "core")
        found = _permitted(session)
        return Turn(
            standing=f"tools/list: {facts.FINDS} and {facts.CALLS} for "
            f"{counted(len(found), 'tool')}",
            eager=own,
            deferred=tuple(sorted(found, key=lambda one: one.name)),
            bridge=(find_tool(), call_tool()),
        )

    def engine(self, session: Session, values: Values) -> Engine:
        """Return FTS5 over all tools of the server, after vectors where a service is set."""
        permitted = _permitted(session)
        words = Words(
            [(one.name, text(one.description)) for one in _indexed(session)],
            frozenset(one.name for one in permitted),
            values.names(facts.KEYWORDS),
            values.whole(facts.WRITES),
        )
        if self.endpoints is None or not _has_service(values) or not permitted:
            return words
        embedder = self.endpoints.embedder(
            EmbeddingSettings(
                base_url=values.text(facts.SERVICE),
                model_id=values.text(facts.MODEL),
                dimensions=values.whole(facts.DIMENSIONS),
            )
        )
        texts = {one.name: embedded_text(one) for one in permitted}
        share = Share(ratio=values.number(facts.RATIO), distance=values.number(facts.DISTANCE))
        return Hybrid(words, texts, embedder, share)

    def limit(self, values: Values, asked: object) -> int:
        """Return the setting, whatever a call asks for."""
        return values.whole(facts.MAX_TOOLS)

    def ranking_fidelity(self, values: Values) -> Fidelity:
        """Return how far a ranking can be trusted; the hybrid one is from source."""
        return "from-source" if _has_service(values) else self.facts.ranking

    def result(self, session: Session, values: Values, rankings: Sequence[Ranking]) -> Json:
        """Return the tools that were found, and what the optimizer reports of tokens."""
        hits = (hit for ranking in rankings for hit in ranking.hits)
        found = [session.by_name[hit.name] for hit in hits]
        baseline, returned = _all_bytes_of(session), _bytes_of(found)
        saved = 100 * (baseline - returned) / baseline if baseline else 0.0
        return {
            "tools": [one.sent for one in found],
            "token_metrics": {
                "baseline_tokens": baseline,
                "returned_tokens": returned,
                "savings_percent": saved,
            },
        }

    def remarks(
        self, session: Session, values: Values, rankings: Sequence[Ranking]
    ) -> tuple[str, ...]:
        """Return what was ranked with what."""
        told = list(SimpleHost.remarks(self, session, values, rankings))
        hidden = len(_indexed(session)) - len(_permitted(session))
        if hidden:
            told.append(
                f"{hidden:,} tools that this session may not use are indexed too: they count in "
                "the scores and are never returned."
            )
        if values.whole(facts.WRITES) > 1:
            told.append(
                f"The tools were written {values.whole(facts.WRITES)} times: rows that are left "
                "over count in the scores."
            )
        if not _has_service(values):
            told.append("By words only: there is no embedding service in these settings.")
        elif self.endpoints is None:
            told.append("By words only: no endpoint is asked here; toolsearch query asks it.")
        return tuple(told)


def embedded_text(one: Definition) -> str:
    """Return the text that is embedded."""
    return f"name: {one.name} description: {text(one.description)}"


def text(value: Json) -> str:
    """Return a description; what is no text has none."""
    return value if isinstance(value, str) else ""


def _has_service(values: Values) -> bool:
    return bool(values.text(facts.SERVICE))


def _indexed(session: Session) -> tuple[Definition, ...]:
    """Return the tools of the whole server, in the order written."""
    sources = session.catalog.sources
    everything = session.everything.definitions
    return tuple(one for one in everything if sources[one.source].kind != "core")


def _permitted(session: Session) -> tuple[Definition, ...]:
    return tuple(one for one in session.published if session.source(one).kind != "core")


@lru_cache(maxsize=16)
def _all_bytes_of(session: Session) -> int:
    return _bytes_of(_permitted(session))


def _bytes_of(tools: Iterable[Definition]) -> int:
    """Return a quarter of the bytes of each tool's JSON, added up."""
    return sum(one.chars // 4 for one in tools)


host = ToolhiveHost
