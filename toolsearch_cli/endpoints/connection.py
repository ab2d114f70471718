"""One exchange over HTTP, bounded in time and size: the only file that opens a connection.

A timeout of a socket starts anew with every byte, and none covers the search for a host's address.
So a thread does the work, the caller waits as long as it was told to, and then hangs up.
"""

from __future__ import annotations

import http.client
import socket
import ssl
from base64 import b64encode
from contextlib import suppress
from dataclasses import dataclass, field
from queue import Empty, SimpleQueue
from threading import Thread
from typing import TYPE_CHECKING, Final, NamedTuple
from urllib.parse import SplitResult, unquote, urlsplit
from urllib.request import getproxies, proxy_bypass

from toolsearch_cli.endpoints.failure import Failure, quoted

if TYPE_CHECKING:
    from collections.abc import Mapping

    from toolsearch_cli.endpoints.address import Address
    from toolsearch_cli.endpoints.keys import Credential

MOST_BYTES: Final = 64 << 20
"""Longest answer that is read."""

_HEADERS: Final = {
    "Content-Type": "application/json",
    "Accept": "application/json",
    "Accept-Encoding": "identity",
    "User-Agent": "toolsearch",
    "Connection": "close",
}
_PIECE: Final = 64 << 10
_LONGEST_WAIT: Final = 86_400.0


class Answer(NamedTuple):
    """What came back."""

    status: int
    headers: Mapping[str, str]
    """By name in lower case; of repeated ones the last."""
    body: bytes


@dataclass(frozen=True, slots=True)
class _Line:
    """A connection that one thread works on and another may hang up."""

    connection: http.client.HTTPConnection
    target: str
    headers: Mapping[str, str] = field(repr=False)
    """What a proxy needs: its own credentials."""
    sockets: list[socket.socket] = field(default_factory=list)

    def open(self) -> None:
        """Connect; the connection forgets its socket when an answer comes, and this does not."""
        self.connection.connect()
        self.sockets.append(self.connection.sock)

    def hang_up(self) -> None:
        """End whatever the other thread waits for."""
        for one in (*self.sockets, self.connection.sock):
            if one is not None:
                # Not a TLS socket's own method, which would pull the rug from under the reader.
                with suppress(OSError):
                    socket.socket.shutdown(one, socket.SHUT_RDWR)


def post(
    address: Address,
    body: bytes,
    credential: Credential,
    *,
    seconds: float,
    most_bytes: int = MOST_BYTES,
) -> Answer | Failure:
    """Send `body`, a JSON text, to `address` and return the answer, whatever its status.

    Proxies are those of the environment, as `urllib` finds them, but for this machine, which is
    asked directly. Redirects are not followed.

    Args:
        address: Where to.
        body: What to send.
        credential: The key for `address`, if any.
        seconds: Most time for everything together.
        most_bytes: Longest body of an answer that is accepted.
    """
    seconds = min(max(seconds, 0.001), _LONGEST_WAIT)
    line = _line(address, seconds)
    if isinstance(line, Failure):
        return line
    ended: SimpleQueue[Answer | Failure] = SimpleQueue()

    def work() -> None:
        outcome: Answer | Failure = Failure(f"the exchange with {address} broke off")
        try:
            outcome = _exchange(line, address, body, credential, most_bytes)
        finally:
            ended.put(outcome)

    Thread(target=work, name="toolsearch-endpoint", daemon=True).start()
    try:
        return ended.get(timeout=seconds)
    except Empty:
        return _too_slow(address)
    finally:
        line.hang_up()


def _exchange(
    line: _Line, address: Address, body: bytes, credential: Credential, most_bytes: int
) -> Answer | Failure:
    """Do the work; every way in which a connection can fail is an answer."""
    try:
        line.open()
        _send(line, address, body, credential)
        with line.connection.getresponse() as response:
            return _read(response, address, most_bytes)
    except (OSError, http.client.HTTPException, ValueError) as error:
        return _explained(error, address)
    finally:
        line.connection.close()


def _explained(error: Exception, address: Address) -> Failure:
    """Say what an exception means; its own text may quote what was sent, the key included."""
    origin = address.origin
    match error:
        case TimeoutError():
            return _too_slow(address)
        case ConnectionRefusedError():
            reason = f"nobody answers at {origin}: connection refused"
        case socket.gaierror():
            reason = f"cannot find the host of {origin}"
        case ssl.SSLCertVerificationError():
            reason = f"no safe connection to {origin}: {quoted(error.verify_message)}"
        case ssl.SSLError():
            reason = f"no safe connection to {origin}: {quoted(error.reason or 'TLS failed')}"
        case OSError():
            said = error.strerror or str(error) or type(error).__name__
            reason = f"lost the connection to {origin}: {quoted(said)}"
        case _:
            reason = f"no HTTP from {origin}: {type(error).__name__}"
    return Failure(reason, lasting=True)


def _too_slow(address: Address) -> Failure:
    return Failure(f"{address} was too slow: no whole answer in time", lasting=True)


def _send(line: _Line, address: Address, body: bytes, credential: Credential) -> None:
    connection = line.connection
    connection.putrequest("POST", line.target, skip_host=True, skip_accept_encoding=True)
    connection.putheader("Host", address.authority)
    for name, value in _HEADERS.items():
        connection.putheader(name, value)
    for name, value in line.headers.items():
        connection.putheader(name, value)
    if credential.secret is not None:
        connection.putheader("Authorization", f"Bearer {credential.secret}")
    connection.putheader("Content-Length", str(len(body)))
    connection.endheaders(body)


def _read(
    response: http.client.HTTPResponse, address: Address, most_bytes: int
) -> Answer | Failure:
    too_long = Failure(f"{address} sends more than {most_bytes:,} bytes")
    if (response.length or 0) > most_bytes:
        return too_long
    pieces: list[bytes] = []
    size = 0
    while piece := response.read(_PIECE):
        size += len(piece)
        if size > most_bytes:
            return too_long
        pieces.append(piece)
    if response.length:
        return Failure(f"the answer of {address} ends early")
    headers = {name.lower(): value for name, value in response.getheaders()}
    return Answer(response.status, headers, b"".join(pieces))


def _line(address: Address, seconds: float) -> _Line | Failure:
    """Return a connection that is not open yet: direct, or through a proxy."""
    kind = http.client.HTTPSConnection if address.scheme == "https" else http.client.HTTPConnection
    proxy = _proxy(address)
    if proxy is None:
        return _Line(kind(address.host, address.port, timeout=seconds), address.target, {})
    if isinstance(proxy, Failure):
        return proxy
    connection = kind(proxy.hostname or "", proxy.port or 80, timeout=seconds)
    login = _proxy_login(proxy)
    if address.scheme == "https":
        connection.set_tunnel(address.host, address.port, headers=login)
        return _Line(connection, address.target, {})
    return _Line(connection, f"{address.origin}{address.target}", login)


def _proxy(address: Address) -> SplitResult | Failure | None:
    named = getproxies().get(address.scheme)
    if not named or address.is_loopback or proxy_bypass(f"{address.host}:{address.port}"):
        return None
    try:
        proxy = urlsplit(named if "://" in named else f"http://{named}")
        usable = proxy.scheme in {"http", "https"} and proxy.hostname and proxy.port != 0
    except ValueError:
        usable = False
    if usable:
        return proxy
    return Failure(
        f"the {address.scheme} proxy of the environment is not http://HOST:PORT", lasting=True
    )


def _proxy_login(proxy: SplitResult) -> dict[str, str]:
    if proxy.username is None:
        return {}
    login = f"{unquote(proxy.username)}:{unquote(proxy.password or '')}"
    return {"Proxy-Authorization": f"Basic {b64encode(login.encode()).decode()}"}
