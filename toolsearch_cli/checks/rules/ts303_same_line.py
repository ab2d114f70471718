"""TS303: two tools of a source that read the same in the listing."""

from __future__ import annotations

from typing import TYPE_CHECKING

from toolsearch_cli.checks.findings import Docs, Rule, Severity

if TYPE_CHECKING:
    from collections.abc import Iterator

    from toolsearch_cli.checks.context import Context
    from toolsearch_cli.checks.findings import Finding


def find(context: Context) -> Iterator[Finding]:
    """Yield each tool whose listed line is that of an earlier tool with another description."""
    first: dict[tuple[int, str], tuple[str, str]] = {}
    for one in context.shown.definitions:
        if not isinstance(one.description, str):
            continue
        line = context.host.listed_line(one.description)
        if not line:
            continue
        text = " ".join(one.description.split())
        name, said = first.setdefault((one.source, line), (one.tool.name, text))
        if name != one.tool.name and said != text:
            message = f"the listing says {line!r}, as it does of {name}"
            remedy = "say within 60 characters what sets it apart"
            yield context.at_tool(RULE, one, message, remedy)


RULE = Rule(
    "TS303",
    "same-line",
    Severity.warning,
    "two tools of a source read the same in the listing",
    docs=Docs(
        why=(
            "A full listing shows the first sentence, at most 60 characters. Two descriptions "
            "that differ only behind that give the model two equal lines to choose from."
        ),
        bad=(
            "get_user:   Returns the details of the object with the given ID as JSON, a user\n"
            "get_team:   Returns the details of the object with the given ID as JSON, a team"
        ),
        good="get_user:   Get a user by ID, as JSON\nget_team:   Get a team by ID, as JSON",
        fix="Put what differs first.",
    ),
    host="hermes, hermes@0.20, hermes@0.21-dev, hermes@0.22",
    about="host",
    fires=35,
    find=find,
)
