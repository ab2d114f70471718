"""What Codex searches of a tool: one text, its parts with one space between."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

    from toolsearch_cli.catalog.model import Json, Source, Tool
    from toolsearch_cli.hosts.codex.naming import Name


def searched_text(name: Name, tool: Tool, source: Source) -> str:
    """Return the text that is indexed.

    Namespace and name glued together, the name alone, both names as published, title, description,
    the server's whole instructions, and the names of the top-level properties by code point.
    """
    return " ".join(
        (
            name.namespace + name.tool,
            name.tool,
            tool.name,
            source.name,
            *_said(tool.title),
            *_said(tool.description),
            *_said(source.instructions),
            *_properties(tool.input_schema),
        )
    )


def trimmed(text: Json) -> str:
    """Return a text without the space around it; what is no text has none."""
    return text.strip() if isinstance(text, str) else ""


def _said(text: Json) -> Iterator[str]:
    if kept := trimmed(text):
        yield kept


def _properties(schema: Json) -> list[str]:
    properties = schema.get("properties") if isinstance(schema, dict) else None
    return sorted(properties) if isinstance(properties, dict) else []
