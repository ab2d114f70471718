"""The hosts by name, for help, completion and the registry: no host is imported here."""

from __future__ import annotations

DEFAULT_HOST = "hermes"

_HERMES = ("hermes", "hermes@0.19", "hermes@0.20", "hermes@0.21-dev", "hermes@0.22")

HOSTS: dict[str, str] = {
    **dict.fromkeys(_HERMES, "toolsearch_cli.hosts.hermes.host"),
    "arion": "toolsearch_cli.hosts.arion.host",
    "graph": "toolsearch_cli.hosts.graph.host",
    "codex": "toolsearch_cli.hosts.codex.host",
    "claude-code": "toolsearch_cli.hosts.claude_code.host",
    "anthropic": "toolsearch_cli.hosts.anthropic.host",
    "openai": "toolsearch_cli.hosts.openai",
    "copilot": "toolsearch_cli.hosts.copilot.host",
    "cursor": "toolsearch_cli.hosts.cursor",
    "gemini-cli": "toolsearch_cli.hosts.gemini_cli",
    "fastmcp": "toolsearch_cli.hosts.fastmcp",
    "toolhive": "toolsearch_cli.hosts.toolhive.host",
    "litellm": "toolsearch_cli.hosts.litellm",
    "docker": "toolsearch_cli.hosts.docker.host",
    "eager": "toolsearch_cli.hosts.eager",
}
"""The module of each host; its `host`, called with the name, makes the host. Adding a host is one
module and one line here."""

HOST_NAMES: tuple[str, ...] = tuple(HOSTS)

COMPARED: tuple[str, ...] = tuple(name for name in HOSTS if "@" not in name)
"""One release of each host: what is compared unless hosts are named."""
