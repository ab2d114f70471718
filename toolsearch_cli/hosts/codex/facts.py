"""What is known of Codex CLI, in words."""

from __future__ import annotations

from typing import Final

from toolsearch_cli.hosts.codex.budget import BLOCK_BYTES
from toolsearch_cli.hosts.facts import HostFacts

BRIDGE: Final = "tool_search"
EXEC: Final = "exec"
DEFAULT_LIMIT: Final = 8
LONGEST_LINE: Final = 250
"""Most characters of what a namespace's line says of it, its dots included."""

FACTS: Final = HostFacts(
    title="Codex CLI 0.171.0",
    trigger="always, every MCP tool",
    sees=f"mode direct: a line a server, with the first line of its instructions; mode code: "
    f"nothing, until a script given to {EXEC} looks through ALL_TOOLS",
    ranker="mode direct: BM25, k1 1.2, b 0.75, 179 stop words, English stems, equal scores in "
    "random order; mode code: none",
    fields="names, server, title, description, the server's instructions, top-level property names",
    limits=f"{DEFAULT_LIMIT} results unless the call says otherwise; namespace and name 126 "
    f"characters; {BLOCK_BYTES:,} bytes of namespaces",
    names="mcp__server__tool, sent as the namespace mcp__server and the name tool",
    counts="code points / 4, an estimate",
    fidelity="verified",
    ranking="verified",
    proof="hosts/test_codex.py",
    source="openai/codex, codex-rs/core/src/tools/handlers/mcp.rs and codex-mcp/src/tools.rs; "
    "answers of the binary @openai/codex 0.171.0. Codex' own deferred tools, which join the index "
    "unless they are off, are not simulated",
    found_steps=(BRIDGE, "call"),
)
