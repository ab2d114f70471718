"""TS206: a tool or source named like one of the host's own tools."""

from __future__ import annotations

from typing import TYPE_CHECKING

from toolsearch_cli.checks.findings import Docs, Rule, Severity

if TYPE_CHECKING:
    from collections.abc import Iterator

    from toolsearch_cli.checks.context import Context
    from toolsearch_cli.checks.findings import Finding


def find(context: Context) -> Iterator[Finding]:
    """Yield each source and tool that has the name of a tool of the host's own."""
    core, host = context.host.core_names, context.host.name
    for position, source in context.sources():
        if source.kind != "core" and source.name in core:
            yield context.at_source(RULE, position, f"{host} has a tool of this name", "rename it")
    for one in context.published():
        if one.source.kind == "core" or one.tool.name not in core:
            continue
        if one.source.kind == "plugin":
            message = f"{host} has a tool of this name, so it is never deferred"
        else:
            message = f"{host} has a tool of this name, which a model tries first"
        yield context.at_tool(RULE, one, message, "give it a name of its own")


RULE = Rule(
    "TS206",
    "core-name",
    Severity.info,
    "named like one of the host's own tools",
    docs=Docs(
        why=(
            "The host's own tools are always in front of the model. One of the same name behind "
            "the bridge is seldom looked for, and results are told apart only by the prefix. A "
            "plugin's tool of that name is sent on every turn and never deferred."
        ),
        bad="filesystem: read_file      # the host has read_file",
        good="filesystem: read_remote_file",
        fix="Say in the name what sets it apart from the host's own.",
    ),
    host="hermes",
    about="host",
    fires=17,
    find=find,
)
