"""What a host does about two tools that want one name, in words: the same ones everywhere."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from toolsearch_cli.catalog.model import Catalog
    from toolsearch_cli.hosts.disclosure import Collision


def in_words(collision: Collision, catalog: Catalog) -> str:
    """Return one sentence: whose tools, the name, and who has it in the end."""
    source = catalog.sources[collision.source].name
    owner = catalog.sources[collision.owner].name
    raw, name = ", ".join(collision.raw_names), collision.name
    match collision.kind:
        case "ambiguous":
            return f"{source}: {raw} all become {name}: the host skips every one of them."
        case "repeated" if len(collision.raw_names) > 1:
            return f"{source}: {raw} all become {name}: the first is kept."
        case "repeated":
            return f"{source}: {raw} is listed more than once: the first is kept."
        case "owned":
            return f"{source}: {raw} becomes {name}, which {owner} already owns: it is skipped."
        case "overwritten":
            return f"{source}: {raw} becomes {name} and replaces the one of {owner}."
