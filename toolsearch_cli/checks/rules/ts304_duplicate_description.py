"""TS304: two tools of a source with one description."""

from __future__ import annotations

from typing import TYPE_CHECKING

from toolsearch_cli.checks.findings import Docs, Rule, Severity

if TYPE_CHECKING:
    from collections.abc import Iterator

    from toolsearch_cli.checks.context import Context
    from toolsearch_cli.checks.findings import Finding


def find(context: Context) -> Iterator[Finding]:
    """Yield each tool that says word for word what a tool before it, by name, says."""
    first: dict[tuple[int, str], str] = {}
    for one in sorted(context.published(), key=lambda one: (one.position, one.tool.name)):
        description = one.tool.description
        if not isinstance(description, str) or not description.strip():
            continue
        said = " ".join(description.lower().split())
        name = first.setdefault((one.position, said), one.tool.name)
        if name != one.tool.name:
            message = f"has the description of {name}"
            yield context.at_tool(RULE, one, message, "say what sets the two apart")


RULE = Rule(
    "TS304",
    "duplicate-description",
    Severity.warning,
    "two tools of a source have one description",
    docs=Docs(
        why=(
            "The same words under two names leave the choice to the name alone, and a search "
            "ranks both alike."
        ),
        bad="list_open:    List the issues.\nlist_closed:  List the issues.",
        good="list_open:    List the open issues.\nlist_closed:  List the closed issues.",
        fix="Say in each what the other does not do.",
    ),
    fires=5,
    find=find,
)
