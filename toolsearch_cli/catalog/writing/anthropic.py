"""Anthropic's tools array."""

from __future__ import annotations

from typing import TYPE_CHECKING

from toolsearch_cli.catalog.writing.writer import DEFER

if TYPE_CHECKING:
    from toolsearch_cli.catalog.model import Json
    from toolsearch_cli.catalog.writing.writer import Writer


def write(writer: Writer) -> Json:
    """Return an entry for every tool."""
    entries: list[Json] = []
    for name, tool in writer.tools():
        seen: dict[str, Json] = {
            "name": name,
            "description": tool.description,
            "input_schema": tool.input_schema,
        }
        entry = writer.fitting(tool, seen)
        entries.append(entry if tool.deferred is None else {**entry, DEFER: tool.deferred})
    writer.warn_of_names(r"[A-Za-z0-9_-]{1,128}", "Anthropic")
    writer.warn_of_schemas("Anthropic refuses")
    return entries
