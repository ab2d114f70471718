"""All pages of a server's `tools/list`, as it sent them, and no more than anyone can read."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Final

from toolsearch_cli.catalog.document import type_in_words
from toolsearch_cli.live.failure import BrokenPromiseError
from toolsearch_cli.live.wire import LONGEST_MESSAGE

if TYPE_CHECKING:
    from collections.abc import Mapping

    from toolsearch_cli.catalog.model import Json
    from toolsearch_cli.live.session import Upstream

MOST_PAGES: Final = 1_000


async def tools_of(
    upstream: Upstream, *, max_pages: int = MOST_PAGES, max_bytes: int = LONGEST_MESSAGE
) -> list[Json]:
    """Return the tools of every page, in order: each value exactly as it was sent.

    A server that says it has no tools is not asked.

    Args:
        upstream: The server.
        max_pages: Most pages.
        max_bytes: Most bytes of all pages together, as compact JSON.

    Raises:
        BrokenPromiseError: The list has no end, is too large, or is no list.
        MCPError: The server answered with an error, or the connection ended.
    """
    if not _has_tools(upstream.introduction):
        return []
    tools: list[Json] = []
    seen: set[str] = set()
    room = max_bytes
    params: dict[str, Json] | None = None
    for _ in range(max_pages):
        page = await upstream.request("tools/list", params)
        found = page.get("tools")
        if not isinstance(found, list):
            raise BrokenPromiseError(
                f"its tools/list has no array of tools, but {type_in_words(found)}"
            )
        room -= _size(found)
        if room < 0:
            raise BrokenPromiseError(f"its list of tools is longer than {max_bytes:,} bytes")
        tools += found
        cursor = page.get("nextCursor")
        if cursor is None:
            return tools
        params = {"cursor": _next(cursor, seen)}
    raise BrokenPromiseError(f"its list of tools goes on after {max_pages:,} pages")


def _size(page: Json) -> int:
    """How many bytes a page takes; what JSON cannot hold has no place in a snapshot."""
    try:
        text = json.dumps(page, ensure_ascii=False, allow_nan=False, separators=(",", ":"))
    except ValueError:
        raise BrokenPromiseError("its list of tools holds a number that JSON cannot") from None
    return len(text.encode("utf-8", "surrogatepass"))


def _has_tools(introduction: Mapping[str, Json]) -> bool:
    """Whether it has tools; one that announces nothing at all is asked."""
    capabilities = introduction.get("capabilities")
    return not isinstance(capabilities, dict) or not capabilities or "tools" in capabilities


def _next(cursor: Json, seen: set[str]) -> str:
    """The cursor of the next page, which none before it may have had."""
    if not isinstance(cursor, str):
        raise BrokenPromiseError(f"its cursor is {type_in_words(cursor)}, not a string")
    if cursor in seen:
        raise BrokenPromiseError("its list of tools goes in circles: a cursor comes again")
    seen.add(cursor)
    return cursor
