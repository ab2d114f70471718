"""The servers of a session, which are what the gateway searches."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from toolsearch_cli.search.dialects import DOCKER
from toolsearch_cli.search.word_index import WordIndex

if TYPE_CHECKING:
    from collections.abc import Sequence

    from toolsearch_cli.catalog.model import Json, Source
    from toolsearch_cli.hosts.disclosure import Definition
    from toolsearch_cli.hosts.simple.session import Session
    from toolsearch_cli.search.ranking import Ranking


@dataclass(frozen=True, slots=True)
class Server:
    """One server; sources of one name are one."""

    name: str
    sources: tuple[Source, ...]
    tools: tuple[Definition, ...]

    @property
    def description(self) -> str:
        """What its entry of a catalog says, else its instructions."""
        return self._first("description") or next(
            (one.instructions for one in self.sources if one.instructions), ""
        )

    @property
    def tokens(self) -> int:
        """What the schemas of all its tools take."""
        return sum(one.tokens for one in self.tools)

    @property
    def fields(self) -> tuple[str, str, str, str]:
        """What is searched of it: name, title, names of its tools, descriptions."""
        tools = [tool for source in self.sources for tool in source.tools]
        said = (self.description, *(_text(tool.description) for tool in tools))
        names = " ".join(tool.name for tool in tools)
        return self.name, self._first("title"), names, " ".join(filter(None, said))

    def _first(self, key: str) -> str:
        return next(filter(None, (_text(one.extra.get(key)) for one in self.sources)), "")


def servers_of(session: Session) -> dict[str, Server]:
    """Return the servers in scope by name, added or not, in catalog order; core is none."""
    found: dict[str, Server] = {}
    for position in session.granted:
        source = session.catalog.sources[position]
        if source.kind != "core":
            one = found.get(source.name, Server(source.name, (), ()))
            tools = (*one.tools, *session.of_source[position])
            found[source.name] = replace(one, sources=(*one.sources, source), tools=tools)
    return found


class ServerIndex:
    """BM25 over servers (an `Engine`); its hits are names of servers."""

    __slots__ = ("_words",)

    def __init__(self, servers: Sequence[Server]) -> None:
        """Index `servers`."""
        names = [one.name for one in servers]
        self._words = WordIndex(names, (one.fields for one in servers), DOCKER)

    def search(self, query: str, limit: int) -> Ranking:
        """Return the best servers for one query."""
        return replace(self._words.search(query, limit), ranks="server")

    def scores(self, query: str) -> list[tuple[str, float]]:
        """Return every server that scores more than 0, best first."""
        return self._words.scores(query)


def _text(value: Json) -> str:
    return value if isinstance(value, str) else ""
