"""TS506: what an API refuses in an input schema."""

from __future__ import annotations

from typing import TYPE_CHECKING

from toolsearch_cli.checks.context import listed
from toolsearch_cli.checks.findings import Docs, Rule, Severity
from toolsearch_cli.checks.rules.limit_sources import known_from, written
from toolsearch_cli.checks.schemas import properties_of, published_nodes

if TYPE_CHECKING:
    from collections.abc import Iterator

    from toolsearch_cli.checks.context import Context
    from toolsearch_cli.checks.findings import Finding
    from toolsearch_cli.checks.schemas import Node
    from toolsearch_cli.hosts.limits import Limits


def find(context: Context) -> Iterator[Finding]:
    """Yield each tool whose published schema an API refuses as it is."""
    published = published_nodes(context.catalog)
    for one in context.published():
        reasons: dict[str, list[str]] = {}
        for limits in context.limits:
            for reason in _refused(published[one.tool], limits):
                reasons.setdefault(reason, []).append(limits.host)
        if reasons:
            message = "; ".join(
                f"{' and '.join(hosts)} {'refuse' if len(hosts) > 1 else 'refuses'} {reason}"
                for reason, hosts in reasons.items()
            )
            yield context.at_tool(RULE, one, message, "list the parameters in plain properties")


def _refused(of_schema: list[Node], limits: Limits) -> Iterator[str]:
    if not of_schema:
        return
    top = sorted(limits.refused_at_top & of_schema[0].schema.keys())
    if top:
        yield f"{' and '.join(top)} at the top of the schema"
    if limits.parameter is None:
        return
    pattern = limits.parameter
    names = {
        name for node in of_schema for name in properties_of(node.schema) if not pattern.match(name)
    }
    if names:
        noun = "parameter" if len(names) == 1 else "parameters"
        yield f"the {noun} {listed([repr(name) for name in sorted(names)])}"


def _described(limits: Limits) -> str:
    top = [f"`{word}`" for word in sorted(limits.refused_at_top)]
    refused = f"no {', '.join(top)} at the top" if top else ""
    named = f"parameters like {written(limits.parameter)}" if limits.parameter else ""
    return ", ".join(filter(None, (refused, named)))


RULE = Rule(
    "TS506",
    "refused-construct",
    Severity.warning,
    "an API refuses part of a schema",
    docs=Docs(
        why=(
            "The MCP specification allows all of this. But Anthropic and OpenAI refuse `anyOf`, "
            "`oneOf` and `allOf` at the top of an input schema; Gemini refuses names of parameters "
            "that are not a letter or underscore and then at most 63 letters, digits, underscores. "
            "A host that passes schemas on unchanged loses the whole request."
        ),
        bad='"inputSchema": {"oneOf": [{"required": ["id"]}, {"required": ["name"]}]}',
        good='"inputSchema": {"type": "object", "properties": {"id": {...}, "name": {...}}}',
        fix="Say in the description which parameters go together, and check them in the server.",
        known_from=known_from(_described, of_schemas=True),
    ),
    host="anthropic, openai, gemini",
    fires=282,
    find=find,
)
