"""JSON for JSON: repeats what may pass, follows what stays at home, explains the rest."""

from __future__ import annotations

import json
import time
from dataclasses import dataclass, field, replace
from email.utils import parsedate_to_datetime
from http import HTTPStatus
from typing import TYPE_CHECKING, Final

from toolsearch_cli.endpoints.address import parse_address
from toolsearch_cli.endpoints.connection import MOST_BYTES, Answer, post
from toolsearch_cli.endpoints.failure import Failure, quoted
from toolsearch_cli.endpoints.keys import credential

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from toolsearch_cli.catalog.model import Json
    from toolsearch_cli.endpoints.address import Address
    from toolsearch_cli.endpoints.keys import Credential, Purpose

MOST_TRIES: Final = 4
"""How often one request is sent at most."""

_FIRST_PAUSE: Final = 0.25
_MOST_REDIRECTS: Final = 3
_REFUSED: Final = frozenset({HTTPStatus.UNAUTHORIZED, HTTPStatus.FORBIDDEN})
_BUSY: Final = frozenset({HTTPStatus.TOO_MANY_REQUESTS, HTTPStatus.SERVICE_UNAVAILABLE})
_MOVED: Final = frozenset(
    {
        HTTPStatus.MOVED_PERMANENTLY,
        HTTPStatus.FOUND,
        HTTPStatus.TEMPORARY_REDIRECT,
        HTTPStatus.PERMANENT_REDIRECT,
    }
)


@dataclass(frozen=True, slots=True)
class Clock:
    """Time, as a test may want it."""

    now: Callable[[], float] = time.monotonic
    """Seconds since any moment."""
    date: Callable[[], float] = time.time
    """Seconds since 1970, which a date in a header is compared with."""
    sleep: Callable[[float], None] = time.sleep


CLOCK: Final = Clock()


@dataclass(frozen=True, slots=True, kw_only=True)
class Endpoint:
    """Where JSON is sent, as whom, and for how long."""

    address: Address
    credential: Credential
    timeout: float
    """Most seconds for one request with its repeats and their pauses."""
    clock: Clock = CLOCK
    most_bytes: int = MOST_BYTES


@dataclass(frozen=True, slots=True)
class Caller:
    """On whose behalf endpoints are asked."""

    environ: Mapping[str, str] = field(repr=False)
    """The environment, for the keys."""
    trusted: bool = True
    """Whether the user said where the endpoints are, and not a file that came with a project."""
    clock: Clock = CLOCK

    def endpoint(
        self, purpose: Purpose, base_url: str, path: str, timeout: float
    ) -> Endpoint | Failure:
        """Return the endpoint at `path` below `base_url`, with the key that is for it."""
        address = parse_address(base_url, path)
        if isinstance(address, Failure):
            return address
        key = credential(purpose, address, self.environ, trusted=self.trusted)
        return Endpoint(address=address, credential=key, timeout=timeout, clock=self.clock)


def post_json(endpoint: Endpoint, payload: object) -> Json | Failure:
    """Send a value and return the decoded answer. Never raises for what an endpoint does.

    Status 429 and 5xx are asked again, after the pause that `Retry-After` asks for or a growing
    one of ours, at most `MOST_TRIES` times and never beyond the timeout.
    """
    clock = endpoint.clock
    until = clock.now() + endpoint.timeout
    body = json.dumps(payload, separators=(",", ":")).encode()
    answer = _at_home(endpoint, body, until)
    for attempt in range(1, MOST_TRIES):
        if isinstance(answer, Failure) or not _may_pass(answer.status):
            break
        asked = _asked_pause(answer, clock)
        pause = _FIRST_PAUSE * 2 ** (attempt - 1) if asked is None else asked
        if clock.now() + pause >= until:
            return _no_time_left(endpoint, answer.status, pause)
        clock.sleep(pause)
        answer = _at_home(endpoint, body, until)
    return answer if isinstance(answer, Failure) else _decoded(answer, endpoint)


def _at_home(endpoint: Endpoint, body: bytes, until: float) -> Answer | Failure:
    """Send once, and again wherever the same host says; another host gets nothing."""
    address = endpoint.address
    for _ in range(_MOST_REDIRECTS + 1):
        answer = post(
            address,
            body,
            endpoint.credential,
            seconds=until - endpoint.clock.now(),
            most_bytes=endpoint.most_bytes,
        )
        if isinstance(answer, Failure) or answer.status not in _MOVED:
            return answer
        moved = address.beside(answer.headers.get("location", ""))
        if isinstance(moved, Failure):
            return replace(moved, reason=f"{address} redirects to what is no address for requests")
        if moved.origin != address.origin:
            there = quoted(moved.origin)
            return Failure(f"{address} redirects to {there}, which was not asked", lasting=True)
        address = moved
    return Failure(f"{endpoint.address} redirects in circles", lasting=True)


def _may_pass(status: int) -> bool:
    return status == HTTPStatus.TOO_MANY_REQUESTS or (
        status >= HTTPStatus.INTERNAL_SERVER_ERROR and status != HTTPStatus.NOT_IMPLEMENTED
    )


def _asked_pause(answer: Answer, clock: Clock) -> float | None:
    """Return the seconds that `Retry-After` asks for, as a number or as a date."""
    given = answer.headers.get("retry-after", "").strip()
    try:
        return float(min(int(given), 10**9)) if given.isdecimal() else _until(given, clock)
    except (ValueError, OverflowError):
        return None


def _until(date: str, clock: Clock) -> float:
    return max(0.0, parsedate_to_datetime(date).timestamp() - clock.date())


def _no_time_left(endpoint: Endpoint, status: int, pause: float) -> Failure:
    return Failure(
        f"{endpoint.address} answers {_named(status)}; another try in {pause:g} s would be later "
        f"than the timeout of {endpoint.timeout:g} s",
        lasting=status in _BUSY,
    )


def _named(status: int) -> str:
    try:
        return f"{status} {HTTPStatus(status).phrase}"
    except ValueError:
        return str(status)


def _decoded(answer: Answer, endpoint: Endpoint) -> Json | Failure:
    address = endpoint.address
    good = HTTPStatus.OK <= answer.status < HTTPStatus.MULTIPLE_CHOICES
    try:
        value: Json = json.loads(answer.body)
    except (ValueError, RecursionError):
        if good:
            return Failure(f"the answer of {address} is not JSON")
        value = None
    if good:
        return value
    reason = f"{address} answers {_named(answer.status)}"
    if answer.status in _REFUSED:
        # Such an answer may repeat parts of the key, so its text is not shown.
        return Failure(f"{reason}; {endpoint.credential.note}", lasting=True)
    said = quoted(endpoint.credential.hidden_in(_complaint(value)))
    lasting = answer.status in _BUSY or answer.status == HTTPStatus.NOT_FOUND
    return Failure(f"{reason}: {said}" if said else reason, lasting=lasting)


def _complaint(value: Json) -> str:
    """Return what an error body says, in the shapes that OpenAI and its likes use."""
    for key in ("error", "message", "detail"):
        if isinstance(value, dict) and key in value:
            value = value[key]
    return value if isinstance(value, str) else ""
