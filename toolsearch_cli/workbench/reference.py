"""Questions about the shapes of catalogs: which there are, and one catalog in another of them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from toolsearch_cli.catalog import formats as shapes

if TYPE_CHECKING:
    from collections.abc import Sequence

    from toolsearch_cli.catalog.document import Format
    from toolsearch_cli.catalog.model import Catalog
    from toolsearch_cli.catalog.writing import Written


def formats(names: Sequence[str] = ()) -> tuple[Format, ...]:
    """Return the formats named, in the order named; all of them by name without one.

    Raises:
        UsageError: There is no such format.
    """
    chosen = tuple(dict.fromkeys(names)) or sorted(entry.name for entry in shapes.ENTRIES)
    return tuple(shapes.format_named(name) for name in chosen)


def converted(catalog: Catalog, target: str, *, bare: bool = False) -> Written:
    """Return a catalog in another shape, and what of it that shape cannot hold.

    Args:
        catalog: What to write.
        target: One of `catalog.writing.TARGETS`.
        bare: Whether tools keep the names their servers gave them.
    """
    from toolsearch_cli.catalog.writing import write

    return write(catalog, target, bare=bare)
