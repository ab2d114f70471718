"""TS306: text that a host cuts."""

from __future__ import annotations

from typing import TYPE_CHECKING

from toolsearch_cli.checks.findings import Docs, Rule, Severity
from toolsearch_cli.checks.rules.limit_sources import known_from

if TYPE_CHECKING:
    from collections.abc import Iterator

    from toolsearch_cli.checks.context import Context
    from toolsearch_cli.checks.findings import Finding


def find(context: Context) -> Iterator[Finding]:
    """Yield each tool description, and each source's instructions, that is over a host's cut."""
    cuts = [(one.description, one.host) for one in context.limits if one.description is not None]
    for most, host in cuts:
        for position, source in context.sources():
            length = len(source.instructions or "")
            if length > most:
                message = f"{host} cuts the instructions, {length:,} characters, at {most:,}"
                yield context.at_source(RULE, position, message, "put what matters first")
        for one in context.published():
            description = one.tool.description
            if isinstance(description, str) and len(description) > most:
                message = (
                    f"{host} cuts the description, {len(description):,} characters, at {most:,}"
                )
                yield context.at_tool(RULE, one, message, "put what matters first, examples last")


RULE = Rule(
    "TS306",
    "long-description",
    Severity.warning,
    "a text is longer than a host shows",
    docs=Docs(
        why=(
            "Claude Code cuts every description, and a server's instructions, after 2,048 "
            "characters. The model never reads the rest, and nobody says so."
        ),
        bad='"description": "..." of 3,800 characters, the one warning at the end',
        good='"description": "..." of 600 characters, the warning first',
        fix="Move examples and tables to the documentation of the parameters, or to a resource.",
        known_from=known_from(
            lambda one: f"{one.description:,} characters" if one.description else ""
        ),
    ),
    host="claude-code",
    fires=113,
    find=find,
)
