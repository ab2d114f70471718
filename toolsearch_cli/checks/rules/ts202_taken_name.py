"""TS202: a name that another source owns."""

from __future__ import annotations

from typing import TYPE_CHECKING

from toolsearch_cli.checks.findings import Docs, Rule, Severity

if TYPE_CHECKING:
    from collections.abc import Iterator

    from toolsearch_cli.checks.context import Context
    from toolsearch_cli.checks.findings import Finding


def find(context: Context) -> Iterator[Finding]:
    """Yield each tool that is skipped, or that replaces another, because of its name."""
    granted = dict(context.sources())
    for one in context.shown.collisions:
        if one.source == one.owner or one.source not in granted:
            continue
        owner = context.catalog.sources[one.owner]
        verb = "owns: it is skipped" if one.kind == "owned" else "had: that one is replaced"
        tools = [
            tool
            for tool in granted[one.source].tools
            if tool.name in one.raw_names and tool.provenance == one.provenance
        ]
        for tool in tools[:1]:
            yield context.found(
                RULE,
                context.place(one.source, tool),
                f"becomes {one.name}, which {owner.name} ({owner.kind}) {verb}",
                "rename the source or the tool",
            )


RULE = Rule(
    "TS202",
    "taken-name",
    Severity.error,
    "the name of a tool belongs to another source",
    docs=Docs(
        why=(
            "Two sources whose names differ only in punctuation, or a plugin that repeats a name, "
            "want the same name for the model. The host gives it to the first; the other tool "
            "does not exist for the model."
        ),
        bad="""my-files: list   ->  mcp__my_files__list
my_files: list   ->  mcp__my_files__list   (skipped)""",
        good="""my-files: list     ->  mcp__my_files__list
archive: list      ->  mcp__archive__list""",
        fix="Give one of the two sources, or one of the two tools, another name.",
    ),
    host="hermes",
    about="host",
    fires=0,
    find=find,
)
