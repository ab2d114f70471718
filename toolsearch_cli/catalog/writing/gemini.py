"""Gemini's function declarations, in one of its tools."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from toolsearch_cli.catalog.model import Json
    from toolsearch_cli.catalog.writing.writer import Writer


def write(writer: Writer) -> Json:
    """Return a declaration for every tool; schemas stay in the language they are written in."""
    declarations: list[Json] = []
    for name, tool in writer.tools():
        key = "parameters" if _is_of_gemini(tool.input_schema) else "parametersJsonSchema"
        seen: dict[str, Json] = {
            "name": name,
            "description": tool.description,
            key: tool.input_schema,
        }
        declaration = writer.fitting(tool, seen)
        if (output := declaration.pop("outputSchema", None)) is not None:
            declaration["responseJsonSchema"] = output
        declarations.append(declaration)
    writer.warn_of_names(r"[A-Za-z_][A-Za-z0-9_.:-]{0,63}", "Gemini")
    return [{"functionDeclarations": declarations}]


def _is_of_gemini(schema: Json) -> bool:
    """Whether a schema has the types of Gemini's own, which are written in capitals."""
    kind = schema.get("type") if isinstance(schema, dict) else None
    return isinstance(kind, str) and kind.isupper()
