"""Exact token counts of a disclosure, beside the host's estimate."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING

from toolsearch_cli.tokens.chars4 import compact

if TYPE_CHECKING:
    from toolsearch_cli.hosts.disclosure import Definition, Disclosure
    from toolsearch_cli.tokens.bpe import EncodingName


@dataclass(frozen=True, slots=True, kw_only=True)
class ExactCounts:
    """Real tokens of one scenario, beside the host's estimate."""

    encoding: str
    all_tools: int
    listing: int
    sources: tuple[int, ...]
    """All schemas of each source, in the order of the disclosure's rows."""


def counted(shown: Disclosure, encoding: EncodingName) -> ExactCounts:
    """Count each definition, as its compact JSON alone, and the listing's text."""
    from toolsearch_cli.tokens.bpe import count_many

    texts = [compact(one.sent) for one in shown.definitions]
    *sizes, listing = count_many([*texts, shown.listing.text], encoding)
    by_source: Counter[int] = Counter()
    for definition, size in zip(shown.definitions, sizes, strict=True):
        by_source[definition.source] += size
    return ExactCounts(
        encoding=encoding,
        all_tools=sum(sizes),
        listing=listing,
        sources=tuple(by_source[row.position] for row in shown.sources),
    )


def definition_size(definition: Definition, encoding: EncodingName) -> int:
    """Count one definition, as its compact JSON."""
    from toolsearch_cli.tokens.bpe import count

    return count(compact(definition.sent), encoding)
