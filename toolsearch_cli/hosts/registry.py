"""From a host's name to the host: its module is imported when it is asked for."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

from toolsearch_cli.errors import UsageError, nearest
from toolsearch_cli.hosts.names import HOSTS

if TYPE_CHECKING:
    from toolsearch_cli.hosts.protocol import Host


def host_named(name: str) -> Host:
    """Return the host called `name`.

    Raises:
        UsageError: There is no such host; the hint names the nearest, or all.
    """
    if name not in HOSTS:
        raise UsageError(f"no such host: {name}", hint=nearest(name, HOSTS, "hosts"))
    host: Host = import_module(HOSTS[name]).host(name)
    return host
