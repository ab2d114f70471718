"""What Arion's searches give back."""

from __future__ import annotations

from typing import TYPE_CHECKING

from toolsearch_cli.hosts.arion import settings

if TYPE_CHECKING:
    from collections.abc import Iterable

    from toolsearch_cli.catalog.model import Json
    from toolsearch_cli.hosts.disclosure import Definition
    from toolsearch_cli.hosts.simple.settings import Values


def result_of(found: Iterable[Definition], values: Values) -> Json:
    """Return the tools that were found, best first, as the search that was asked gives them.

    `tool_search`: an array of full definitions, which is the text of its result; over HTTP that
    array as `tools`; in code mode an array of compact entries, with what `catalog.tools.describe`
    needs.
    """
    if values.flag(settings.CODE_MODE):
        return [compact_entry(one) for one in found]
    tools: list[Json] = [full_definition(one) for one in found]
    return {"tools": tools} if values.text(settings.SEARCH_OVER) == settings.HTTP else tools


def full_definition(one: Definition) -> dict[str, Json]:
    """Return a tool as MCP defines it; without an output schema where it has none."""
    definition: dict[str, Json] = {
        "name": one.name,
        "description": one.description,
        "inputSchema": one.parameters,
    }
    if one.tool.output_schema is not None:
        definition["outputSchema"] = one.tool.output_schema
    return definition


def compact_entry(one: Definition) -> dict[str, Json]:
    """Return a tool without its schemas."""
    return {"name": one.name, "description": one.description}
