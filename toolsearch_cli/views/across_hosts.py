"""`compare`: one catalog under many hosts, and what each of their searches finds."""

from __future__ import annotations

from dataclasses import replace
from itertools import zip_longest
from typing import TYPE_CHECKING, TypeAlias

from toolsearch_cli.analysis.across_hosts import agreed
from toolsearch_cli.views.grid import Cell, Column, Grid, Page, Row
from toolsearch_cli.views.numbers import context_name, counted

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from toolsearch_cli.analysis.across_hosts import Finder, Outlook

_COLUMNS = (
    Column(key="host", title="host"),
    Column(key="context", title="context", rank=1),
    Column(key="by_schema", title="schemas", unit="count"),
    Column(key="by_name", title="names", unit="count"),
    Column(key="by_search", title="search", unit="count"),
    Column(key="unreachable", title="lost", unit="count"),
    Column(key="tokens", title="this turn", unit="tokens"),
    Column(key="changed", title="renamed", unit="count", rank=4),
    Column(key="cut", title="cut", unit="count", rank=5),
    Column(key="dropped", title="dropped", unit="count", rank=5),
    Column(key="refused", title="refused", unit="count", rank=4),
    Column(key="calls", title="calls", rank=3),
    Column(key="fidelity", title="fidelity", rank=2),
)
_HITS = (
    Column(key="query", title="query"),
    Column(key="host", title="host"),
    Column(key="fidelity", title="fidelity"),
    Column(key="rank", title="#", unit="count"),
    Column(key="found", title="found"),
)
_MARK = "="
"""Before a tool that every host finds."""


def outlooks_page(outlooks: Sequence[Outlook]) -> Page:
    """Return a row for each host and context."""
    contexts = {one.context for one in outlooks}
    columns: tuple[Column, ...] = _COLUMNS
    if len(contexts) == 1:
        columns = tuple(
            column if column.key != "context" else _usual(context_name(next(iter(contexts))))
            for column in _COLUMNS
        )
    tools = max(one.by_schema + one.by_name + one.by_search + one.unreachable for one in outlooks)
    where = context_name(next(iter(contexts))) if len(contexts) == 1 else "several contexts"
    return Page(
        head=(f"{counted(tools, 'tool')} · {where}",),
        grid=Grid(columns=columns, rows=tuple(Row(_cells(one)) for one in outlooks)),
        notes=tuple(_notes(outlooks)),
    )


def _usual(context: str) -> Column:
    return Column(key="context", title="context", rank=1, usual=context)


def _cells(one: Outlook) -> tuple[Cell, ...]:
    return (
        one.host,
        context_name(one.context),
        one.by_schema,
        one.by_name,
        one.by_search,
        one.unreachable,
        one.tokens,
        one.changed,
        one.cut,
        one.dropped,
        one.refused,
        _calls(one),
        one.fidelity,
    )


def _calls(one: Outlook) -> str:
    """Return how many calls it takes to use a tool for the first time: best, then worst."""
    steps = [1] if one.by_schema else []
    steps += [len(path) for path in (one.named_steps, one.found_steps) if path]
    if not steps:
        return "-"
    return str(steps[0]) if min(steps) == max(steps) else f"{min(steps)}-{max(steps)}"


def _notes(outlooks: Sequence[Outlook]) -> Iterator[str]:
    yield (
        "· schemas are sent up front, names are read without a schema, search must find the rest, "
        "lost can be neither seen nor found; calls is what a first use takes."
    )
    guessed = [one.host for one in outlooks if one.fidelity == "approximate"]
    if guessed:
        names = ", ".join(dict.fromkeys(guessed))
        yield f"! approximate, because what decides there is not public: {names}."


Searches: TypeAlias = "Sequence[tuple[str, Sequence[Finder]]]"
"""Each query, and what every host finds for it."""


def finders_page(searched: Searches, limit: int) -> Page:
    """Return the first hits of each host side by side, one grid a query."""
    first, *others = [_side_by_side(query, finders, limit) for query, finders in searched]
    return replace(first, following=tuple(others))


def finder_rows(searched: Searches, limit: int) -> Page:
    """Return the first hits of each host as one grid, a row a hit."""
    rows = (
        Row((query, one.host, one.fidelity, rank, name))
        for query, finders in searched
        for one in finders
        for rank, name in enumerate(one.found[:limit], start=1)
    )
    return Page(grid=Grid(columns=_HITS, rows=tuple(rows)))


def _side_by_side(query: str, finders: Sequence[Finder], limit: int) -> Page:
    """Return one query's hits; what every host that ranks tools finds is marked."""
    ranking = [one for one in finders if not one.reason]
    of_tools = [one._replace(found=one.found[:limit]) for one in ranking if one.ranks == "tool"]
    counts = agreed(of_tools)
    everywhere = {name for name, count in counts.items() if count == len(of_tools) > 1}
    columns = (
        Column(key="rank", title="#", unit="count"),
        *(
            Column(key=one.host, title=_title(one), rank=1 if at else 0)
            for at, one in enumerate(ranking)
        ),
    )
    rows = tuple(
        Row((rank, *(_hit(name, everywhere) for name in names)))
        for rank, names in enumerate(zip_longest(*(one.found[:limit] for one in ranking)), start=1)
    )
    return Page(
        head=(f"“{query}” · {counted(len(ranking), 'search', 'searches')}",),
        grid=Grid(columns=columns, rows=rows) if ranking else None,
        notes=tuple(_search_notes(finders, everywhere)),
    )


def _title(one: Finder) -> str:
    return one.host if one.fidelity != "approximate" else f"{one.host} (approximate)"


def _hit(name: str | None, everywhere: set[str]) -> str | None:
    if name is None:
        return None
    return f"{_MARK} {name}" if name in everywhere else name


def _search_notes(finders: Sequence[Finder], everywhere: set[str]) -> Iterator[str]:
    servers = [one.host for one in finders if one.ranks == "server"]
    if everywhere:
        others = f"; {', '.join(servers)} ranks servers" if servers else ""
        yield f"· {_MARK} stands before what every one of them finds{others}."
    nothing = [one.host for one in finders if not one.found and not one.reason]
    if nothing:
        yield f"! No hit: {', '.join(nothing)}."
    for reason, hosts in _reasons(finders).items():
        yield f"· {reason}: {', '.join(hosts)}."


def _reasons(finders: Sequence[Finder]) -> dict[str, list[str]]:
    reasons: dict[str, list[str]] = {}
    for one in finders:
        if one.reason:
            reasons.setdefault(one.reason, []).append(one.host)
    return reasons
