"""TS207: more tools than a host takes."""

from __future__ import annotations

from typing import TYPE_CHECKING

from toolsearch_cli.checks.findings import Docs, Place, Rule, Severity
from toolsearch_cli.checks.rules.limit_sources import known_from

if TYPE_CHECKING:
    from collections.abc import Iterator

    from toolsearch_cli.checks.context import Context
    from toolsearch_cli.checks.findings import Finding


_REMEDY = "grant the session fewer tools there, or let the host defer them"


def find(context: Context) -> Iterator[Finding]:
    """Yield each source that is over a cap by itself, and the catalog where only the sum is."""
    caps = [(limits.tools, limits.host) for limits in context.limits if limits.tools is not None]
    alone: set[str] = set()
    total = 0
    for position, source in context.sources():
        tools = len(source.tools)
        total += tools
        over = _over(caps, tools, set())
        alone |= {host for _, host in over}
        if over:
            yield context.at_source(RULE, position, _message(tools, over), _REMEDY)
    together = _over(caps, total, alone)
    if together:
        yield context.found(RULE, Place(), _message(total, together), _REMEDY)


def _over(caps: list[tuple[int, str]], tools: int, without: set[str]) -> list[tuple[int, str]]:
    return sorted((cap, host) for cap, host in caps if tools > cap and host not in without)


def _message(tools: int, over: list[tuple[int, str]]) -> str:
    return f"{tools:,} tools: {', '.join(f'{host} takes {cap:,}' for cap, host in over)}"


RULE = Rule(
    "TS207",
    "host-tool-cap",
    Severity.info,
    "more tools than a host takes",
    docs=Docs(
        why=(
            "Some clients and APIs take only so many tools. What is over the cap is dropped in "
            "silence, or the request fails: Cursor 40, Windsurf 100, OpenAI and VS Code 128, "
            "Gemini 512, Anthropic 10,000 with tool search."
        ),
        bad="60 tools in one session of a client that takes 40",
        good="two profiles of 30 tools, or a host that defers",
        fix=(
            "Split the server by task, let users choose toolsets, or name the hosts that matter "
            "to you under `rules: {hosts: [...]}`."
        ),
        known_from=known_from(lambda one: f"{one.tools:,} tools" if one.tools else ""),
    ),
    host="cursor, windsurf, openai, copilot, gemini, anthropic",
    find=find,
)
