"""Snapshots of one tool a file (`__toolsnaps__/issue_write.snap`): a folder of them is a server."""

from __future__ import annotations

from pathlib import PurePath
from typing import TYPE_CHECKING, Final

from toolsearch_cli.catalog.document import Format
from toolsearch_cli.catalog.model import Provenance, Source
from toolsearch_cli.catalog.tool_reading import read_tool

if TYPE_CHECKING:
    from toolsearch_cli.catalog.document import Document
    from toolsearch_cli.catalog.model import Json


def recognises(value: Json) -> bool:
    """Whether it may be one tool; asked only of files that are called so."""
    return isinstance(value, dict) and ("inputSchema" in value or "name" in value)


def read(document: Document) -> tuple[Source, ...]:
    """Read the one tool, which has the name of its file where it has no other.

    Raises:
        InputError: Strictly, it is no tool.
    """
    entry = document.value
    if isinstance(entry, dict) and "name" not in entry:
        entry = {"name": PurePath(document.file).stem, **entry}
    tool = read_tool(document, entry, "")
    return (
        Source(
            name=document.source_name,
            tools=() if tool is None else (tool,),
            provenance=Provenance(document.file),
            is_named=False,
        ),
    )


_EXAMPLE: Final = """\
{
  "annotations": {
    "readOnlyHint": true,
    "title": "Weather forecast"
  },
  "description": "Weather of the coming days at a place.\\nOne place at a time.",
  "inputSchema": {
    "properties": {
      "place": {
        "description": "A town or a postal code",
        "type": "string"
      }
    },
    "required": [
      "place"
    ],
    "type": "object"
  },
  "name": "forecast"
}
"""

FORMAT = Format(
    name="toolsnaps",
    summary="one tool a *.snap file, as GitHub's server has them",
    recognises=recognises,
    read=read,
    example=_EXAMPLE,
    lacks=("names of servers: the folder is taken", "instructions"),
    reading=("The files of one folder are one server.",),
)
