"""Lines of a recording: one for each call that went through a running bridge."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from toolsearch_cli.hosts.calls import Dispatch

if TYPE_CHECKING:
    from toolsearch_cli.catalog.model import Catalog
    from toolsearch_cli.hosts.calls import Outcome
    from toolsearch_cli.reports.records import Record

KIND: Final = "recording/1"


def recording_record(
    catalog: Catalog, host: str, tool: str, outcome: Outcome, *, time: str, session: str
) -> Record:
    """Return `recording/1`: what was searched and found, and which tool was called.

    `{"toolsearch", "time", "session", "host", "tool", "outcome", "error", "searches", "called"}`.
    `searches` lists `{"query", "found"}`, `called` is `{"name", "source", "kind", "tool"}` or null.
    What a tool was called with, and what it gave, is not in it: only searches are needed again.
    """
    record: Record = {
        "toolsearch": KIND,
        "time": time,
        "session": session,
        "host": host,
        "tool": tool,
    }
    if isinstance(outcome, Dispatch):
        source = catalog.sources[outcome.source]
        called = {"name": outcome.name, "source": source.name, "kind": source.kind}
        return record | {
            "outcome": "dispatch",
            "error": None,
            "searches": [],
            "called": called | {"tool": outcome.tool},
        }
    return record | {
        "outcome": "error" if outcome.error else "reply",
        "error": outcome.error,
        "searches": [{"query": one.query, "found": list(one.names)} for one in outcome.searches],
        "called": None,
    }
