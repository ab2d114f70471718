"""Which hosts there are. Adding one is one module and one arm here."""

from __future__ import annotations

from difflib import get_close_matches
from typing import TYPE_CHECKING

from toolsearch_cli.errors import UsageError
from toolsearch_cli.hosts.names import HOST_NAMES

if TYPE_CHECKING:
    from toolsearch_cli.hosts.protocol import Host


def host_named(name: str) -> Host:
    """Return the host called `name`.

    Raises:
        UsageError: There is no such host; the hint names the nearest.
    """
    family = name.partition("@")[0]
    if name not in HOST_NAMES:
        close = get_close_matches(name, HOST_NAMES, n=1) or HOST_NAMES
        raise UsageError(f"no such host: {name}", hint=f"did you mean {', '.join(close)}?")
    match family:
        case _:
            from toolsearch_cli.hosts.hermes.host import HermesHost
            from toolsearch_cli.hosts.hermes.releases import release_named

            return HermesHost(release_named(name))
