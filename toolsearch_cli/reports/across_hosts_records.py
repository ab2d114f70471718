"""The JSON record of `compare`."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from toolsearch_cli.analysis.across_hosts import Finder, Outlook
    from toolsearch_cli.reports.records import Record


def compare_record(
    outlooks: Sequence[Outlook], queries: Sequence[tuple[str, Sequence[Finder]]]
) -> Record:
    """Return `compare/1`: one entry a host and context; for each query what every host finds."""
    return {
        "hosts": [_outlook_record(one) for one in outlooks],
        "queries": [
            {"query": query, "searches": [_finder_record(one) for one in finders]}
            for query, finders in queries
        ],
    }


def _outlook_record(one: Outlook) -> Record:
    record: Record = dict(one._asdict())
    record["named_steps"] = list(one.named_steps)
    record["found_steps"] = list(one.found_steps)
    return record


def _finder_record(one: Finder) -> Record:
    return {
        "host": one.host,
        "fidelity": one.fidelity,
        "found": list(one.found),
        "reason": one.reason or None,
    }
