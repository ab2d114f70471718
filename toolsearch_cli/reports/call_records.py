"""JSON records of a call: what the host answers, or which tool it would call."""

from __future__ import annotations

from typing import TYPE_CHECKING

from toolsearch_cli.hosts.calls import Dispatch

if TYPE_CHECKING:
    from toolsearch_cli.catalog.model import Catalog, Json
    from toolsearch_cli.hosts.calls import Arguments, Outcome
    from toolsearch_cli.hosts.scenario import Scenario
    from toolsearch_cli.reports.records import Record


def call_record(
    catalog: Catalog, scenario: Scenario, tool: str, arguments: Arguments, outcome: Outcome
) -> Record:
    """Return `call/1`.

    `{"host", "context", "tool", "arguments", "offered", "outcome", "error", "result",
    "dispatch"}`. `outcome` is `reply`, `error` (its kind is `error`) or `dispatch`; `result` is the
    host's own JSON and null for a dispatch; `dispatch` is null for anything else.
    """
    if isinstance(outcome, Dispatch):
        told: Record = {"outcome": "dispatch", "error": None, "result": None}
        told["dispatch"] = dispatch_record(catalog, outcome)
    else:
        told = {"outcome": "error" if outcome.error else "reply", "error": outcome.error}
        told |= {"result": outcome.result, "dispatch": None}
    return {
        "host": scenario.host,
        "context": scenario.context,
        "tool": tool,
        "arguments": arguments,
        "offered": outcome.offered,
        **told,
    }


def dispatch_record(catalog: Catalog, dispatch: Dispatch) -> dict[str, Json]:
    """Return which tool is called: its qualified name, its source and its own name there."""
    source = catalog.sources[dispatch.source]
    return {
        "name": dispatch.name,
        "source": source.name,
        "kind": source.kind,
        "tool": dispatch.tool,
        "arguments": dispatch.arguments,
    }


def said(catalog: Catalog, outcome: Outcome) -> Json:
    """Return what the model reads of a call over a snapshot: the host's JSON, or what it calls."""
    if isinstance(outcome, Dispatch):
        return {"would_call": dispatch_record(catalog, outcome)}
    return outcome.result
