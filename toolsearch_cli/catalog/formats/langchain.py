"""LangChain's `dumpd(tool)` has no schema: recognised, and told what to write instead."""

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


def recognises(value: Json) -> bool:
    """Whether it is a dumped object, or an array with one."""
    entries = value if isinstance(value, list) else [value]
    return any(
        isinstance(entry, dict)
        and "lc" in entry
        and isinstance(entry.get("id"), list)
        and "type" in entry
        for entry in entries
    )


def read(document: Document) -> NoReturn:
    """Refuse it, with what holds the schemas.

    Raises:
        NoToolsError: Always.
    """
    raise NoToolsError(
        "is LangChain's dump of objects: it holds no schemas", file=document.file, hint=_HINT
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
    summary="LangChain's dumpd(tool): told what to write instead",
    recognises=recognises,
    read=read,
    example=_EXAMPLE,
    lacks=("tools",),
)
