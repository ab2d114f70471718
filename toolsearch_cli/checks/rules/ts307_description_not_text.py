"""TS307: a description that is no text."""

from __future__ import annotations

from typing import TYPE_CHECKING

from toolsearch_cli.checks.findings import Docs, Rule, Severity

if TYPE_CHECKING:
    from collections.abc import Iterator

    from toolsearch_cli.checks.context import Context
    from toolsearch_cli.checks.findings import Finding


def find(context: Context) -> Iterator[Finding]:
    """Yield each tool whose description is neither text nor absent."""
    for one in context.published():
        description = one.tool.description
        if description is not None and not isinstance(description, str):
            message = f"the description is no text but {_kind(description)}"
            yield context.at_tool(RULE, one, message, "write it as a string")


def _kind(value: object) -> str:
    match value:
        case bool():
            return "a boolean"
        case int() | float():
            return "a number"
        case list():
            return "a list"
        case _:
            return "an object"


RULE = Rule(
    "TS307",
    "description-not-text",
    Severity.error,
    "a description is no text",
    docs=Docs(
        why=(
            "Hermes fails while it builds the listing and then sends every schema of every "
            "source; other clients refuse the server's whole answer."
        ),
        bad='{"name": "run", "description": ["Run", "a job"]}',
        good='{"name": "run", "description": "Run a job"}',
        fix="Write a string.",
    ),
    host="every host; hermes fails on it",
    fires=0,
    find=find,
)
