"""What is known of ToolHive's optimizer, and its settings."""

from __future__ import annotations

from typing import Final

from toolsearch_cli.hosts.facts import HostFacts
from toolsearch_cli.hosts.simple.settings import Setting

FINDS: Final = "find_tool"
CALLS: Final = "call_tool"

MAX_TOOLS: Final = "maxToolsToReturn"
RATIO: Final = "hybridSearchSemanticRatio"
DISTANCE: Final = "semanticDistanceThreshold"
SERVICE: Final = "embeddingService"
MODEL: Final = "embeddingModel"
DIMENSIONS: Final = "dimensions"
KEYWORDS: Final = "tool_keywords"
WRITES: Final = "writes"

FACTS: Final = HostFacts(
    title="ToolHive virtual MCP server with the optimizer",
    trigger="always, once the optimizer is configured: every tool",
    sees="nothing",
    ranker="SQLite FTS5 (porter), k1 1.2, b 0.75, equal scores in the order written; with an "
    "embedding service its hits come first, within a cosine distance of 1.0",
    fields="name, description",
    limits=f"8 results ({MAX_TOOLS}, 1 to 50)",
    names="workload_tool",
    counts="code points / 4, an estimate; ToolHive itself reports JSON bytes / 4",
    fidelity="from-source",
    ranking="verified",
    proof="hosts/test_toolhive.py",
    source="stacklok/toolhive, pkg/vmcp/optimizer at e25de16: list, names, query; the ranking is "
    "SQLite's own, held to its answers with ToolHive's tables",
    found_steps=(FINDS, CALLS),
)

SETTINGS: Final = (
    Setting(
        key=MAX_TOOLS,
        kind="whole",
        default=8,
        low=1,
        high=50,
        refused=True,
        help="Most tools that a search returns; the call has no say in it.",
    ),
    Setting(
        key=RATIO,
        kind="number",
        default=0.5,
        low=0,
        high=1,
        refused=True,
        help=f"Share of hits by meaning, where there is an {SERVICE}: 0 words only, 1 meaning.",
    ),
    Setting(
        key=DISTANCE,
        kind="number",
        default=1.0,
        low=0,
        high=2,
        refused=True,
        help="Greatest cosine distance of a hit by meaning.",
    ),
    Setting(
        key=SERVICE,
        kind="text",
        default=None,
        unset="none: words only",
        help="Base URL of an OpenAI-compatible embeddings endpoint.",
    ),
    Setting(
        key=MODEL,
        kind="text",
        default=None,
        unset="none",
        help="The model that the endpoint is asked for.",
    ),
    Setting(
        key=DIMENSIONS,
        kind="whole",
        default=384,
        low=1,
        help="How many numbers each of its vectors has.",
        of_the_host=False,
    ),
    Setting(
        key=KEYWORDS,
        kind="names",
        default=(),
        help="What the model sends as tool_keywords: searched instead of the description.",
        of_the_host=False,
    ),
    Setting(
        key=WRITES,
        kind="whole",
        default=1,
        low=1,
        high=100,
        help="How many sessions have written the tools: each leaves rows that move scores.",
        of_the_host=False,
    ),
)
