"""OpenAPI with a source for each group of operations: read so where `--input-format` names it."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final

from toolsearch_cli.catalog.document import Format
from toolsearch_cli.catalog.formats import openapi

if TYPE_CHECKING:
    from toolsearch_cli.catalog.document import Document
    from toolsearch_cli.catalog.model import Json, Source, Tool


def recognises(value: Json) -> bool:
    """Say no: nothing in a document tells whether its groups are meant as servers."""
    del value
    return False


def read(document: Document) -> tuple[Source, ...]:
    """Read the API, its operations by their first tag; those without one stay under its title.

    Raises:
        InputError: As for `openapi`.
    """
    (whole,) = openapi.read(document)
    groups: dict[str | None, list[Tool]] = {}
    for tool in whole.tools:
        groups.setdefault(_tag(tool), []).append(tool)
    return tuple(
        replace(whole, tools=tuple(tools))
        if tag is None
        else replace(whole, name=tag, tools=tuple(tools), is_named=True)
        for tag, tools in groups.items()
    )


def _tag(tool: Tool) -> str | None:
    tags = tool.extra.get("tags")
    first = tags[0] if isinstance(tags, list) and tags else None
    return first if isinstance(first, str) and first else None


_EXAMPLE: Final = """\
openapi: 3.1.0
info: {title: Weather, version: 1.2.0}
paths:
  /forecast:
    get: {operationId: getForecast, tags: [forecasts]}
  /warnings:
    get: {operationId: listWarnings, tags: [warnings, public]}
    post: {operationId: addWarning, tags: [warnings]}
  /health:
    get: {operationId: getHealth}
"""

FORMAT = Format(
    name="openapi_by_tag",
    summary="OpenAPI with a source for each first tag: name it",
    recognises=recognises,
    read=read,
    example=_EXAMPLE,
    lacks=("instructions", "annotations"),
    reading=(
        "Only read so with --input-format openapi_by_tag; an API is one source otherwise.",
        "Operations without a tag stay under the API's title.",
    ),
)
