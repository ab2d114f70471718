"""Hard limits of hosts and model APIs, each with where it is known from. Facts, not simulation."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace


@dataclass(frozen=True, slots=True, kw_only=True)
class Limits:
    """What one host or API takes; `None` where no limit is known."""

    host: str
    tools: int | None = None
    """Most tools of a session."""
    name: int | None = None
    """Longest name, in characters, as the model sees it."""
    server_and_tool: int | None = None
    """Most characters of a source's and a tool's published names together."""
    published: re.Pattern[str] | None = None
    """What a tool's published name must look like, where it reaches this host unchanged."""
    is_client: bool = False
    """Whether it names tools itself: another host's names never reach it."""
    description: int | None = None
    """Characters after which a description or instructions are cut."""
    parameter: re.Pattern[str] | None = None
    """What the name of a parameter must look like."""
    refused_at_top: frozenset[str] = frozenset()
    """Keywords that an input schema must not have at its top."""
    known_from: str
    schemas_known_from: str = ""
    """Where the limits on schemas are known from."""


_COMBINATIONS = frozenset({"anyOf", "oneOf", "allOf"})
_PLAIN = re.compile(r"[A-Za-z0-9_-]+\Z")

_SANITISER = "the schema sanitiser of Hermes, which takes them out before it asks these APIs"

LIMITS: tuple[Limits, ...] = (
    Limits(
        host="mcp",
        published=re.compile(r"[A-Za-z0-9_.-]{1,128}\Z"),
        known_from="MCP specification 2025-11-25 and 2026-07-28 (SHOULD)",
    ),
    Limits(
        host="anthropic",
        tools=10_000,
        name=128,
        published=_PLAIN,
        refused_at_top=_COMBINATIONS,
        known_from="Anthropic API errors, github/copilot-cli #2581; tool search documentation",
        schemas_known_from=_SANITISER,
    ),
    Limits(
        host="claude-desktop",
        name=64,
        published=_PLAIN,
        is_client=True,
        known_from="Claude Desktop, FrontendRemoteMcpToolDefinition error",
    ),
    Limits(host="claude-code", description=2_048, known_from="Claude Code documentation"),
    Limits(
        host="openai",
        tools=128,
        name=64,
        published=_PLAIN,
        refused_at_top=_COMBINATIONS | {"enum", "not"},
        known_from="openai-openapi (Chat Completions) and its errors",
        schemas_known_from=_SANITISER,
    ),
    Limits(
        host="gemini",
        tools=512,
        name=64,
        published=re.compile(r"[A-Za-z_][A-Za-z0-9_.:-]*\Z"),
        parameter=re.compile(r"[A-Za-z_][A-Za-z0-9_]{0,63}\Z"),
        known_from="Gemini API errors, gemini-cli #19083 and #6031; google-genai",
        schemas_known_from="Gemini API errors with `parameters`, gemini-cli #19083; google-genai",
    ),
    Limits(host="copilot", tools=128, known_from="VS Code source, microsoft/vscode"),
    Limits(
        host="cursor",
        tools=40,
        server_and_tool=60,
        known_from="Cursor's warnings and errors, as reported",
    ),
    Limits(host="windsurf", tools=100, known_from="Windsurf documentation"),
)

LIMITED_HOSTS: tuple[str, ...] = tuple(one.host for one in LIMITS)


_HELD_TO: dict[str, tuple[str, ...]] = {
    "claude-code": ("anthropic", "claude-code"),
    "anthropic": ("anthropic",),
    "openai": ("openai",),
    "copilot": ("copilot",),
    "cursor": ("cursor",),
    "gemini-cli": ("gemini",),
}
"""Whose limits hold for a host that is simulated; for others, whose users have many APIs, all."""

_RESPONSES = 128
"""Longest name of OpenAI's Responses API, which the host `openai` is."""


def limits_of(hosts: tuple[str, ...]) -> tuple[Limits, ...]:
    """Return the limits of the hosts named; of all without a name."""
    return tuple(one for one in LIMITS if not hosts or one.host in hosts)


def limits_under(host: str) -> tuple[Limits, ...]:
    """Return the limits that hold for a host that is simulated."""
    found = limits_of(_HELD_TO.get(host, ()))
    if host != "openai":
        return found
    known_from = "openai-openapi (Responses); 128 tools only in its errors"
    return tuple(replace(one, name=_RESPONSES, known_from=known_from) for one in found)
