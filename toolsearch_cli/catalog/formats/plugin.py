"""`plugin.yaml` of Hermes Agent: it declares the names of a plugin's tools."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final

from toolsearch_cli.catalog.document import Format
from toolsearch_cli.catalog.model import Provenance, Source
from toolsearch_cli.catalog.tool_reading import read_tool
from toolsearch_cli.errors import NoToolsError

if TYPE_CHECKING:
    from toolsearch_cli.catalog.document import Document
    from toolsearch_cli.catalog.model import Json, Tool

_TOOLS: Final = "provides_tools"
_HOOKS: Final = "provides_hooks"


def recognises(value: Json) -> bool:
    """Whether it says what a plugin provides; other programs have a plugin.yaml too."""
    return isinstance(value, dict) and (
        isinstance(value.get(_TOOLS), list) or isinstance(value.get(_HOOKS), list)
    )


def read(document: Document) -> tuple[Source, ...]:
    """Read the one plugin: what its Python code registers is not in the file.

    Raises:
        InputError: The structure has a wrong type; or strictly, an entry is no name.
        NoToolsError: It provides none.
    """
    value = document.expect_object(document.value, "")
    entries = document.expect_array(value.get(_TOOLS) or [], f"/{_TOOLS}")
    if not entries:
        raise NoToolsError("declares a plugin without tools", file=document.file)
    name = value.get("name")
    read = (
        _read_entry(document, entry, f"/{_TOOLS}/{index}") for index, entry in enumerate(entries)
    )
    return (
        Source(
            name=name if isinstance(name, str) and name else document.source_name,
            kind="plugin",
            tools=tuple(tool for tool in read if tool is not None),
            provenance=Provenance(document.file),
            is_named=isinstance(name, str) and bool(name),
        ),
    )


def _read_entry(document: Document, entry: Json, pointer: str) -> Tool | None:
    tool = read_tool(document, {"name": entry} if isinstance(entry, str) else entry, pointer)
    return None if tool is None else replace(tool, unknown=("description", "schema"))


_EXAMPLE: Final = """\
name: weather
version: 1.2.0
description: Forecasts and warnings.
author: A. Uthor
kind: standalone
platforms: [linux, macos]
provides_tools:
  - weather_forecast
  - weather_warnings
provides_hooks: []
requires_env: [WEATHER_KEY]
"""

FORMAT = Format(
    name="plugin",
    summary="plugin.yaml of Hermes Agent: the names of a plugin's tools",
    recognises=recognises,
    read=read,
    example=_EXAMPLE,
    lacks=("descriptions", "input schemas"),
)
