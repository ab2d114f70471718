"""Start the bridge, and end it in good order."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import signal
import socket
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, TypeAlias

from toolsearch_cli import __version__
from toolsearch_cli.bridge.answering import Bridge
from toolsearch_cli.bridge.backends import Snapshot
from toolsearch_cli.bridge.http import PATH, Bounds, application, serve_http
from toolsearch_cli.bridge.journal import journal_to
from toolsearch_cli.bridge.mcp_server import BridgeServer
from toolsearch_cli.bridge.stdio import serve_stdio
from toolsearch_cli.bridge.upstreams import connected
from toolsearch_cli.catalog.model import Catalog, Source
from toolsearch_cli.errors import ExternalError, UsageError
from toolsearch_cli.live.processes import no_survivors
from toolsearch_cli.workbench import bridging, require_scope

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Callable, Iterator, Mapping, Sequence
    from contextlib import AbstractAsyncContextManager
    from pathlib import Path

    from toolsearch_cli.bridge.backends import Backend
    from toolsearch_cli.bridge.gate import Gate
    from toolsearch_cli.bridge.journal import Journal
    from toolsearch_cli.hosts.calls import Bridging
    from toolsearch_cli.hosts.protocol import Endpoints
    from toolsearch_cli.hosts.scenario import Scenario
    from toolsearch_cli.live.configs import ServerEntry

Backing: TypeAlias = "Callable[[Journal], AbstractAsyncContextManager[Backend]]"

_INTERRUPTED: Final = 130
_LOGGERS: Final = ("mcp.server", "uvicorn.error")


@dataclass(frozen=True, slots=True, kw_only=True)
class Listening:
    """Where to listen for HTTP, and for whom."""

    gate: Gate
    port: int
    """0: any free one."""
    bounds: Bounds


@dataclass(frozen=True, slots=True, kw_only=True)
class Service:
    """What is asked of a run."""

    scenario: Scenario
    listening: Listening | None = None
    """`None`: standard streams."""
    record: Path | None = None
    call_within: float = 300.0
    """Seconds that a call of a real server may take without a sign of life."""
    endpoints: Endpoints | None = None


def serve_snapshot(catalog: Catalog, service: Service) -> int:
    """Serve a catalog, of which nothing is called, until told to end; return the exit code.

    Raises:
        UsageError: The scope names no source, the host's bridge is only shown, or the recording
            cannot be written.
        ExternalError: The port cannot be had.
    """
    require_scope(catalog, service.scenario.scope)
    host = bridging(service.scenario.host, service.endpoints)

    @contextlib.asynccontextmanager
    async def snapshot(_journal: Journal) -> AsyncIterator[Backend]:
        yield Snapshot(catalog)

    return _run(host, service, snapshot)


def serve_upstreams(
    entries: Sequence[ServerEntry], environment: Mapping[str, str], service: Service
) -> int:
    """Serve what real servers publish, and call it, until told to end; return the exit code.

    A server that the scope does not grant is not even started.

    Raises:
        UsageError: As for a snapshot, or the scope grants none of the servers.
        ExternalError: The port cannot be had.
    """
    host = bridging(service.scenario.host, service.endpoints)
    named = Catalog(tuple(Source(name=one.name, tools=(), provenance=one.place) for one in entries))
    scope = service.scenario.scope
    require_scope(named, scope)
    granted = [
        entry for entry, source in zip(entries, named.sources, strict=True) if scope.names(source)
    ]
    if not granted:
        raise UsageError("no server is granted", hint="look at --only and --without")

    def backing(journal: Journal) -> AbstractAsyncContextManager[Backend]:
        return connected(granted, environment, journal, service.call_within)

    with no_survivors():
        return _run(host, service, backing)


def _run(host: Bridging, service: Service, backing: Backing) -> int:
    with journal_to(service.record) as journal, library_events(journal):
        try:
            return asyncio.run(_serve(host, service, backing, journal))
        except asyncio.CancelledError:
            raise KeyboardInterrupt from None


async def _serve(
    host: Bridging,
    service: Service,
    backing: Backing,
    journal: Journal,
) -> int:
    listening, failure = service.listening, None
    with contextlib.ExitStack() as stack:
        there = None if listening is None else listen(listening, stack)
        ending, signalled = _ending()
        async with backing(journal) as backend:
            with Bridge(host, service.scenario, backend, journal) as bridge:
                most = 1 if listening is None else listening.bounds.sessions
                server = BridgeServer(bridge, most)
                journal.event("started", **_about(service, there))
                if listening is None or there is None:
                    failure = await serve_stdio(server, bridge, ending)
                else:
                    site = application(server, bridge, listening.gate, listening.bounds)
                    await serve_http(site, server, there, ending)
    journal.event("stopped")
    if failure is not None:
        raise failure
    return _INTERRUPTED if signal.SIGINT in signalled else 0


def _about(service: Service, listening: socket.socket | None) -> dict[str, object]:
    about: dict[str, object] = {"host": service.scenario.host, "version": __version__}
    if listening is None:
        return about | {"transport": "stdio"}
    address, port = listening.getsockname()[:2]
    name = f"[{address}]" if ":" in address else address
    return about | {"transport": "http", "url": f"http://{name}:{port}{PATH}"}


def _ending() -> tuple[asyncio.Event, list[int]]:
    """Return what is set once the process is asked to end, and by which signals it was.

    A second signal does not wait for anybody.
    """
    ending, signalled = asyncio.Event(), list[int]()
    task = asyncio.current_task()

    def end(number: int) -> None:
        if signalled and task is not None:
            task.cancel()
        signalled.append(number)
        ending.set()

    loop = asyncio.get_running_loop()
    for name in ("SIGINT", "SIGTERM", "SIGHUP"):  # Windows has no SIGHUP, and no handlers
        number = getattr(signal, name, None)
        if number is not None:
            with contextlib.suppress(NotImplementedError):
                loop.add_signal_handler(number, end, number)
    return ending, signalled


def listen(listening: Listening, stack: contextlib.ExitStack) -> socket.socket:
    """Listen, for as long as the stack lives.

    Raises:
        ExternalError: The port cannot be had.
    """
    address = listening.gate.address
    try:
        found = socket.getaddrinfo(
            address, listening.port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE
        )
        family, kind, protocol, _, place = found[0]
        # Only a socket that says it speaks TCP is told not to wait for more before it sends.
        there = socket.socket(family, kind, protocol)
        stack.enter_context(there)
        there.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        there.bind(place)
        there.listen()
    except OSError as error:
        raise ExternalError(
            f"--http {address}:{listening.port}: {error.strerror or error}",
            hint="port 0 takes any free one",
        ) from None
    return there


class _Events(logging.Handler):
    """Turns what the libraries call errors into events: whose they are, and the exception's kind.

    Their own words may repeat what a client or a server sent.
    """

    def __init__(self, journal: Journal) -> None:
        super().__init__(logging.ERROR)
        self._journal = journal

    def emit(self, record: logging.LogRecord) -> None:
        """Write one."""
        kind = record.exc_info[0] if record.exc_info else None
        about = {} if kind is None else {"exception": kind.__name__}
        self._journal.event("error", logger=record.name, **about)


@contextlib.contextmanager
def library_events(journal: Journal) -> Iterator[None]:
    """Write down what the libraries call errors, of all that they say only that."""
    handler = _Events(journal)
    loggers = [logging.getLogger(name) for name in _LOGGERS]
    for logger in loggers:
        logger.addHandler(handler)
    try:
        yield
    finally:
        for logger in loggers:
            logger.removeHandler(handler)
