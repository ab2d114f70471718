"""One upstream server of a running bridge: kept connected, listed anew, called."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from http import HTTPStatus
from time import monotonic
from typing import TYPE_CHECKING, Any, Final

from mcp.shared.exceptions import MCPError
from mcp.types import CONNECTION_CLOSED, PARSE_ERROR

from toolsearch_cli.bridge.backends import UnansweredError
from toolsearch_cli.bridge.lists import age_of, current_tools
from toolsearch_cli.bridge.refreshing import Refreshing
from toolsearch_cli.bridge.rubbish import BrokenAnswers
from toolsearch_cli.bridge.waiting import Waiting
from toolsearch_cli.live.configs import Address, Unusable
from toolsearch_cli.live.failure import UpstreamError, reason_of
from toolsearch_cli.live.session import opened
from toolsearch_cli.live.statuses import answer

if TYPE_CHECKING:
    from collections.abc import Callable, Coroutine, Mapping

    from toolsearch_cli.bridge.backends import Result, Told, Unanswered
    from toolsearch_cli.bridge.journal import Journal
    from toolsearch_cli.catalog.model import Json
    from toolsearch_cli.hosts.calls import Arguments
    from toolsearch_cli.live.configs import ServerEntry
    from toolsearch_cli.live.session import Upstream

CHANGED: Final = "notifications/tools/list_changed"

_RUBBISH: Final = "answered with what is no message of MCP"
_NOT_PARSED: Final = "Failed to parse "
_TO_CONNECT: Final = 60.0
"""Seconds in which a server must introduce itself and list its tools."""
_TO_LIST: Final = 10.0
"""Seconds in which it must list them again; else those of before stay."""
_FIRST_WAIT: Final = 0.5
_LONGEST_WAIT: Final = 30.0
"""Seconds before a server that is gone is tried again, twice as many each time."""
_STEADY: Final = 30.0
"""Seconds of a connection after which its end is news again, and waiting starts over."""
_TO_BE_SEEN: Final = 0.05
"""Seconds until the end of a connection is known, after what it interrupted is."""
_STRANGERS: Final = (HTTPStatus.NOT_FOUND, HTTPStatus.BAD_REQUEST)
"""How servers answer who asks for a list within a session that they do not know."""


class Connection:
    """Connects, and connects again; `tools` are those that can be called now."""

    def __init__(
        self,
        entry: ServerEntry,
        environment: Mapping[str, str],
        journal: Journal,
        changed: Callable[[], None],
        within: float,
    ) -> None:
        self.entry = entry
        self.tools: list[Json] | None = None
        """As it sent them; `None` while it is not connected. Another list is another value."""
        self.instructions: str | None = None
        self.tried = asyncio.Event()
        """Set once it is known whether the first attempt came to anything."""
        self._environment = environment
        self._journal = journal
        self._changed = changed
        self._within = within
        self._upstream: Upstream | None = None
        self._wire = BrokenAnswers(self._hear_rubbish)
        self._waiting: set[Waiting] = set()
        """The calls that are not answered yet."""
        self._is_stale = asyncio.Event()
        self._is_forgotten = asyncio.Event()
        self._listed_with: int | None = None
        """The HTTP status with which the list was last answered, where it was an error."""
        self._listing = Refreshing(self._list, self._not_listed)

    async def keep(self) -> None:
        """Connect for as long as the bridge runs, with longer and longer pauses."""
        if isinstance(self.entry.launch, Unusable):
            self._journal.event(
                "upstream_unusable", source=self.entry.name, reason=self.entry.shown
            )
            self.tried.set()
            return
        wait = _FIRST_WAIT
        while True:
            begun = monotonic()
            reason = await self._connected()
            if monotonic() - begun > _STEADY:
                wait = _FIRST_WAIT
            self._journal.event(
                "upstream_down", source=self.entry.name, reason=reason, retry_in=wait
            )
            self.tried.set()
            await asyncio.sleep(wait)
            wait = min(2 * wait, _LONGEST_WAIT)

    async def _connected(self) -> str:
        """Connect once, until it ends; return why it did."""
        self._is_stale.clear()
        self._is_forgotten.clear()
        self._wire = BrokenAnswers(self._hear_rubbish)
        try:
            async with opened(
                self.entry,
                self._environment,
                within=_TO_CONNECT,
                wire=self._wire,
                heard=self._hear,
            ) as upstream:
                self._up(upstream, await current_tools(upstream, _TO_CONNECT))
                await self._watch(upstream)
                raise MCPError(CONNECTION_CLOSED, "Connection closed")  # `opened` knows why
        except UpstreamError as error:
            return error.reason
        finally:
            self._listing.cancel()
            self._down()

    def _up(self, upstream: Upstream, tools: list[Json]) -> None:
        self.tools, self.instructions = tools, upstream.instructions
        self._upstream = upstream
        self._listing.begin_anew(age_of(upstream))
        self._journal.event("upstream_up", source=self.entry.name, tools=len(tools))
        self.tried.set()
        self._changed()

    def _down(self) -> None:
        was_up = self._upstream is not None
        self._upstream = self.tools = None
        if was_up:
            self._changed()

    def _hear(self, method: str) -> None:
        if method == CHANGED:
            self._is_stale.set()

    def _hear_rubbish(self, *, is_answer: bool) -> None:
        """Find out whose answer it was: it tells of no call that can be trusted.

        With one call waiting it is that one's. Else nobody knows who would wait in vain, and the
        connection is given up, which answers all.
        """
        self._journal.event("upstream_rubbish", source=self.entry.name, is_answer=is_answer)
        if not is_answer:
            return
        if len(self._waiting) == 1 and not self._listing.is_running:
            for call in self._waiting:
                call.give_up("rubbish", _RUBBISH)
        elif self._waiting or self._upstream is None:
            self._wire.give_up(_RUBBISH)

    async def _watch(self, upstream: Upstream) -> None:
        """List anew whenever the server says so, until the connection ends."""
        ended = asyncio.ensure_future(_first_of(upstream.ended.wait(), self._is_forgotten.wait()))
        try:
            while not ended.done():
                stale = asyncio.ensure_future(self._is_stale.wait())
                await asyncio.wait((ended, stale), return_when=asyncio.FIRST_COMPLETED)
                stale.cancel()
                if self._is_stale.is_set() and not ended.done():
                    self._is_stale.clear()
                    await self._listing.once()
        finally:
            ended.cancel()

    def refresh(self) -> asyncio.Task[None] | None:
        """List anew what is old; return what a question may wait for, not for ever."""
        return None if self._upstream is None else self._listing.if_old()

    async def _list(self) -> None:
        """List anew.

        Raises:
            MCPError: The server answered with an error.
            BrokenPromiseError: It did not list its tools, or not in time.
        """
        upstream = self._upstream
        if upstream is None:
            return
        with answer() as heard:
            try:
                tools = await current_tools(upstream, _TO_LIST)
            finally:
                self._listed_with = heard.status
        if self._upstream is upstream and tools != self.tools:
            self.tools = tools
            self._journal.event("tools_changed", source=self.entry.name, tools=len(tools))
            self._changed()

    def _not_listed(self, error: Exception) -> None:
        """Keep the list of before, and say why, unless the server is gone."""
        upstream = self._upstream
        if upstream is None:
            return
        if self._listed_with in _STRANGERS:  # it was started anew, and so must we be
            self._is_forgotten.set()
        if upstream.ended.is_set() or self._is_forgotten.is_set():
            self._down()
            return
        self._wire.status = self._listed_with  # else it is of the call that came last
        found = reason_of(error, self._wire, upstream.redaction)
        reason = found.reason if isinstance(found, UpstreamError) else type(found).__name__
        self._journal.event("not_listed", source=self.entry.name, reason=reason)

    async def call(self, tool: str, arguments: Arguments, told: Told | None) -> Result:
        """Call a tool under its own name; what comes of it is passed on as it is.

        Raises:
            MCPError: The server answered with an error, which is passed on too.
            UnansweredError: It did not answer.
        """
        upstream = self._upstream
        if upstream is None:
            raise self._unanswered("not_connected", "is not connected")
        waiting = Waiting(self._within)
        asked: dict[str, Json] = {"name": tool, "arguments": arguments}
        try:
            with answer() as heard:
                return await self._waited(upstream, asked, waiting, told)
        except TimeoutError:
            raise self._unanswered(waiting.kind, waiting.reason) from None
        except MCPError as error:
            if self._is_unreadable(error):
                self._journal.event("upstream_rubbish", source=self.entry.name, is_answer=True)
                raise self._unanswered("rubbish", _RUBBISH) from None
            if await self._finds_gone(upstream, error, heard.status):
                raise self._unanswered("went_away", "went away during the call") from None
            raise

    async def _waited(
        self, upstream: Upstream, asked: dict[str, Json], waiting: Waiting, told: Told | None
    ) -> Result:
        self._waiting.add(waiting)
        try:
            async with waiting.limited():
                return await upstream.request("tools/call", asked, told=waiting.prolonged_by(told))
        finally:
            self._waiting.discard(waiting)

    def _is_unreadable(self, error: MCPError) -> bool:
        """Say whether an error is what the SDK makes of an answer over HTTP that is no message."""
        is_ours = error.code == PARSE_ERROR and error.message.startswith(_NOT_PARSED)
        return is_ours and isinstance(self.entry.launch, Address)

    async def _finds_gone(self, upstream: Upstream, error: MCPError, status: int | None) -> bool:
        """Find out whether an error is not of the server's own, for it does not live any more.

        A server elsewhere is asked for its list, and connected again if it does not know us.
        """
        if isinstance(self.entry.launch, Address):
            if error.code == CONNECTION_CLOSED or status in _STRANGERS:
                await self._listing.once()  # it may have meant this call, so it is asked
            if self._is_forgotten.is_set():
                return True
        with suppress(TimeoutError):  # its end needs a moment to be seen
            await asyncio.wait_for(upstream.ended.wait(), _TO_BE_SEEN)
            return True
        return False

    def _unanswered(self, kind: Unanswered, what: str) -> UnansweredError:
        return UnansweredError(f"{self.entry.name} {what}", kind)


async def _first_of(*waiting: Coroutine[Any, Any, object]) -> None:
    """Wait until one of them is done."""
    tasks = [asyncio.ensure_future(one) for one in waiting]
    try:
        await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
    finally:
        for task in tasks:
            task.cancel()
