"""Why a server could not be spoken with: one line for people, whatever was raised on the way."""

from __future__ import annotations

import re
import signal
from http import HTTPStatus
from typing import TYPE_CHECKING, Final

from toolsearch_cli.errors import ExternalError
from toolsearch_cli.text import visible

if TYPE_CHECKING:
    from collections.abc import Iterator

    from toolsearch_cli.live.hidden import Redaction
    from toolsearch_cli.live.wire import Wire

_LONGEST: Final = 300
_MOST_LINES: Final = 20
_CLOSED: Final = -32000
"""The SDK's own code for a connection that ended, which servers use for what they like."""
_CLOSED_WORDS: Final = ("Connection closed", "SSE stream ended", "SSE stream failed")
_NUMBER: Final = re.compile(r"\A\[Errno -?\d+\] ")
_LIBRARIES: Final = frozenset(
    {"anyio", "httpcore2", "httpx2", "mcp", "mcp_types", "pydantic", "pydantic_core"}
)
_WORDLESS: Final = (
    (-32603, "Server returned an error response"),
    (-32600, "Session terminated"),
    (-32601, "Not Found"),
)
"""What the SDK makes of an HTTP status that came without an error of the server's own."""
_UNAUTHORISED: Final = (HTTPStatus.UNAUTHORIZED, HTTPStatus.FORBIDDEN)


class UpstreamError(ExternalError):
    """A server could not be started, reached, introduced or listed. Holds no secret."""

    def __init__(self, reason: str, stderr: tuple[str, ...] = ()) -> None:
        super().__init__(reason)
        self.reason = reason
        self.stderr = stderr
        """The last lines that it wrote on stderr."""


class BrokenPromiseError(Exception):
    """A server broke the protocol, or a bound; says how."""


def failed(reason: str, wire: Wire, hidden: Redaction) -> UpstreamError:
    """Return the error for a reason, with what else the server said."""
    if wire.rubbish:
        many = f"{wire.rubbish:,} lines on its stdout that are no messages, first"
        lines = "1 line on its stdout that is no message" if wire.rubbish == 1 else many
        reason += f"; wrote {lines}: {wire.first_rubbish}"
    stderr = (_line(hidden.text(line)) for line in wire.stderr.lines())
    return UpstreamError(_line(hidden.text(reason)), tuple(stderr)[-_MOST_LINES:])


def reason_of(error: Exception, wire: Wire, hidden: Redaction) -> Exception:
    """Return what to raise for what was raised: an `UpstreamError`, or a bug as it is."""
    leaves = tuple(_leaves(error))
    for leaf in leaves:
        if isinstance(leaf, UpstreamError):
            return leaf
    if wire.failure:
        return failed(wire.failure, wire, hidden)
    for leaf in leaves:
        if reason := _reason(leaf, wire) or _stumbled(leaf):
            return failed(reason, wire, hidden)
    return leaves[0]


def _leaves(error: BaseException) -> Iterator[Exception]:
    """Yield the errors that a group is made of, in order."""
    if isinstance(error, BaseExceptionGroup):
        for inner in error.exceptions:
            yield from _leaves(inner)
    elif isinstance(error, Exception):
        yield error


def _reason(error: Exception, wire: Wire) -> str:
    """The reason in words; empty for an error that is nobody's but ours."""
    if (status := _status_behind(error, wire)) is not None:
        return _status(status)
    if _is_of(error, "mcp"):
        return _answered(error, wire)
    if _is_of(error, "httpx2", "httpcore2"):
        return f"cannot be reached: {_said(error)}"
    if _is_of(error, "pydantic", "pydantic_core"):
        return f"introduced itself in a way that is not valid: {_first_problem(error)}"
    return _ours(error)


def _status_behind(error: Exception, wire: Wire) -> int | None:
    """The HTTP status that an error stands for; none where the server had words of its own."""
    if _is_of(error, "httpx2"):
        found = getattr(getattr(error, "response", None), "status_code", wire.status)
        return found if isinstance(found, int) else None
    said = (getattr(error, "code", None), getattr(error, "message", ""))
    return wire.status if said in _WORDLESS and _is_of(error, "mcp") else None


def _ours(error: Exception) -> str:
    match error:
        case BrokenPromiseError():
            return str(error)
        case TimeoutError():
            return "did not answer in time"
        case OSError():
            return f"cannot be started: {_system(error)}"
        case ValueError():
            return f"cannot be started: {_said(error)}"
        case _:
            return ""


def is_of_caller(error: Exception) -> bool:
    """Say whether an error of the time in which a server was spoken with is none of its doing.

    Such as a timeout of whoever spoke with it. What a server sends comes by way of libraries.
    """
    if isinstance(error, OSError):
        return True
    return isinstance(error, ValueError) and not (_is_of(error, *_LIBRARIES) or _stumbled(error))


def _stumbled(error: Exception) -> str:
    """The reason where a library, and not this program, failed over what a server sent."""
    trace = error.__traceback__
    while trace is not None and trace.tb_next is not None:
        trace = trace.tb_next
    module = "" if trace is None else str(trace.tb_frame.f_globals.get("__name__"))
    library = module.partition(".")[0]
    if library not in _LIBRARIES:
        return ""
    return f"sent what the library {library} fails over: {type(error).__name__}: {error}"


def _is_of(error: Exception, *packages: str) -> bool:
    return type(error).__module__.partition(".")[0] in packages


def _status(status: int) -> str:
    try:
        words = f"{status} {HTTPStatus(status).phrase}"
    except ValueError:
        words = str(status)
    if status in _UNAUTHORISED:
        return f"answered {words}: it wants to know who asks"
    return f"answered {words}"


def _answered(error: Exception, wire: Wire) -> str:
    code, message = getattr(error, "code", None), str(getattr(error, "message", error))
    if code == _CLOSED and message != wire.refusal and _is_closed(message, wire):
        return _ended(wire.exit_code)
    return f'answered with an error: "{visible(message)}" ({code})'


def _is_closed(message: str, wire: Wire) -> bool:
    """Whether the SDK says so of a connection: of one to a URL in its own words."""
    return wire.exit_code is not None or message.startswith(_CLOSED_WORDS)


def _ended(code: int | None) -> str:
    if code is None:
        return "closed the connection"
    if code >= 0:
        return f"ended by itself with exit code {code}"
    try:
        return f"was ended by {signal.Signals(-code).name}"
    except ValueError:
        return f"was ended by signal {-code}"


def _system(error: OSError) -> str:
    said = error.strerror or _said(error)
    return f"{visible(str(error.filename))}: {said}" if error.filename else said


def _first_problem(error: Exception) -> str:
    """Where the first thing is that is not valid, and what is wrong with it."""
    errors = getattr(error, "errors", None)
    if not callable(errors):
        return _said(error)
    first = errors(include_url=False, include_input=False)[0]
    place = ".".join(str(part) for part in first["loc"])
    return f"{place}: {first['msg']}" if place else str(first["msg"])


def _said(error: Exception) -> str:
    return _NUMBER.sub("", str(error)) or type(error).__name__


def _line(text: str) -> str:
    """A text in one line that shows what it holds and has an end."""
    shown = visible(text.strip())
    return shown if len(shown) <= _LONGEST else f"{shown[: _LONGEST - 1]}…"
