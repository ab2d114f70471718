"""One upstream server: started or reached, introduced, spoken with, ended.

The only file that makes sessions of the `mcp` SDK; import it where they are needed.
"""

from __future__ import annotations

import logging
from contextlib import asynccontextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final, TypeAlias

import anyio
from mcp import ClientSession
from mcp.shared.exceptions import MCPError
from mcp.shared.jsonrpc_dispatcher import JSONRPCDispatcher
from mcp.shared.transport_context import TransportContext
from mcp.types import (
    METHOD_NOT_FOUND,
    UNSUPPORTED_PROTOCOL_VERSION,
    Implementation,
    Request,
    Result,
)

from toolsearch_cli import __version__
from toolsearch_cli.catalog.hiding import names_secret
from toolsearch_cli.live.configs import Address, Program, Unusable, with_env_file
from toolsearch_cli.live.failure import BrokenPromiseError, is_of_caller, reason_of
from toolsearch_cli.live.hidden import Hidden, Redaction, Secret, redaction
from toolsearch_cli.live.pipes import program_streams
from toolsearch_cli.live.processes import inherited
from toolsearch_cli.live.web import WEB_ERRORS, address_streams
from toolsearch_cli.live.wire import LONGEST_MESSAGE, Wire

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator, Callable, Mapping
    from contextlib import AbstractAsyncContextManager

    from mcp.shared._stream_protocols import ReadStream, WriteStream
    from mcp.shared.dispatcher import DispatchContext, OnNotify, OnRequest, ProgressFnT
    from mcp.shared.message import SessionMessage

    from toolsearch_cli.catalog.model import Json
    from toolsearch_cli.live.configs import ServerEntry

_CLIENT: Final = Implementation(name="toolsearch", version=__version__)
_NO_HANDSHAKE: Final = (METHOD_NOT_FOUND, UNSUPPORTED_PROTOCOL_VERSION)
"""How a server that knows only the versions without `initialize` refuses it."""
_ERRORS: Final = (
    *(ExceptionGroup, MCPError, BrokenPromiseError, OSError, ValueError),
    *WEB_ERRORS,
)
"""What may be raised by a server's doing, alone or in a group with others."""
_SILENT: Final = logging.NullHandler()
Heard: TypeAlias = "Callable[[str], None]"
_kept: ContextVar[list[dict[str, Json]] | None] = ContextVar("_kept", default=None)


def _ignore(_method: str) -> None:
    """Hear nothing."""


class _Verbatim(JSONRPCDispatcher[TransportContext]):
    """Keeps results as they came, for whoever asked: models drop fields, and refuse odd values.

    Says what it hears beside results, and when the connection has ended.
    """

    def __init__(
        self,
        incoming: ReadStream[SessionMessage | Exception],
        outgoing: WriteStream[SessionMessage],
        heard: Heard,
        ended: anyio.Event,
    ) -> None:
        super().__init__(incoming, outgoing)
        self._heard = heard
        self._ended = ended

    async def run(
        self, on_request: OnRequest, on_notify: OnNotify, *rest: Any, **more: Any
    ) -> None:
        async def told(
            context: DispatchContext[TransportContext],
            method: str,
            params: Mapping[str, Any] | None,
        ) -> None:
            self._heard(method)
            await on_notify(context, method, params)

        try:
            await super().run(on_request, told, *rest, **more)
        finally:
            self._ended.set()

    async def send_raw_request(
        self, method: str, params: Mapping[str, Any] | None, *rest: Any, **more: Any
    ) -> dict[str, Any]:
        result = await super().send_raw_request(method, params, *rest, **more)
        if (kept := _kept.get()) is not None:
            kept.append(result)
        return result


@dataclass(frozen=True, slots=True, kw_only=True)
class Upstream:
    """A server that has introduced itself. It is spoken with inside `opened` only."""

    entry: ServerEntry
    session: ClientSession
    introduction: Mapping[str, Json]
    """Its result of `initialize` (or `server/discover`), as it was sent."""
    redaction: Redaction
    """Hides its secrets in whatever is shown of it."""
    ended: anyio.Event
    """Set once the connection has ended, whoever ended it."""
    wire: Wire = field(repr=False)

    @property
    def server_info(self) -> Mapping[str, Json]:
        """What it says it is: `name`, `version` and more; empty where it does not say."""
        stamp = self.introduction.get("_meta")
        for holder, key in (
            (self.introduction, "serverInfo"),
            (stamp, "io.modelcontextprotocol/serverInfo"),
        ):
            if isinstance(holder, dict) and isinstance(info := holder.get(key), dict):
                return info
        return {}

    @property
    def instructions(self) -> str | None:
        """What it tells models to keep in mind."""
        found = self.introduction.get("instructions")
        return found if isinstance(found, str) else None

    @property
    def protocol_version(self) -> str | None:
        """The version of MCP that both speak."""
        return self.session.protocol_version

    async def request(
        self,
        method: str,
        params: Mapping[str, Json] | None = None,
        within: float | None = None,
        told: ProgressFnT | None = None,
    ) -> dict[str, Json]:
        """Return the result of a request exactly as the server sent it, whatever it holds.

        Args:
            method: Such as `tools/list`.
            params: Its parameters.
            within: Seconds to wait; `None`: as long as the connection lives.
            told: Hears how far the server is, if it says so.

        Raises:
            MCPError: It answered with an error, not in time, or the connection ended.
        """
        request = Request[dict[str, Any] | None, str](
            method=method, params=None if params is None else dict(params)
        )
        return await _verbatim(self.session, request, within, told)


@asynccontextmanager
async def opened(
    entry: ServerEntry,
    environment: Mapping[str, str],
    *,
    within: float | None = None,
    max_bytes: int = LONGEST_MESSAGE,
    wire: Wire | None = None,
    heard: Heard = _ignore,
) -> AsyncGenerator[Upstream]:
    """Start or reach a server and introduce ourselves; on the way out end it and all it started.

    Args:
        entry: The server.
        environment: The user's environment variables.
        within: Seconds in which it must introduce itself; `None`: no limit.
        max_bytes: Longest message that is read.
        wire: Gets what is known of the connection, for a caller that may give up on it.
        heard: Is told the method of each notification, such as `notifications/tools/list_changed`.

    Raises:
        UpstreamError: It could not be started, reached or introduced, or it broke off while it was
            spoken with. Its text holds no secret.
        OSError: Whoever speaks with it raised one, such as a `TimeoutError`. It is passed on.
        ValueError: The same.
    """
    _silence()
    wire = Wire() if wire is None else wire
    entry = with_env_file(entry)
    hidden = redaction_of(entry, environment)
    ended = anyio.Event()
    of_caller: Exception | None = None
    try:
        async with (
            _streams(entry, environment, wire, max_bytes) as (incoming, outgoing),
            ClientSession(
                dispatcher=_Verbatim(incoming, outgoing, heard, ended), client_info=_CLIENT
            ) as session,
        ):
            upstream = Upstream(
                entry=entry,
                session=session,
                introduction=await _introduced(session, within),
                redaction=hidden,
                ended=ended,
                wire=wire,
            )
            try:
                yield upstream
            except Exception as error:
                of_caller = error if is_of_caller(error) else None
                raise
    except _ERRORS as error:
        raise of_caller or reason_of(error, wire, hidden) from None


def redaction_of(entry: ServerEntry, environment: Mapping[str, str]) -> Redaction:
    """Return what hides everything secret that a server was given."""
    passed_on = (
        Secret(name, Hidden(text))
        for name, text in inherited(environment).items()
        if "@" in text or names_secret(name)  # of a proxy, of a package registry
    )
    return redaction((*entry.secrets, *passed_on))


def _silence() -> None:
    """Let the libraries' own words go nowhere: they may repeat what a server said."""
    for name in ("mcp", "client", "httpx2", "httpcore2"):
        logging.getLogger(name).addHandler(_SILENT)


def _streams(
    entry: ServerEntry, environment: Mapping[str, str], wire: Wire, max_bytes: int
) -> AbstractAsyncContextManager[tuple[Any, Any]]:
    match entry.launch:
        case Program() as program:
            return program_streams(program, environment, wire, max_bytes)
        case Address() as address:
            return address_streams(address, wire, max_bytes)
        case Unusable(reason):
            raise BrokenPromiseError(reason)


async def _introduced(session: ClientSession, within: float | None) -> dict[str, Json]:
    """The result of the handshake as it was sent."""
    kept: list[dict[str, Json]] = []
    token = _kept.set(kept)
    try:
        with anyio.fail_after(within):
            await _shake_hands(session)
    except TimeoutError:
        raise BrokenPromiseError("did not introduce itself in time") from None
    except RuntimeError as error:  # versions of the protocol that the SDK does not know
        raise BrokenPromiseError(str(error)) from None
    finally:
        _kept.reset(token)
    return kept[-1]


async def _shake_hands(session: ClientSession) -> None:
    try:
        await session.initialize()
    except MCPError as error:
        if error.code not in _NO_HANDSHAKE:
            raise
        await session.discover()


async def _verbatim(
    session: ClientSession,
    request: Request[dict[str, Any] | None, str],
    within: float | None,
    told: ProgressFnT | None,
) -> dict[str, Json]:
    kept: list[dict[str, Json]] = []
    token = _kept.set(kept)
    try:
        await session.send_request(
            request, Result, request_read_timeout_seconds=within, progress_callback=told
        )
    except ValueError:  # a result that no model fits is a result
        if not kept:
            raise
    finally:
        _kept.reset(token)
    return kept[-1]
