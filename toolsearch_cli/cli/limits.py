"""`--limit` as a model sends it."""

from __future__ import annotations


def sent_limit(limit: str | None) -> int | str | None:
    """Return the limit as a model would send it: a number, or whatever else it says."""
    if limit is None:
        return None
    try:
        return int(limit)
    except ValueError:
        return limit
