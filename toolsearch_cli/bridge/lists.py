"""The list of tools of a server: asked for within a time, and believed for another."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Final

from toolsearch_cli.live.configs import Address
from toolsearch_cli.live.failure import BrokenPromiseError
from toolsearch_cli.live.listing import tools_of

if TYPE_CHECKING:
    from toolsearch_cli.catalog.model import Json
    from toolsearch_cli.live.session import Upstream

_SILENT_AGE: Final = 2.0
_TOLD_AGE: Final = 60.0
"""Seconds after which a list is asked for anew: of a server that does not tell of changes, and of
one that does."""


async def current_tools(upstream: Upstream, within: float) -> list[Json]:
    """Return a server's list.

    Raises:
        MCPError: It answered with an error.
        BrokenPromiseError: It sent no list, or not within so many seconds.
    """
    try:
        async with asyncio.timeout(within):
            return await tools_of(upstream)
    except TimeoutError:
        raise BrokenPromiseError("did not list its tools in time") from None


def age_of(upstream: Upstream) -> float:
    """Return how old a list may be: a program that tells of changes is believed for longer.

    Of a server elsewhere nothing says that it is gone, until it is asked.
    """
    if isinstance(upstream.entry.launch, Address):
        return _SILENT_AGE
    capabilities = upstream.introduction.get("capabilities")
    tools = capabilities.get("tools") if isinstance(capabilities, dict) else None
    tells = isinstance(tools, dict) and tools.get("listChanged") is True
    return _TOLD_AGE if tells and "protocolVersion" in upstream.introduction else _SILENT_AGE
