"""The commands on what searches find: labelled queries, their misses, findability."""

from __future__ import annotations

from typing import Final

from toolsearch_cli.tui.command import EVAL, TOOLS, Command

EVALUATION_COMMANDS: Final = (
    Command(
        name="explain_miss",
        keys="enter",
        title="Explain this miss: what is found in its place, and why",
        hint="explain",
        told="⏎",
        screens=(EVAL,),
    ),
    Command(
        name="open_queries",
        keys="n",
        title="Open a file of labelled queries",
        hint="query file",
        brief="queries",
        screens=(EVAL,),
    ),
    Command(
        name="search_query",
        keys="f",
        title="Go to Search with this query",
        hint="search it",
        brief="search",
        screens=(EVAL,),
    ),
    Command(
        name="open_expected",
        keys="d",
        title="Go to the tool that should be found, among the tools",
        hint="its tool",
        brief="tool",
        screens=(EVAL,),
    ),
    Command(
        name="baseline",
        keys="b",
        title="Hold the others against this scenario",
        hint="baseline",
        brief="base",
        rank=1,
        screens=(EVAL,),
    ),
    Command(
        name="unpin",
        keys="x",
        title="Evaluate this pinned scenario no more",
        hint="drop",
        rank=1,
        screens=(EVAL,),
    ),
    Command(
        name="findability",
        keys="f",
        title="How well a search finds each tool by its own words: shown, or not",
        hint="findability",
        brief="found",
        screens=(TOOLS,),
    ),
    Command(
        name="hardest_first",
        keys="comma",
        title="The tools that are hardest to find first, or the tree again",
        hint="hardest first",
        brief="hardest",
        told=",",
        screens=(TOOLS,),
    ),
)
