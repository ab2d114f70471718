"""What is known of graph, in words and names."""

from __future__ import annotations

from typing import Final

from toolsearch_cli.hosts.facts import HostFacts

SEARCH_PLAN: Final = "search_tools"
BRIDGE: Final = f"plan__{SEARCH_PLAN}"
PLANNING_PLANS: Final = frozenset({BRIDGE, "plan__compose_plan"})
"""The built-in plans that a drafted plan never calls: neither searched nor offered."""
BUILT_INS: Final = ("builtin__infer", "builtin__reshape")
"""The host's own tools that are always loaded unless told otherwise."""
CONTROL_STEPS: Final = (
    "agent",
    "ask",
    "exit",
    "filter",
    "map",
    "plan_and_execute",
    "reduce",
    "route",
)
"""What a plan is built of beside tools, in the newest source that was read."""
NO_TOOL: Final = "no_tool"
NO_TOOL_SUMMARY: Final = "No tool in this list fits the task."
QUESTION: Final = "What tool would best accomplish the following task?"
LEAST_CHOICE: Final = 2
MOST_CHOICE: Final = 255
"""Tools that one choice question holds, as documented."""

FACTS: Final = HostFacts(
    title="graph, as its tool search is documented",
    trigger="always: drafting is offered what a search finds",
    sees="nothing of it until a search finds it",
    ranker="a decision model's choice question; else BM25, k1 1.2, b 0.75, over the best score",
    fields="name and description; in a choice the name and one sentence",
    limits="10 results of probability 0.1 or more; 250 tools a choice, at most 255",
    names="server__tool",
    counts="code points / 4, an estimate",
    fidelity="from-source",
    ranking="from-source",
    source="graph's documentation of finding tools; tylerdavis/graph at 576b1bf, "
    "pipeline/search.rs, catalog.rs, prompts.rs, plans/search_tools.yaml",
    unites=True,
    named_steps=(),
    found_steps=(BRIDGE, "call"),
)
