"""What stands behind a bridge: a snapshot, of which nothing is called, or servers that run."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal, Protocol, TypeAlias

from toolsearch_cli.errors import ToolsearchError
from toolsearch_cli.reports.call_records import said

if TYPE_CHECKING:
    from collections.abc import Callable

    from mcp.shared.dispatcher import ProgressFnT

    from toolsearch_cli.catalog.model import Catalog, Json, Source
    from toolsearch_cli.hosts.calls import Dispatch

Result: TypeAlias = "dict[str, Json]"
"""What `tools/call` of MCP gives, as it goes over the wire."""

Told: TypeAlias = "ProgressFnT"
"""Hears how far a call is: progress, total and message."""


Unanswered: TypeAlias = Literal["not_connected", "went_away", "timed_out", "rubbish"]
"""Why a call got no answer: its server is away, went away, took too long, or sent no message."""


class UnansweredError(ToolsearchError):
    """A server did not answer a call; the message is for the model."""

    def __init__(self, message: str, kind: Unanswered) -> None:
        super().__init__(message)
        self.kind = kind


class Backend(Protocol):
    """Gives the catalog as it is now, and makes the calls."""

    async def known(self) -> Catalog:
        """Return what could be called when it was last looked at; no server is asked."""

    async def catalog(self, asked: Source | None = None, /) -> Catalog:
        """Return what can be called now; the same value as long as nothing has changed.

        Where one source is `asked`, the others are as they were last looked at.
        """

    async def call(self, catalog: Catalog, dispatch: Dispatch, told: Told | None, /) -> Result:
        """Call a tool of that catalog and return what came of it, untouched.

        `told` hears how far the call is.

        Raises:
            UnansweredError: Nothing came of it.
            MCPError: The server answered with an error.
        """

    @property
    def missing(self) -> tuple[str, ...]:
        """The names of the sources whose tools cannot be called now, in the catalog's order."""

    @property
    def standing(self) -> dict[str, Json]:
        """How it is, in numbers, for `/healthz`."""

    def when_changed(self, tell: Callable[[], None]) -> None:
        """Have `tell` called whenever the catalog has changed."""


@dataclass(frozen=True, slots=True)
class Snapshot:
    """A catalog from files: it is searched and described, and its calls are said, not made."""

    loaded: Catalog

    async def known(self) -> Catalog:
        """Return the catalog."""
        return self.loaded

    async def catalog(self, _asked: Source | None = None, /) -> Catalog:
        """Return the catalog."""
        return self.loaded

    async def call(self, catalog: Catalog, dispatch: Dispatch, _told: Told | None, /) -> Result:
        """Say what would have been called."""
        return text_result(said(catalog, dispatch))

    @property
    def missing(self) -> tuple[str, ...]:
        """None: what the files hold is all there is."""
        return ()

    @property
    def standing(self) -> dict[str, Json]:
        """The size of the catalog."""
        return {"tools": self.loaded.tool_count}

    def when_changed(self, tell: Callable[[], None]) -> None:
        """Never tell: files that were read do not change."""


def text_result(value: Json, *, is_error: bool = False) -> Result:
    """Return JSON as the text of a result, as a host gives its own answers to the model."""
    text = json.dumps(sendable(value), ensure_ascii=False)
    return {"content": [{"type": "text", "text": text}], "isError": is_error}


def sendable(value: Json) -> Json:
    """Return a value that has bytes: a lone surrogate, which has none, becomes a question mark."""
    text = json.dumps(value, ensure_ascii=False)
    try:
        text.encode("utf-8")
    except UnicodeEncodeError:
        replaced: Json = json.loads(text.encode("utf-8", "replace"))
        return replaced
    return value
