"""Exact token counts of a disclosure, beside the host's estimate."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class ExactCounts:
    """Real tokens of one scenario, beside the host's estimate."""

    encoding: str
    all_tools: int
    listing: int
    sources: tuple[int, ...]
    """All schemas of each source, in the order of the disclosure's rows."""
