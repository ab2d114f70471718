"""Addresses of endpoints: a base URL and a path, checked; clusters by name."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final
from urllib.parse import SplitResult, quote, urljoin, urlsplit

from toolsearch_cli.endpoints.failure import Failure, quoted

if TYPE_CHECKING:
    from collections.abc import Mapping

CLUSTER_VARIABLE: Final = "TOOLSEARCH_CLUSTER_"
"""Begins the environment variable that holds a cluster's base URL."""

_PORTS: Final = {"http": 80, "https": 443}
_AS_THEY_ARE: Final = "/%:@!$&'()*+,;=~?"
_HOST: Final = re.compile(r"[a-z0-9._:%-]+")
_LOOPBACK: Final = re.compile(r"localhost|127(\.\d{1,3}){3}|::1")


@dataclass(frozen=True, slots=True)
class Address:
    """Where requests go. Its text leaves out the query, which may hold a secret."""

    scheme: str
    """`http` or `https`."""
    host: str
    """In lower case; an IPv6 address without brackets."""
    port: int
    target: str
    """The path and the query, as the request line has them."""

    @property
    def authority(self) -> str:
        """The host, and the port where it is not the scheme's own."""
        host = f"[{self.host}]" if ":" in self.host else self.host
        return host if self.port == _PORTS[self.scheme] else f"{host}:{self.port}"

    @property
    def origin(self) -> str:
        """Scheme, host and port: who gets a request."""
        return f"{self.scheme}://{self.authority}"

    @property
    def is_loopback(self) -> bool:
        """Whether the host is this machine by its name alone; nothing is looked up."""
        return _LOOPBACK.fullmatch(self.host) is not None

    def __str__(self) -> str:
        """Return the address without its query."""
        return quoted(f"{self.origin}{self.target.partition('?')[0]}")

    def beside(self, location: str) -> Address | Failure:
        """Return where a redirect from here leads: an absolute or a relative URL."""
        try:
            joined = urljoin(f"{self.origin}{self.target}", location)
        except ValueError:
            return Failure("a redirect to what is no URL", lasting=True)
        return parse_address(joined)


def parse_address(base_url: str, path: str = "") -> Address | Failure:
    """Return the address of `path` below a base URL.

    A base URL may end with what the path begins with: `https://host/v1` and `/v1/embeddings` give
    `/v1/embeddings` once. A URL with a user name or password is refused, and not repeated: keys
    come from the environment.
    """
    try:
        base, rest = urlsplit(base_url.strip()), urlsplit(path.strip())
        port = base.port
    except ValueError:
        return Failure("the base URL is not a URL", lasting=True)
    if "@" in base.netloc:
        return Failure("the base URL holds a user name or a password", lasting=True)
    if base.scheme not in _PORTS or not base.hostname:
        named = quoted(f"{base.scheme}://{base.netloc}")
        return Failure(f"the base URL is not http://HOST or https://HOST: {named}", lasting=True)
    if port == 0:
        return Failure("the base URL has port 0", lasting=True)
    if not _HOST.fullmatch(base.hostname):
        named = quoted(base.hostname)
        return Failure(
            f"the base URL names no host (others than ASCII as xn--): {named}", lasting=True
        )
    found = Address(base.scheme, base.hostname, port or _PORTS[base.scheme], "/")
    return replace(found, target=_target(base, rest))


def _target(base: SplitResult, path: SplitResult) -> str:
    above = [part for part in base.path.split("/") if part]
    below = path.path.strip("/").split("/") if path.path.strip("/") else []
    common = next(n for n in range(len(above), -1, -1) if above[len(above) - n :] == below[:n])
    whole = "/" + "/".join(above + below[common:])
    if (path.path or base.path).endswith("/") and whole != "/":
        whole += "/"
    query = "&".join(part for part in (base.query, path.query) if part)
    return quote(f"{whole}?{query}" if query else whole, safe=_AS_THEY_ARE)


def cluster_variable(cluster: str) -> str:
    """Return the environment variable that holds the base URL of a cluster.

    The name in capitals; what is no ASCII letter or digit becomes `_`.
    """
    return CLUSTER_VARIABLE + re.sub(r"[^A-Z0-9]", "_", cluster.upper())


def cluster_url(
    cluster: str, configured: Mapping[str, str], environ: Mapping[str, str]
) -> str | Failure:
    """Return the base URL of a cluster: as configured by its name, else from the environment."""
    variable = cluster_variable(cluster)
    url = configured.get(cluster) or environ.get(variable)
    if url:
        return url
    return Failure(
        f"cluster {quoted(cluster)} has no base URL: set {variable} to one", lasting=True
    )
