"""The bridge itself: a host's tools array, and what comes of calls, over a backend."""

from __future__ import annotations

import asyncio
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING, Self

from mcp.shared.exceptions import MCPError

from toolsearch_cli.bridge.backends import UnansweredError, sendable, text_result
from toolsearch_cli.bridge.busy import Busy
from toolsearch_cli.bridge.call_log import LONGEST_NAME, Call
from toolsearch_cli.bridge.journal import now, pseudonym
from toolsearch_cli.errors import ToolsearchError
from toolsearch_cli.hosts.calls import Dispatch, Posting, Reply, unknown_tool
from toolsearch_cli.hosts.registry import host_named
from toolsearch_cli.reports.recording_records import recording_record

if TYPE_CHECKING:
    from toolsearch_cli.bridge.backends import Backend, Result, Told
    from toolsearch_cli.bridge.journal import Journal
    from toolsearch_cli.catalog.model import Catalog, Json
    from toolsearch_cli.hosts.calls import Arguments, Bridging, Outcome
    from toolsearch_cli.hosts.scenario import Scenario


class UnknownToolError(ToolsearchError):
    """The session has no tool of that name."""


class Bridge:
    """Answers for one scenario. What a host works out is worked out beside the event loop.

    Hosts remember what they derive from a catalog; one thread, so that it is derived once.
    """

    def __init__(
        self, host: Bridging, scenario: Scenario, backend: Backend, journal: Journal
    ) -> None:
        self.host = host
        self.scenario = scenario
        self.backend = backend
        self.journal = journal
        self.busy = Busy()
        self._thinking = ThreadPoolExecutor(1, thread_name_prefix="host")
        self._listed: tuple[Catalog, list[Json]] | None = None

    async def tools(self) -> list[Json]:
        """Return the tools array in MCP's shape: eager tools, then the bridge."""
        with self.busy.one():
            catalog = await self.backend.catalog()
            if self._listed is None or self._listed[0] is not catalog:
                loop = asyncio.get_running_loop()
                listed = await loop.run_in_executor(
                    self._thinking, mcp_tools, catalog, self.scenario
                )
                self._listed = (catalog, listed)
                self._say_odd(listed)
            return self._listed[1]

    async def call(
        self, name: str, arguments: Arguments, session: str, told: Told | None = None
    ) -> Result:
        """Answer one call, and write it down; `told` hears how far it is.

        Raises:
            UnknownToolError: The session has no tool of that name.
            MCPError: The server of the tool answered with an error.
        """
        ask = Call(name, arguments, pseudonym(session))
        with self.busy.one():
            catalog = await self.backend.known()
            try:
                catalog, ask.outcome = await self._current(catalog, name, arguments)
                ask.result = await self._result(catalog, ask.outcome, name, told)
            except UnansweredError as error:
                ask.failure = error.kind
                ask.result = text_result({"error": error.message}, is_error=True)
            except MCPError as error:
                ask.code = error.code
                raise
            except asyncio.CancelledError:
                ask.is_cancelled = True
                raise
            finally:
                self._write(catalog, ask)
            return ask.result

    async def _current(
        self, catalog: Catalog, name: str, arguments: Arguments
    ) -> tuple[Catalog, Outcome]:
        """Return what comes of a call as things are now, and the catalog in which it does.

        A call of a tool waits for the list of its own server only, anything else for all lists.
        """
        outcome = await self._outcome(catalog, name, arguments)
        asked = catalog.sources[outcome.source] if isinstance(outcome, Dispatch) else None
        current = await self.backend.catalog(asked)
        if current is not catalog:
            outcome = await self._outcome(current, name, arguments)
        return current, outcome

    async def _result(
        self, catalog: Catalog, outcome: Outcome, name: str, told: Told | None
    ) -> Result:
        if isinstance(outcome, Dispatch):
            return await self.backend.call(catalog, outcome, told)
        if outcome.error == "unknown_tool":
            if missing := ", ".join(self.backend.missing):
                raise UnansweredError(
                    f"Unknown tool: {name}. Not connected now: {missing}", "not_connected"
                )
            raise UnknownToolError(f"Unknown tool: {name}")
        return text_result(outcome.result, is_error=outcome.error is not None)

    async def posted(self, body: Json, session: str) -> Reply | None:
        """Answer a search that came over plain HTTP; `None`: the gateway serves none."""
        host = self.host
        if not isinstance(host, Posting):
            return None
        catalog = await self.backend.catalog()
        if not host.posts(catalog, self.scenario):
            return None
        ask = Call("POST /mcp/search", {}, pseudonym(session))
        loop = asyncio.get_running_loop()
        reply = ask.outcome = await loop.run_in_executor(
            self._thinking, host.posted, catalog, self.scenario, body
        )
        self._write(catalog, ask)
        return reply

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        """Give the thread nothing more to do; what it is at, the end of the process waits for."""
        self._thinking.shutdown(wait=False, cancel_futures=True)

    def _say_odd(self, listed: list[Json]) -> None:
        """Name the tools for which a strict client refuses the whole list."""
        for one in listed:
            if isinstance(one, dict) and not _is_valid(one):
                self.journal.event("odd_tool", name=str(one.get("name"))[:LONGEST_NAME])

    async def _outcome(self, catalog: Catalog, name: str, arguments: Arguments) -> Outcome:
        loop = asyncio.get_running_loop()
        outcome = await loop.run_in_executor(
            self._thinking, self.host.call, catalog, self.scenario, name, arguments
        )
        return outcome if outcome.offered else unknown_tool(name)

    def _write(self, catalog: Catalog, ask: Call) -> None:
        self.journal.event("call", **ask.fields(catalog))
        if ask.outcome is not None and self.journal.record is not None:
            self.journal.recorded(
                recording_record(
                    catalog,
                    self.scenario.host,
                    ask.name,
                    ask.outcome,
                    time=now(),
                    session=ask.session,
                )
            )


def _is_valid(tool: dict[str, Json]) -> bool:
    """Whether a tool is one as MCP defines it."""
    schema = tool.get("inputSchema")
    described = isinstance(tool.get("description"), str)
    return described and isinstance(schema, dict) and schema.get("type") == "object"


def mcp_tools(catalog: Catalog, scenario: Scenario) -> list[Json]:
    """Return what `manifest --array` gives, each definition in MCP's shape."""
    shown = host_named(scenario.host).disclose(catalog, scenario)
    return [sendable(_as_mcp(one)) for one in shown.array]


def _as_mcp(definition: dict[str, Json]) -> Json:
    function = definition.get("function")
    if not isinstance(function, dict):
        return definition
    return {
        "name": function["name"],
        "description": function["description"],
        "inputSchema": function["parameters"],
    }
