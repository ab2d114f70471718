"""`--limit` as a model sends it, and what a host does not take as it was sent."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from toolsearch_cli.analysis.searching import SearchCall


def sent_limit(limit: str | None) -> int | str | None:
    """Return the limit as a model would send it: a number, or whatever else it says."""
    if limit is None:
        return None
    try:
        return int(limit)
    except ValueError:
        return limit


def warnings_on(call: SearchCall) -> Iterator[str]:
    """Yield what the host does not take as it was sent."""
    host, rankings = call.scenario.host, call.answer.rankings
    if call.limit is not None and rankings and rankings[0].limit != call.limit:
        yield f"limit {call.limit}: {host} takes it as {rankings[0].limit}"
    asked = sum(bool(one.strip()) for one in call.queries)
    if asked > len(rankings):
        yield f"{host} answers {len(rankings):,} of {asked:,} queries in one call"
