"""Servers -> what they publish: several at once, each within its time, none left running."""

from __future__ import annotations

import signal
import sys
import threading
import time
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, Protocol

import anyio

from toolsearch_cli.live.configs import Unusable, with_env_file
from toolsearch_cli.live.failure import UpstreamError, failed
from toolsearch_cli.live.listing import tools_of
from toolsearch_cli.live.outcomes import Captured, Missed
from toolsearch_cli.live.processes import no_survivors
from toolsearch_cli.live.session import opened, redaction_of
from toolsearch_cli.live.wire import LONGEST_MESSAGE, Wire

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from toolsearch_cli.catalog.model import Json
    from toolsearch_cli.live.configs import ServerEntry
    from toolsearch_cli.live.outcomes import Outcome
    from toolsearch_cli.live.session import Upstream

SECONDS: Final = 60.0
"""How long one server may take."""
_GOODBYE: Final = 1.0
"""Seconds for a server behind a URL to end the session, once it has told its tools."""
AT_ONCE: Final = 4
"""How many are spoken with at a time."""


class Watcher(Protocol):
    """Is told how far the work is."""

    def started(self, entry: ServerEntry) -> None:
        """Hear that a server is started or reached now."""

    def ended(self, outcome: Outcome) -> None:
        """Hear what became of a server."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CaptureBounds:
    """How much is waited for and read."""

    seconds: float = SECONDS
    at_once: int = AT_ONCE
    max_bytes: int = LONGEST_MESSAGE


def capture(
    entries: Sequence[ServerEntry],
    environment: Mapping[str, str],
    watcher: Watcher,
    bounds: CaptureBounds = CaptureBounds(),
) -> tuple[Outcome, ...]:
    """Ask every server for its tools; call none of them.

    When this returns or raises, no server that it started is running any more.

    Args:
        entries: The servers.
        environment: The user's environment variables.
        watcher: Is told how far it is.
        bounds: How much is waited for and read.

    Returns:
        What became of each, in the order of the entries.

    Raises:
        KeyboardInterrupt: On SIGINT, SIGTERM and SIGHUP.
    """
    with no_survivors():
        return anyio.run(_capture_all, entries, environment, watcher, bounds)


async def _capture_all(
    entries: Sequence[ServerEntry],
    environment: Mapping[str, str],
    watcher: Watcher,
    bounds: CaptureBounds,
) -> tuple[Outcome, ...]:
    limiter = anyio.CapacityLimiter(bounds.at_once)
    found: dict[int, Outcome] = {}

    async def one(position: int, entry: ServerEntry) -> None:
        async with limiter:
            watcher.started(entry)
            outcome = await capture_one(entry, environment, bounds)
        found[position] = outcome
        watcher.ended(outcome)

    interrupted = anyio.Event()
    async with anyio.create_task_group() as listening:
        listening.start_soon(_heed_signals, listening.cancel_scope, interrupted)
        async with anyio.create_task_group() as tasks:
            for position, entry in enumerate(entries):
                tasks.start_soon(one, position, entry)
        listening.cancel_scope.cancel()
    if interrupted.is_set():
        raise KeyboardInterrupt
    return tuple(found[position] for position in range(len(entries)))


async def _heed_signals(scope: anyio.CancelScope, interrupted: anyio.Event) -> None:
    """End in good order where one is told to end otherwise than by Ctrl-C."""
    if sys.platform == "win32" or threading.current_thread() is not threading.main_thread():
        return
    with anyio.open_signal_receiver(signal.SIGTERM, signal.SIGHUP) as signals:
        async for _ in signals:
            interrupted.set()
            scope.cancel()


async def capture_one(
    entry: ServerEntry, environment: Mapping[str, str], bounds: CaptureBounds = CaptureBounds()
) -> Outcome:
    """Ask one server for its tools. When this returns, it is not running any more."""
    begun = time.monotonic()
    given = with_env_file(entry)
    if isinstance(given.launch, Unusable):
        return Missed(entry=entry, reason=given.launch.reason)
    wire = Wire()
    captured: Captured | None = None
    error: UpstreamError | None = None
    with anyio.move_on_after(bounds.seconds) as scope:
        try:
            async with opened(
                given, environment, max_bytes=bounds.max_bytes, wire=wire
            ) as upstream:
                tools = await tools_of(upstream, max_bytes=bounds.max_bytes)
                captured = _captured(entry, upstream, tools, time.monotonic() - begun)
                scope.deadline = min(scope.deadline, anyio.current_time() + _GOODBYE)
        except UpstreamError as raised:
            error = raised
    if captured is not None:
        return captured
    is_late = error is None
    if error is None:
        late = f"did not tell its tools within {bounds.seconds:g} s"
        error = failed(late, wire, redaction_of(given, environment))
    return Missed(
        entry=entry,
        reason=error.reason,
        stderr=error.stderr,
        seconds=time.monotonic() - begun,
        is_late=is_late,
    )


def _captured(
    entry: ServerEntry, upstream: Upstream, tools: list[Json], seconds: float
) -> Captured:
    said: dict[str, Json] = {
        "tools": tools,
        "serverInfo": dict(upstream.server_info),
        "instructions": upstream.instructions,
    }
    shown = upstream.redaction.json(said)
    shown = shown if isinstance(shown, dict) else said
    listed, info, instructions = (shown[key] for key in said)
    return Captured(
        entry=entry,
        tools=tuple(listed) if isinstance(listed, list) else (),
        server_info=info if isinstance(info, dict) else {},
        instructions=instructions if isinstance(instructions, str) else None,
        protocol_version=upstream.protocol_version,
        seconds=seconds,
        held_secrets=shown != said,
    )
