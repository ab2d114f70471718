"""OpenAI's tools array, as Chat Completions takes it."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from toolsearch_cli.catalog.model import Json
    from toolsearch_cli.catalog.writing.writer import Writer


def write(writer: Writer) -> Json:
    """Return a function for every tool."""
    entries: list[Json] = []
    for name, tool in writer.tools():
        seen: dict[str, Json] = {
            "name": name,
            "description": tool.description,
            "parameters": tool.input_schema,
        }
        entries.append({"type": "function", "function": writer.fitting(tool, seen)})
    writer.warn_of_names(r"[A-Za-z0-9_-]{1,64}", "OpenAI")
    return entries
