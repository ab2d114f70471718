"""A file of queries: one a line, plain or as `{"query": ...}`."""

from __future__ import annotations

import json

from toolsearch_cli.errors import InputError


def parse_queries(text: str, file: str) -> tuple[str, ...]:
    """Return the queries of a file, in order; empty lines are none.

    A line that starts with a brace is JSON, and what else it says beside its query is not read.

    Raises:
        InputError: A line of JSON is none or names no query, or there is no query at all.
    """
    lines = ((number, line.strip()) for number, line in enumerate(text.split("\n"), start=1))
    queries = tuple(_query(line, number, file) for number, line in lines if line)
    if not queries:
        raise InputError("holds no queries", file=file, hint='one a line, or {"query": "..."}')
    return queries


def _query(line: str, number: int, file: str) -> str:
    if not line.startswith("{"):
        return line
    try:
        entry = json.loads(line)
    except (ValueError, RecursionError):
        raise InputError(f"line {number}: not JSON", file=file) from None
    query = entry.get("query")
    if not isinstance(query, str) or not query.strip():
        raise InputError(f'line {number}: has no "query"', file=file, hint='{"query": "..."}')
    return query
