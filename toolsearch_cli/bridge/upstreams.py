"""Real servers behind a bridge: their current lists as one catalog, their tools called."""

from __future__ import annotations

import asyncio
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING, Final

from toolsearch_cli.bridge.backends import UnansweredError
from toolsearch_cli.bridge.connection import Connection
from toolsearch_cli.bridge.refreshing import GLANCE
from toolsearch_cli.catalog.document import Document
from toolsearch_cli.catalog.model import Catalog, Source
from toolsearch_cli.catalog.tool_reading import read_tools

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Callable, Mapping, Sequence

    from toolsearch_cli.bridge.backends import Result, Told
    from toolsearch_cli.bridge.journal import Journal
    from toolsearch_cli.catalog.model import Json, Tool
    from toolsearch_cli.hosts.calls import Dispatch
    from toolsearch_cli.live.configs import ServerEntry

_GRACE: Final = 3.0
"""Seconds that the first question waits for servers that are still being connected."""
_PATIENCE: Final = 20.0
"""Seconds that it waits for the first one, for without any there is no answer worth having."""


class Upstreams:
    """The servers that are connected now. A server that is not has no tools."""

    def __init__(
        self,
        entries: Sequence[ServerEntry],
        environment: Mapping[str, str],
        journal: Journal,
        within: float,
    ) -> None:
        self.connections = tuple(
            Connection(entry, environment, journal, self._changed, within) for entry in entries
        )
        self._journal = journal
        self._lists: tuple[list[Json] | None, ...] = ()
        self._catalog = Catalog()
        self._sources: dict[Connection, tuple[list[Json] | None, Source]] = {}
        self._started = asyncio.Event()
        self._listeners: list[Callable[[], None]] = []

    async def known(self) -> Catalog:
        """Return the lists as they were last sent; the same value while they are the same."""
        await self._first_attempts()
        return self._current()

    async def catalog(self, asked: Source | None = None, /) -> Catalog:
        """Return the current lists as a catalog; the same value while they are the same."""
        await self._first_attempts()
        await self._refresh(asked)
        return self._current()

    def _current(self) -> Catalog:
        lists = tuple(one.tools for one in self.connections)
        if not _are_same(lists, self._lists):
            self._lists = lists
            self._catalog = Catalog(tuple(map(self._source, filter(_is_up, self.connections))))
        return self._catalog

    async def call(self, catalog: Catalog, dispatch: Dispatch, told: Told | None) -> Result:
        """Call a tool on its server and return what came of it, untouched.

        Raises:
            UnansweredError: Nothing came of it.
            MCPError: The server answered with an error.
        """
        source = catalog.sources[dispatch.source]
        for one in self.connections:
            if _publishes(one, source):
                return await one.call(dispatch.tool, dispatch.arguments, told)
        raise UnansweredError(f"{source.name} is not connected", "not_connected")

    @property
    def missing(self) -> tuple[str, ...]:
        """The names of the servers that are not connected."""
        return tuple(one.entry.name for one in self.connections if not _is_up(one))

    @property
    def standing(self) -> dict[str, Json]:
        """How many servers are connected, and how many are not."""
        up = sum(map(_is_up, self.connections))
        tools = sum(len(one.tools or ()) for one in self.connections)
        return {"tools": tools, "upstreams": {"up": up, "down": len(self.connections) - up}}

    def when_changed(self, tell: Callable[[], None]) -> None:
        """Have `tell` called whenever a server's list has changed, or it came or went."""
        self._listeners.append(tell)

    def _changed(self) -> None:
        """Tell whoever wants to know; before the first attempts are over there is no news."""
        if self._started.is_set():
            for tell in self._listeners:
                tell()

    async def _refresh(self, asked: Source | None) -> None:
        """List anew what is old; a server that takes its time is listed as before meanwhile."""
        tasks = [
            task
            for one in self.connections
            if (asked is None or _publishes(one, asked)) and (task := one.refresh()) is not None
        ]
        if tasks:
            await asyncio.wait(tasks, timeout=GLANCE)

    def _source(self, connection: Connection) -> Source:
        """Return what a server publishes; the same value while it is the same."""
        before = self._sources.get(connection)
        if before is None or before[0] is not connection.tools:
            before = self._sources[connection] = (connection.tools, _source(connection))
        return before[1]

    async def _first_attempts(self) -> None:
        """Wait a little for servers that are being started; who comes later is news."""
        if self._started.is_set():
            return
        waiting = {asyncio.create_task(one.tried.wait()) for one in self.connections}
        _, waiting = await asyncio.wait(waiting, timeout=_GRACE)
        while waiting and not self._started.is_set() and not any(map(_is_up, self.connections)):
            done, waiting = await asyncio.wait(
                waiting, timeout=_PATIENCE - _GRACE, return_when=asyncio.FIRST_COMPLETED
            )
            if not done:
                break
        for task in waiting:
            task.cancel()
        self._start()

    def _start(self) -> None:
        """Answer from now on with what is there; say what is not."""
        if self._started.is_set():
            return
        self._started.set()
        for one in self.connections:
            if not one.tried.is_set():
                self._journal.event("upstream_waiting", source=one.entry.name)


def _are_same(now: Sequence[object], before: Sequence[object]) -> bool:
    return len(now) == len(before) and all(map(_is_same, now, before))


def _is_same(one: object, other: object) -> bool:
    return one is other


def _publishes(connection: Connection, source: Source) -> bool:
    entry = connection.entry
    return entry.place == source.provenance and entry.name == source.name


def _is_up(connection: Connection) -> bool:
    return connection.tools is not None


def _source(connection: Connection) -> Source:
    entry = connection.entry
    document = Document(file=entry.place.file, value=connection.tools, source_name=entry.name)
    tools = read_tools(document, connection.tools or [], entry.place.pointer)
    return Source(
        name=entry.name,
        tools=tuple(one for one in tools if _is_chosen(one, entry)),
        provenance=entry.place,
        instructions=connection.instructions,
    )


def _is_chosen(tool: Tool, entry: ServerEntry) -> bool:
    """Whether the config passes a tool on to the model."""
    choice = entry.tools
    return (choice.only is None or tool.name in choice.only) and tool.name not in choice.without


@asynccontextmanager
async def connected(
    entries: Sequence[ServerEntry],
    environment: Mapping[str, str],
    journal: Journal,
    within: float,
) -> AsyncIterator[Upstreams]:
    """Connect servers and keep them connected; on the way out end them all.

    Args:
        entries: The servers.
        environment: The user's environment variables.
        journal: Where it is written what befalls them.
        within: Seconds that a call may take without a sign of life.
    """
    upstreams = Upstreams(entries, environment, journal, within)
    async with asyncio.TaskGroup() as group:
        keeping = [group.create_task(one.keep()) for one in upstreams.connections]
        try:
            yield upstreams
        finally:
            for task in keeping:
                task.cancel()
