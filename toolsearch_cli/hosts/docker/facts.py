"""What is known of Docker's gateway, and its settings."""

from __future__ import annotations

from typing import Final

from toolsearch_cli.hosts.facts import HostFacts
from toolsearch_cli.hosts.simple.settings import Setting

FINDS: Final = "mcp-find"
ADDS: Final = "mcp-add"
RUNS: Final = "mcp-exec"
BRIDGE: Final = (FINDS, ADDS, "mcp-remove", "code-mode", RUNS, "mcp-config-set")
DEFAULT_LIMIT: Final = 10

SERVERS: Final = "servers"
PREFIX: Final = "tool-name-prefix"

FACTS: Final = HostFacts(
    title="Docker MCP Gateway with dynamic tools",
    trigger="always: the tools of every server that is not added",
    sees="nothing; a search returns servers with their descriptions",
    ranker="BM25 over servers, k1 1.5, b 0.75, each word of the query once, equal scores in random "
    "order; embeddings replace it, which is not simulated",
    fields="server name (4 times), title (3), description (1); of its tools the name (2) and "
    "description (1)",
    limits=f"{DEFAULT_LIMIT} servers unless the call says otherwise",
    names="as published; server__tool with tool-name-prefix, and here where servers share a name",
    counts="code points / 4, an estimate",
    fidelity="from-source",
    ranking="from-source",
    source="docker/mcp-gateway, pkg/gateway/findmcps.go and dynamic_mcps.go at 2bd20fe; a server's "
    "description is its catalog entry's, here its instructions where there is none",
    found_steps=(FINDS, ADDS, "call"),
)

SETTINGS: Final = (
    Setting(
        key=SERVERS,
        kind="names",
        names_tools=True,
        default=(),
        help="Servers that are added from the start, names or globs: their tools are sent.",
    ),
    Setting(
        key=PREFIX,
        kind="flag",
        default=False,
        help="Put the server before the name of each of its tools.",
    ),
)
