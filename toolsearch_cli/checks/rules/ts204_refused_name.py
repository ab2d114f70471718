"""TS204: a published name with characters that a host refuses."""

from __future__ import annotations

from typing import TYPE_CHECKING

from toolsearch_cli.checks.findings import Docs, Rule, Severity
from toolsearch_cli.checks.rules.limit_sources import known_from, written

if TYPE_CHECKING:
    from collections.abc import Iterator

    from toolsearch_cli.checks.context import Context
    from toolsearch_cli.checks.findings import Finding


def find(context: Context) -> Iterator[Finding]:
    """Yield each tool whose published name breaks the pattern of a host."""
    patterns = [(one.host, one.published) for one in context.limits if one.published]
    for one in context.published():
        name = one.tool.name
        refusing = [host for host, pattern in patterns if not pattern.match(name)]
        if refusing:
            yield context.at_tool(
                RULE,
                one,
                f"{', '.join(refusing)} {'refuse' if len(refusing) > 1 else 'refuses'} this name",
                "use letters, digits, underscores and hyphens, at most 128, a letter first",
            )


RULE = Rule(
    "TS204",
    "refused-name",
    Severity.warning,
    "a name has characters that a host refuses",
    docs=Docs(
        why=(
            "The MCP specification wants 1 to 128 letters, digits, underscores, hyphens and dots. "
            "The APIs of Anthropic and OpenAI take no dots, and Gemini no name that begins with a "
            "digit or hyphen. A host that passes names on unchanged gets an error for the whole "
            "request."
        ),
        bad='{"name": "issues.create new"}',
        good='{"name": "issues_create"}',
        fix="Use letters, digits, underscores and hyphens, and begin with a letter.",
        known_from=known_from(lambda one: written(one.published) if one.published else ""),
    ),
    host="every client that keeps published names: mcp, anthropic, openai, gemini, claude-desktop",
    fires=0,
    find=find,
)
