"""What Arion ranks of a tool: two texts for BM25, and one that is turned into a vector."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Final, TypeAlias

from toolsearch_cli.endpoints.vectors import unit_vector

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from toolsearch_cli.catalog.model import Catalog, Json, Tool
    from toolsearch_cli.endpoints.failure import Failure
    from toolsearch_cli.endpoints.vectors import Vector
    from toolsearch_cli.hosts.disclosure import Definition

MOST_BYTES: Final = 2000
"""Longest text that is embedded, in UTF-8."""

_CONTINUES: Final = (0x80, 0xC0)

Supplied: TypeAlias = "Vector | Failure"


def words_of(definition: Definition) -> tuple[str, str]:
    """Return the fields that BM25 ranks: the qualified name and the description."""
    return definition.name, _text(definition.description)


def embedded_text(definition: Definition) -> str:
    """Return the text that is embedded: name, description, then a line for each property.

    At most `MOST_BYTES` bytes, cut between two characters.
    """
    lines = (definition.name, _text(definition.description), *_properties(definition.parameters))
    return _cut("\n".join(lines))


def _text(value: Json) -> str:
    """Return a description; what is no text has none, as it would not load."""
    return value if isinstance(value, str) else ""


def _properties(schema: Json) -> Iterator[str]:
    properties = schema.get("properties") if isinstance(schema, dict) else None
    for name, described in (properties if isinstance(properties, dict) else {}).items():
        about = _text(described.get("description")) if isinstance(described, dict) else ""
        yield f"{name}: {about}" if about else name


def _cut(text: str) -> str:
    encoded = text.encode("utf-8", "surrogatepass")
    if len(encoded) <= MOST_BYTES:
        return text
    end = MOST_BYTES
    while _CONTINUES[0] <= encoded[end] < _CONTINUES[1]:
        end -= 1
    return encoded[:end].decode("utf-8", "surrogatepass")


@lru_cache(maxsize=4)
def carrying(catalog: Catalog) -> Mapping[int, object]:
    """Return the vector of each tool whose file gives one, as it stands there, by its identity."""
    return {
        id(tool): given
        for source in catalog.sources
        for tool in source.tools
        if (given := _given(tool)) is not None
    }


@lru_cache(maxsize=4)
def supplied_vectors(catalog: Catalog, dimensions: int) -> Mapping[int, Supplied]:
    """Return the vectors that tools bring along, of length 1, by the tool's identity.

    A failure says why one cannot be used: of another length, or not of finite numbers.
    """
    return {tool: unit_vector(given, dimensions) for tool, given in carrying(catalog).items()}


def _given(tool: Tool) -> object:
    return tool.extra.get("embedding") if tool.embedding is None else tool.embedding
