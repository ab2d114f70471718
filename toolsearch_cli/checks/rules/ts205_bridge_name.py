"""TS205: a tool or source named like a tool of the bridge."""

from __future__ import annotations

from typing import TYPE_CHECKING

from toolsearch_cli.checks.findings import Docs, Rule, Severity

if TYPE_CHECKING:
    from collections.abc import Iterator

    from toolsearch_cli.checks.context import Context
    from toolsearch_cli.checks.findings import Finding


def find(context: Context) -> Iterator[Finding]:
    """Yield each source and tool that has the name of a tool of the host's bridge."""
    bridge, host = context.host.bridge_names, context.host.name
    for position, source in context.sources():
        if source.name in bridge:
            message = f"{host} has a tool of this name: it is the bridge"
            yield context.at_source(RULE, position, message, "rename it")
    for one in context.published():
        if one.tool.name not in bridge:
            continue
        message = f"{host} has a tool of this name: the model may take one for the other"
        if one.source.kind != "mcp":
            message = f"{host} drops it: its bridge has this name"
        yield context.at_tool(RULE, one, message, "rename it")


RULE = Rule(
    "TS205",
    "bridge-name",
    Severity.error,
    "named like a tool of the bridge",
    docs=Docs(
        why=(
            "The host keeps the names of its search bridge for itself. A plugin's tool of that "
            "name is dropped; an MCP tool gets a prefix, but the model reads `tool_search` twice "
            "and its instructions name only one of them."
        ),
        bad='{"name": "tool_search", "description": "Search our tools"}',
        good='{"name": "find_recipe", "description": "Search our recipes"}',
        fix="Name it after what it searches, describes or calls.",
    ),
    host="hermes",
    about="host",
    fires=0,
    find=find,
)
