"""A catalog -> a document in one of the shapes that others read, and what that cannot hold.

Adding one: a file here, what it holds in the file of its format, and a line in `TARGETS`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from toolsearch_cli.catalog import formats
from toolsearch_cli.catalog.unknowns import unknown_in_words
from toolsearch_cli.catalog.writing import anthropic, gemini, mcp, native, openai
from toolsearch_cli.catalog.writing.writer import Writer

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from toolsearch_cli.catalog.model import Catalog, Json


class Written(NamedTuple):
    """A document, and what of the catalog is not in it."""

    value: Json
    lost: tuple[str, ...]
    """In words, each with its count."""
    warnings: tuple[str, ...]
    """What whoever reads the document will refuse or take for something else: one line each."""


def write(catalog: Catalog, target: str, *, bare: bool = False) -> Written:
    """Return a catalog as a document.

    Sources and tools keep their order, and every value stays as it was published.

    Args:
        catalog: What to write; of gateways' settings nothing is.
        target: One of `TARGETS`.
        bare: Whether tools keep the names their servers gave them. Otherwise, where a shape has
            no place for servers, tools of named servers are called `mcp__SERVER__TOOL`.

    Raises:
        KeyError: There is no such target.
    """
    held = formats.format_named(target).held
    if held is None:
        raise KeyError(target)
    writer = Writer(catalog, held, bare)
    value = TARGETS[target](writer)
    if catalog.unknown:
        writer.lose("unknown servers", count=len(catalog.unknown))
    if catalog.gateways:
        writer.lose("gateways", count=len(catalog.gateways))
    if "unknown" not in held.parts and (unknown := unknown_in_words(catalog.sources)):
        writer.remarks.warn(f"{unknown}; the document does not say so")
    return Written(value, writer.remarks.lost, writer.remarks.warnings)


TARGETS: Final[Mapping[str, Callable[[Writer], Json]]] = {
    "native": native.write,
    "mcp": mcp.write,
    "openai": openai.write,
    "anthropic": anthropic.write,
    "gemini": gemini.write,
}
"""Every shape that is written, by the name of the format that reads it."""
