"""What is known of Arion, in words."""

from __future__ import annotations

from typing import Final

from toolsearch_cli.hosts.facts import HostFacts

BRIDGE: Final = "tool_search"
MOST_NAMES: Final = 256
"""Progressive tools that the description of `tool_search` names."""

FACTS: Final = HostFacts(
    title="Arion gateway, as its tool search is documented",
    trigger="tools whose disclosure_mode is PROGRESSIVE, the default",
    sees=f"the names of up to {MOST_NAMES} progressive tools, in the description of {BRIDGE}",
    ranker="BM25, k1 1.2, b 0.75, no least score; cosine where embeddings are configured",
    fields="qualified name (twice), description; embeddings: also top-level properties",
    limits="5 results, or max_allowable_results: default and most of a limit",
    names="namespace.name",
    counts="code points / 4, an estimate",
    fidelity="from-source",
    ranking="from-source",
    source="Arion's documentation of tool search; arion-gateway/arion at 1b9eccf, mcp_gateway/"
    "embeddings.rs; arion-ctl",
    named_steps=("call",),
    found_steps=(BRIDGE, "call"),
)
