"""Who may ask over HTTP: checks of Host, Origin and the bearer token. Pure."""

from __future__ import annotations

import hmac
from dataclasses import dataclass
from ipaddress import ip_address
from typing import TYPE_CHECKING, Final, NamedTuple
from urllib.parse import urlsplit

if TYPE_CHECKING:
    from collections.abc import Mapping

_LOOPBACK: Final = frozenset({"127.0.0.1", "localhost", "::1"})
_PORTS: Final = {"http": 80, "https": 443}
"""The ports that addresses leave out."""


class Refusal(NamedTuple):
    """Why a request is not answered."""

    status: int
    reason: str


@dataclass(frozen=True, slots=True)
class Gate:
    """What a request must bring. Without these checks any page in a browser could call tools."""

    address: str
    """Where the server listens."""
    token: str | None = None
    """What a client must send as its bearer token; `None`: none is asked for."""
    names: frozenset[str] = frozenset()
    """Other names under which the server may be asked."""

    def refusal(self, headers: Mapping[str, str], *, is_open: bool = False) -> Refusal | None:
        """Return why a request is refused; `None`: it is not.

        Args:
            headers: By lower-case name.
            is_open: Whether it needs no token.
        """
        host = headers.get("host", "")
        if not self._knows(_host_in(host)):
            return Refusal(421, "Host is not a name of this server")
        origin = headers.get("origin")
        if origin is not None and not self._trusts(origin, host):
            return Refusal(403, "Origin is not allowed")
        if not is_open and not self._has_token(headers.get("authorization", "")):
            return Refusal(401, "a bearer token is required")
        return None

    @property
    def is_local(self) -> bool:
        """Whether only this machine can reach the server."""
        return _is_loopback(self.address)

    def _knows(self, host: str | None) -> bool:
        """Say whether the server is called so. An address cannot be a name that was rebound."""
        if not host:
            return False
        if host in _LOOPBACK or host == self.address.lower() or host in self.names:
            return True
        return not self.is_local and _is_address(host)

    def _trusts(self, origin: str, host: str) -> bool:
        """Say whether pages from there may ask: of this machine, of a name we were told, or ours.

        Any other address is somebody's server, of which a browser may show a page.
        """
        page = _host_of(origin)
        if not page:
            return False
        return page in _LOOPBACK or page in self.names or _is_at(host, origin)

    def _has_token(self, authorization: str) -> bool:
        if self.token is None:
            return True
        scheme, _, sent = authorization.partition(" ")
        given = sent.strip().encode("utf-8", "surrogateescape")
        right = hmac.compare_digest(given, self.token.encode("utf-8", "surrogateescape"))
        return right and scheme.lower() == "bearer"


def _host_in(header: str) -> str | None:
    """Return the host of a Host header, without its port."""
    return _host_of(f"//{header}") if header and "/" not in header else None


def _host_of(address: str) -> str | None:
    try:
        parts = urlsplit(address)
        _ = parts.port  # raises where it is none
    except ValueError:
        return None
    if "@" in parts.netloc or parts.scheme not in ("", "http", "https"):
        return None
    return parts.hostname


def _is_at(host: str, origin: str) -> bool:
    """Say whether a Host header that was read before names the server that a page came from."""
    there, here = urlsplit(origin), urlsplit(f"//{host}")
    usual = _PORTS.get(there.scheme)
    return (there.hostname, there.port or usual) == (here.hostname, here.port or usual)


def _is_address(host: str) -> bool:
    try:
        ip_address(host)
    except ValueError:
        return False
    return True


def _is_loopback(host: str) -> bool:
    return host.lower() == "localhost" or (_is_address(host) and ip_address(host).is_loopback)
