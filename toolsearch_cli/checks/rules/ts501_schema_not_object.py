"""TS501: an input schema that describes no object."""

from __future__ import annotations

from typing import TYPE_CHECKING

from toolsearch_cli.checks.findings import Docs, Rule, Severity

if TYPE_CHECKING:
    from collections.abc import Iterator

    from toolsearch_cli.catalog.model import Json
    from toolsearch_cli.checks.context import Context
    from toolsearch_cli.checks.findings import Finding


def find(context: Context) -> Iterator[Finding]:
    """Yield each tool whose input schema is not one of an object; an unknown one may be."""
    for one in context.published():
        if "schema" in one.tool.unknown:
            continue
        reason = _reason(one.tool.input_schema)
        if reason:
            yield context.at_tool(
                RULE, one, reason, 'write {"type": "object", "properties": {...}}'
            )


def _reason(schema: Json) -> str:
    match schema:
        case None:
            return "has no input schema"
        case dict():
            kind = schema.get("type")
            if kind is None:
                return "the input schema has no type"
            if kind != "object":
                return f"the input schema has the type {kind!r}"
            properties = schema.get("properties", {})
            return "" if isinstance(properties, dict) else "the properties are no object"
        case list():
            return "the input schema is a list"
        case _:
            return "the input schema is no object"


RULE = Rule(
    "TS501",
    "schema-not-object",
    Severity.warning,
    "an input schema describes no object",
    docs=Docs(
        why=(
            "MCP wants `type: object` at the top of an input schema, and so does every API. Some "
            "clients refuse the server's whole answer; Hermes puts an empty object there, so that "
            "no argument is left."
        ),
        bad='"inputSchema": {"type": "string"}',
        good='"inputSchema": {"type": "object", "properties": {"text": {"type": "string"}}}',
        fix='A tool without arguments has `{"type": "object", "properties": {}}`.',
    ),
    fires=0,
    find=find,
)
