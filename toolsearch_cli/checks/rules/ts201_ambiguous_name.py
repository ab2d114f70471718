"""TS201: tools of one source that become one name."""

from __future__ import annotations

from typing import TYPE_CHECKING

from toolsearch_cli.checks.context import Published, listed
from toolsearch_cli.checks.findings import Docs, Rule, Severity

if TYPE_CHECKING:
    from collections.abc import Iterator

    from toolsearch_cli.checks.context import Context
    from toolsearch_cli.checks.findings import Finding
    from toolsearch_cli.hosts.disclosure import Collision


_REMEDY = "rename them so that they differ in letters, digits or underscores"


def find(context: Context) -> Iterator[Finding]:
    """Yield each tool whose name another tool of its source wants."""
    granted = dict(context.sources())
    for one in context.shown.collisions:
        if one.source == one.owner and one.source in granted:
            yield from _collided(context, one)


def _collided(context: Context, one: Collision) -> Iterator[Finding]:
    source = context.catalog.sources[one.source]
    tools = [tool for tool in source.tools if tool.name in one.raw_names]
    if len(one.raw_names) == 1:
        tools = [tool for tool in tools if tool.provenance == one.provenance][:1]
        kept = "last" if one.kind == "overwritten" else "first"
        message = f"published more than once: {context.host.name} keeps the {kept}"
        remedy = "publish it once"
    else:
        names = listed(one.raw_names)
        message = f"{names} all become {one.name}: {context.host.name} skips them all"
        remedy = _REMEDY
    for tool in tools:
        yield context.at_tool(RULE, Published(one.source, source, tool), message, remedy)


RULE = Rule(
    "TS201",
    "ambiguous-name",
    Severity.error,
    "two tools of a source become one name",
    docs=Docs(
        why=(
            "A host that builds names for the model replaces every character outside letters, "
            "digits and underscores. Two tools that differ only there want the same name, and "
            "the host then skips them all: the model can call neither. Of a tool that is "
            "published twice, one copy is lost."
        ),
        bad="""files: read-file   ->  mcp__files__read_file
files: read.file   ->  mcp__files__read_file""",
        good="""files: read_file       ->  mcp__files__read_file
files: read_file_raw   ->  mcp__files__read_file_raw""",
        fix="Rename one of them so that they differ in letters or digits.",
    ),
    host="hermes and every host that sanitises names",
    about="host",
    fires=0,
    find=find,
)
