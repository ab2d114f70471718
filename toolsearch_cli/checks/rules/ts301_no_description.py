"""TS301: a tool without a description."""

from __future__ import annotations

from typing import TYPE_CHECKING

from toolsearch_cli.checks.findings import Docs, Rule, Severity

if TYPE_CHECKING:
    from collections.abc import Iterator

    from toolsearch_cli.checks.context import Context
    from toolsearch_cli.checks.findings import Finding


def find(context: Context) -> Iterator[Finding]:
    """Yield each tool without a description, or with a blank one; an unknown one may be none."""
    for one in context.published():
        if "description" in one.tool.unknown:
            continue
        description = one.tool.description
        if description is None or (isinstance(description, str) and not description.strip()):
            yield context.at_tool(
                RULE, one, "has no description", "say in one sentence what it does, and to what"
            )


RULE = Rule(
    "TS301",
    "no-description",
    Severity.warning,
    "a tool has no description",
    docs=Docs(
        why=(
            "The description is what the model decides by and what a search ranks. Without one "
            "the host writes a line of its own, such as `MCP tool run from jobs`, and only the "
            "words of the name can be found."
        ),
        bad='{"name": "run", "inputSchema": {"type": "object"}}',
        good='{"name": "run", "description": "Run a saved job now.", ...}',
        fix="Write one sentence: a verb, the object, and what is special about it.",
    ),
    fires=1,
    find=find,
)
