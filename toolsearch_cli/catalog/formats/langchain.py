"""LangChain's `dumpd(tool)` and `tool.args`: recognised, and told what to write instead."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NoReturn

from toolsearch_cli.catalog.document import Format
from toolsearch_cli.errors import NoToolsError

if TYPE_CHECKING:
    from toolsearch_cli.catalog.document import Document
    from toolsearch_cli.catalog.model import Json

_HINT: Final = (
    "write json.dumps([convert_to_openai_tool(tool) for tool in tools]) with "
    "langchain_core.utils.function_calling"
)


_TYPES: Final = ("string", "integer", "number", "boolean", "array", "object", "null")


def recognises(value: Json) -> bool:
    """Whether it is a dumped object, the arguments of a tool, or several of them."""
    if _is_dump(value) or _are_arguments(value):
        return True
    entries = list(value.values()) if isinstance(value, dict) else value
    if not isinstance(entries, list) or not entries:
        return False
    return all(map(_are_arguments, entries)) or (
        isinstance(value, list) and any(map(_is_dump, entries))
    )


def read(document: Document) -> NoReturn:
    """Refuse it, with what holds the tools whole.

    Raises:
        NoToolsError: Always.
    """
    value = document.value
    is_dump = _is_dump(value) or (isinstance(value, list) and any(map(_is_dump, value)))
    reason = "is LangChain's dump of objects: it holds no schemas"
    if not is_dump:
        reason = "holds arguments and no tools, as LangChain's tool.args gives them"
    raise NoToolsError(reason, file=document.file, hint=_HINT)


def _is_dump(value: Json) -> bool:
    return (
        isinstance(value, dict)
        and "lc" in value
        and isinstance(value.get("id"), list)
        and "type" in value
    )


def _are_arguments(value: Json) -> bool:
    """Whether it is the properties of a schema alone, one of them with the title of its name."""
    return (
        isinstance(value, dict)
        and bool(value)
        and all(map(_is_schema, value.values()))
        and any(
            isinstance(schema, dict) and schema.get("title") == name.replace("_", " ").title()
            for name, schema in value.items()
        )
    )


def _is_schema(value: Json) -> bool:
    return isinstance(value, dict) and (
        value.get("type") in _TYPES or any(key in value for key in ("anyOf", "allOf", "$ref"))
    )


_EXAMPLE: Final = """\
{
  "lc": 1,
  "type": "not_implemented",
  "id": ["langchain_core", "tools", "structured", "StructuredTool"],
  "repr": "StructuredTool(name='forecast', description='Weather of the coming days.')"
}
"""

FORMAT = Format(
    name="langchain",
    summary="LangChain's dumpd(tool), tool.args: told what to write instead",
    recognises=recognises,
    read=read,
    example=_EXAMPLE,
    lacks=("tools",),
)
