"""Docker MCP Gateway, as the protocol wants it."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace
from fnmatch import fnmatchcase
from functools import lru_cache
from typing import TYPE_CHECKING, ClassVar

from toolsearch_cli.hosts.disclosure import Note
from toolsearch_cli.hosts.docker import facts
from toolsearch_cli.hosts.docker.bridge import bridge_tools
from toolsearch_cli.hosts.docker.servers import ServerIndex, servers_of
from toolsearch_cli.hosts.simple.counting import MOST_NAMED, counted, schemas_sent, some_of
from toolsearch_cli.hosts.simple.host import SimpleHost
from toolsearch_cli.hosts.simple.turn import Turn

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from toolsearch_cli.catalog.model import Catalog, Json, Source, Tool
    from toolsearch_cli.hosts.docker.servers import Server
    from toolsearch_cli.hosts.facts import HostFacts
    from toolsearch_cli.hosts.scenario import Scenario
    from toolsearch_cli.hosts.simple.session import Published, Session
    from toolsearch_cli.hosts.simple.settings import Setting, Values
    from toolsearch_cli.search.engine import Engine
    from toolsearch_cli.search.ranking import Hit, Ranking


@dataclass(frozen=True, slots=True)
class DockerHost(SimpleHost):
    """The gateway, all servers of the catalog at hand."""

    name: str = "docker"
    prefixes: bool = False
    """Whether every tool has its server's name before its own."""

    settings: ClassVar[tuple[Setting, ...]] = facts.SETTINGS

    @property
    def facts(self) -> HostFacts:
        """What is known of it, in words."""
        return facts.FACTS

    @property
    def bridge_names(self) -> frozenset[str]:
        """Names of the tools of its bridge."""
        return frozenset(facts.BRIDGE)

    def under(self, scenario: Scenario) -> DockerHost:
        """Return the gateway that names tools as the scenario says."""
        return replace(self, prefixes=self.values(scenario).flag(facts.PREFIX))

    def qualified(self, source: Source, tool: Tool) -> str:
        """Return the name as published, or `server__tool` with the prefix."""
        if self.prefixes and source.kind != "core":
            return f"{source.name}__{tool.name}"
        return tool.name

    def published(self, catalog: Catalog) -> Iterator[Published]:
        """Yield every tool; those whose names servers share have the prefix.

        The gateway would not add the second of such servers, and asks for a prefix.
        """
        shared = shared_names(catalog)
        prefixed = replace(self, prefixes=True)
        for one in SimpleHost.published(self, catalog):
            if one.tool.name in shared:
                source = catalog.sources[one.source]
                yield one._replace(name=prefixed.qualified(source, one.tool))
            else:
                yield one

    def sees_words(self, text: str) -> bool:
        """Say whether the search sees any word in a text."""
        return any(character.isascii() and character.isalnum() for character in text)

    def turn(self, session: Session, values: Values, context: int | None) -> Turn:
        """Send the gateway's own tools and those of the servers that are added."""
        servers = servers_of(session)
        patterns = values.names(facts.SERVERS)
        added = {name for name in servers if any(fnmatchcase(name, one) for one in patterns)}
        sent = tuple(one for one in session.published if _is_sent(session.source(one), added))
        names = frozenset(one.name for one in sent)
        return Turn(
            standing=f"{len(facts.BRIDGE)} tools of the gateway; {len(added):,} of "
            f"{counted(len(servers), 'server')} added, {schemas_sent(len(sent))}",
            eager=sent,
            deferred=tuple(one for one in session.definitions if one.name not in names),
            bridge=tuple(bridge_tools()),
            notes=() if values.flag(facts.PREFIX) else tuple(_notes(session)),
        )

    def engine(self, session: Session, values: Values) -> Engine:
        """Return BM25 over the servers in scope."""
        return ServerIndex(tuple(servers_of(session).values()))

    def limit(self, values: Values, asked: object) -> int:
        """Return what was asked for, if it is above 0."""
        if isinstance(asked, bool) or not isinstance(asked, int) or asked < 1:
            return facts.DEFAULT_LIMIT
        return asked

    def sources(self, session: Session, hits: Iterable[Hit]) -> Mapping[str, str]:
        """Return each server as its own source."""
        return {hit.name: hit.name for hit in hits}

    def finds(
        self, catalog: Catalog, scenario: Scenario, wanted: Sequence[tuple[str, str]]
    ) -> tuple[bool, ...]:
        """Say of pairs of a query and a tool's name whether the query finds its server."""
        session = self.session(catalog, scenario)
        known = session.by_name
        servers = [
            (query, session.source(known[name]).name if name in known else name)
            for query, name in wanted
        ]
        return SimpleHost.finds(self, catalog, scenario, servers)

    def result(self, session: Session, values: Values, rankings: Sequence[Ranking]) -> Json:
        """Return the servers that were found; none of them is added by that."""
        servers = servers_of(session)
        found = [servers[hit.name] for ranking in rankings for hit in ranking.hits]
        return {
            "prompt": rankings[0].query if rankings else "",
            "total_matches": len(found),
            "servers": [_entry(one) for one in found],
        }

    def remarks(
        self, session: Session, values: Values, rankings: Sequence[Ranking]
    ) -> tuple[str, ...]:
        """Return what adding the servers that were found would cost."""
        told = list(SimpleHost.remarks(self, session, values, rankings))
        servers = servers_of(session)
        found = [servers[hit.name] for ranking in rankings for hit in ranking.hits]
        if found:
            first = "; ".join(_added(one) for one in found[:MOST_NAMED])
            told.append(f"{facts.ADDS} sends all tools of a server: {first}.")
        return tuple(told)


@lru_cache(maxsize=4)
def shared_names(catalog: Catalog) -> frozenset[str]:
    """Return the names that tools of two servers have, or that are the gateway's own."""
    owners = Counter(
        name
        for source in catalog.sources
        if source.kind != "core"
        for name in {tool.name for tool in source.tools}
    )
    return frozenset(name for name, count in owners.items() if count > 1) | set(facts.BRIDGE)


def _is_sent(source: Source, added: set[str]) -> bool:
    return source.kind == "core" or source.name in added


def _notes(session: Session) -> Iterator[Note]:
    shared = shared_names(session.catalog)
    names = sorted({one.tool.name for one in session.published if one.tool.name in shared})
    if names:
        yield Note(
            "shared-names",
            "warning",
            f"Names that servers share or that are the gateway's own: {some_of(names)}. The "
            "gateway refuses to add a server with a name that is taken; here they have their "
            "server before them.",
            f"Turn on {facts.PREFIX}, or give the server a prefix in the catalog.",
        )


def _entry(one: Server) -> Json:
    described: dict[str, Json] = {"description": one.description} if one.description else {}
    return {"name": one.name, **described, "long_lived": False}


def _added(one: Server) -> str:
    tools = "1 tool" if len(one.tools) == 1 else f"{len(one.tools):,} tools"
    return f"{one.name} {tools}, {one.tokens:,} tokens"


host = DockerHost
