"""Questions about the shapes of catalogs: which there are, and one catalog in another of them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from toolsearch_cli.catalog.formats import ENTRIES
from toolsearch_cli.errors import UsageError, nearest
from toolsearch_cli.text import visible

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
    known = {entry.name: entry for entry in sorted(ENTRIES)}
    for name in names:
        if name not in known:
            hint = nearest(name, known, "formats")
            raise UsageError(f"unknown format '{visible(name)}'", hint=hint)
    return tuple(known[name].format for name in (dict.fromkeys(names) or known))


def converted(catalog: Catalog, target: str, *, bare: bool = False) -> Written:
    """Return a catalog in another shape, and what of it that shape cannot hold.

    Args:
        catalog: What to write.
        target: One of `catalog.writing.TARGETS`.
        bare: Whether tools keep the names their servers gave them.
    """
    from toolsearch_cli.catalog.writing import write

    return write(catalog, target, bare=bare)
