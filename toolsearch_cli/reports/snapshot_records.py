"""`snapshot/1`: what servers publish, as `capture` writes it and every command reads it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from toolsearch_cli.catalog.formats.native import FAILURE
from toolsearch_cli.catalog.model import Provenance, UnknownServer
from toolsearch_cli.catalog.writing.native import unknown_server
from toolsearch_cli.live.outcomes import Captured

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from datetime import datetime

    from toolsearch_cli.catalog.model import Json
    from toolsearch_cli.live.outcomes import Outcome
    from toolsearch_cli.reports.records import Record


def snapshot_record(
    named: Iterable[tuple[str, Outcome]], captured_at: datetime, versions: Mapping[str, str]
) -> Record:
    """Return the snapshot: servers by name, each one's tools in its own order.

    Args:
        named: What became of each server, with its name.
        captured_at: When, in UTC.
        versions: Of the programs that captured, by name.
    """
    return {
        "captured": {"at": captured_at.strftime("%Y-%m-%dT%H:%M:%SZ"), **versions},
        "servers": servers_record(sorted(named, key=lambda pair: pair[0])),
    }


def servers_record(named: Iterable[tuple[str, Outcome]]) -> list[Json]:
    """Return servers with their names in the native form; unknown tools are null."""
    return [_server(name, outcome) for name, outcome in named]


def _server(name: str, outcome: Outcome) -> dict[str, Json]:
    head: dict[str, Json] = {"name": name, "kind": "mcp"}
    if not isinstance(outcome, Captured):
        failure: dict[str, Json] = {"reason": outcome.reason, "stderr": [*outcome.stderr]}
        beside: dict[str, Json] = {FAILURE: failure}
        return unknown_server(UnknownServer(name, outcome.reason, Provenance(""), beside))
    if outcome.instructions is not None:
        head["instructions"] = outcome.instructions
    if outcome.server_info:
        head["serverInfo"] = dict(outcome.server_info)
    if outcome.protocol_version:
        head["protocolVersion"] = outcome.protocol_version
    return {**head, "tools": [*outcome.tools]}
