"""Numbers of things in a sentence of a host."""

from __future__ import annotations


def schemas_sent(count: int) -> str:
    """Return `1 schema sent`, `1,200 schemas sent`."""
    return f"{count:,} schema{'' if count == 1 else 's'} sent"
