"""TS504: parameters without a description."""

from __future__ import annotations

from typing import TYPE_CHECKING

from toolsearch_cli.checks.context import listed
from toolsearch_cli.checks.findings import Docs, Rule, Severity
from toolsearch_cli.checks.schemas import properties_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from toolsearch_cli.catalog.model import Tool
    from toolsearch_cli.checks.context import Context
    from toolsearch_cli.checks.findings import Finding


def find(context: Context) -> Iterator[Finding]:
    """Yield each source with a top-level parameter that has no description: one finding each."""
    for position, source in context.sources():
        bare = {tool.name: names for tool in source.tools if (names := undescribed(tool))}
        if not bare:
            continue
        missing = sum(map(len, bare.values()))
        every = sum(len(_properties(tool)) for tool in source.tools)
        worst = sorted(bare, key=lambda name: (-len(bare[name]), name))
        verb = "has" if missing == 1 else "have"
        message = (
            f"{missing:,} of {every:,} parameters {verb} no description, as in {listed(worst)}"
        )
        remedy = "say what each means and give an example of its form"
        yield context.at_source(RULE, position, message, remedy)


def undescribed(tool: Tool) -> list[str]:
    """Return the top-level parameters of a tool that have no description."""
    return [name for name, schema in _properties(tool).items() if not _is_described(schema)]


def _properties(tool: Tool) -> dict[str, object]:
    schema = tool.input_schema
    return dict(properties_of(schema)) if isinstance(schema, dict) else {}


def _is_described(schema: object) -> bool:
    if not isinstance(schema, dict):
        return False
    return bool(schema.get("description")) or "$ref" in schema or "const" in schema


RULE = Rule(
    "TS504",
    "undescribed-parameters",
    Severity.info,
    "parameters have no description",
    docs=Docs(
        why=(
            "A model guesses what `scope` or `depth` means, in which format a date is wanted, "
            "and what an absent value does. One finding a source, for it is common."
        ),
        bad='"since": {"type": "string"}',
        good='"since": {"type": "string", "description": "First day, as 2026-01-31."}',
        fix="One short clause a parameter: meaning, form, and what holds when it is left out.",
    ),
    fires=451,
    find=find,
)
