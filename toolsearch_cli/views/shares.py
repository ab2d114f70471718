"""Who takes how much of the listing."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from toolsearch_cli.hosts.disclosure import Disclosure


@dataclass(frozen=True, slots=True)
class Share:
    """One source's part of the listing."""

    label: str
    tokens: int


def listing_shares(shown: Disclosure) -> tuple[Share, ...]:
    """Return the sources that take room in the listing, the largest first."""
    shares = [
        Share(row.source, row.listing_tokens) for row in shown.sources if row.listing_tokens > 0
    ]
    return tuple(sorted(shares, key=lambda share: (-share.tokens, share.label)))
