"""What a regular expression matched."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from toolsearch_cli.search.ranking import Refusal


@dataclass(frozen=True, slots=True)
class PatternMatches:
    """The documents that match, and why there may be more."""

    documents: tuple[int, ...] = ()
    """Ascending."""
    refusal: Refusal | None = None
