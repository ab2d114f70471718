"""TS502: parameters that the host renames or drops."""

from __future__ import annotations

from typing import TYPE_CHECKING

from toolsearch_cli.checks.context import listed
from toolsearch_cli.checks.findings import Docs, Rule, Severity
from toolsearch_cli.checks.schemas import nodes, property_paths, published_nodes

if TYPE_CHECKING:
    from collections.abc import Iterator

    from toolsearch_cli.checks.context import Context
    from toolsearch_cli.checks.findings import Finding


def find(context: Context) -> Iterator[Finding]:
    """Yield each tool with a parameter that does not reach the model under its name."""
    published = published_nodes(context.catalog)
    for one in context.shown.definitions:
        if one.parameters is one.tool.input_schema:
            continue
        lost = property_paths(published[one.tool]) - property_paths(nodes(one.parameters))
        if lost:
            message = f"{context.host.name} renames or drops {listed(_highest(lost))}"
            remedy = "use letters, digits, '_', '.' and '-', at most 64, and no choice at the top"
            yield context.at_tool(RULE, one, message, remedy)


def _highest(paths: set[str]) -> list[str]:
    """Return the paths that are not below another one, quoted and in order."""
    return [
        repr(path)
        for path in sorted(paths)
        if not any(path.startswith((f"{other}.", f"{other}[")) for other in paths)
    ]


RULE = Rule(
    "TS502",
    "changed-property",
    Severity.warning,
    "the host renames or drops a parameter",
    docs=Docs(
        why=(
            "Hermes replaces characters of a parameter's name that an API would refuse, and "
            "drops `anyOf`, `oneOf`, `allOf`, `enum` and `not` at the top of a schema, with all "
            "that stands only there. The model then sends a name that the server does not know, "
            "or never learns of the parameter."
        ),
        bad='"properties": {"filter[state]": {"type": "string"}}   ->   filter_state_',
        good='"properties": {"state": {"type": "string"}}',
        fix="Use plain names, and list every parameter in the top `properties`.",
    ),
    host="hermes",
    about="host",
    fires=15,
    find=find,
)
