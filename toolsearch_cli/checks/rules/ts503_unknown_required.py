"""TS503: a required parameter that does not exist."""

from __future__ import annotations

from typing import TYPE_CHECKING

from toolsearch_cli.checks.context import listed
from toolsearch_cli.checks.findings import Docs, Rule, Severity
from toolsearch_cli.checks.schemas import properties_of, published_nodes

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from toolsearch_cli.catalog.model import Json
    from toolsearch_cli.checks.context import Context
    from toolsearch_cli.checks.findings import Finding
    from toolsearch_cli.checks.schemas import Node


_ELSEWHERE = ("allOf", "anyOf", "oneOf", "$ref", "patternProperties")
"""Where else a property may be described."""


def find(context: Context) -> Iterator[Finding]:
    """Yield each tool with an object that requires what it does not describe."""
    published = published_nodes(context.catalog)
    for one in context.published():
        unknown = [
            name
            for at, node in enumerate(published[one.tool])
            for name in _unknown(node, is_top=at == 0)
        ]
        if unknown:
            names = listed([repr(name) for name in unknown])
            verb = "is" if len(unknown) == 1 else "are"
            message = f"{names} {verb} required but not described"
            remedy = "describe it under properties, or take it out of required"
            yield context.at_tool(RULE, one, message, remedy)


def _unknown(node: Node, *, is_top: bool) -> list[str]:
    schema = node.schema
    required = schema.get("required")
    if not isinstance(required, list) or not _describes(schema, is_top=is_top):
        return []
    known = properties_of(schema)
    prefix = f"{node.path}." if node.path else ""
    return [f"{prefix}{name}" for name in required if isinstance(name, str) and name not in known]


def _describes(schema: Mapping[str, Json], *, is_top: bool) -> bool:
    """Say whether the object's properties are described here, and nowhere else."""
    if any(key in schema for key in _ELSEWHERE):
        return False
    return is_top or "properties" in schema


RULE = Rule(
    "TS503",
    "unknown-required",
    Severity.warning,
    "a required parameter is not described",
    docs=Docs(
        why=(
            "The model must send what it knows nothing of. Hermes takes such a name out of "
            "`required`, so that the server then misses it; OpenAI's strict mode refuses the "
            "schema."
        ),
        bad='"properties": {"path": {...}}, "required": ["path", "content"]',
        good='"properties": {"path": {...}, "content": {...}}, "required": ["path", "content"]',
        fix="Describe it, or do not require it; often it is a spelling mistake.",
    ),
    fires=1,
    find=find,
)
