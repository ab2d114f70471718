"""TS505: a schema that is mostly one enum."""

from __future__ import annotations

from typing import TYPE_CHECKING

from toolsearch_cli.checks.findings import Docs, Rule, Severity
from toolsearch_cli.checks.schemas import published_nodes
from toolsearch_cli.tokens.chars4 import chars, estimate

if TYPE_CHECKING:
    from collections.abc import Iterator

    from toolsearch_cli.checks.context import Context
    from toolsearch_cli.checks.findings import Finding
    from toolsearch_cli.checks.schemas import Node


_LEAST_CHARS = 400
"""What is smaller is no matter, however large its share."""
_SHARE = 0.5


def find(context: Context) -> Iterator[Finding]:
    """Yield each tool of whose definition one enum takes at least half."""
    published = published_nodes(context.catalog)
    for one in context.shown.definitions:
        if one.chars < _LEAST_CHARS:
            continue
        size, path, values = _largest(published[one.tool])
        if size >= _LEAST_CHARS and size >= _SHARE * one.chars:
            message = (
                f"the {values:,} values of {path or 'its schema'} take {estimate(size):,} of its "
                f"{one.tokens:,} tokens"
            )
            remedy = "name a few, and say in words, or with a tool of its own, what else there is"
            yield context.at_tool(RULE, one, message, remedy)


def _largest(of_schema: list[Node]) -> tuple[int, str, int]:
    """Return size, path and number of values of the largest enum; zero without one."""
    found = [
        (chars(values), node.path, len(values))
        for node in of_schema
        if isinstance(values := node.schema.get("enum"), list)
    ]
    return max(found, default=(0, "", 0))


RULE = Rule(
    "TS505",
    "heavy-enum",
    Severity.warning,
    "one enum takes half of a tool",
    docs=Docs(
        why=(
            "A list of hundreds of values is paid for each time the tool is loaded, and a model "
            "uses a few of them. It can also be more than an API takes."
        ),
        bad='"currency": {"enum": ["AED", "AFN", ... 180 more]}',
        good='"currency": {"type": "string", "description": "ISO 4217 code, such as EUR."}',
        fix="Describe the values, or offer a tool that lists them.",
    ),
    about="host",
    fires=0,
    find=find,
)
