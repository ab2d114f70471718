"""`cost` as a page: what a session costs in each way, where one becomes cheaper, and a chart."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from toolsearch_cli.views.cost_chart import cost_chart
from toolsearch_cli.views.cost_notes import cost_notes
from toolsearch_cli.views.grid import Cell, Column, Grid, Page, Row
from toolsearch_cli.views.numbers import context_name, counted

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from fractions import Fraction

    from toolsearch_cli.analysis.cost import BreakEven, Cost, Prices, Session, Way
    from toolsearch_cli.analysis.cost_ways import HostCost
    from toolsearch_cli.analysis.crossing import Span
    from toolsearch_cli.views.chart import Marks

NEVER: Final = "never"
_COSTS: Final = (
    Column(key="way", title="way"),
    Column(key="fixed", title="tools a request", unit="tokens"),
    Column(key="requests", title="requests", unit="count", rank=2),
    Column(key="written", title="anew", unit="tokens", rank=1),
    Column(key="read", title="from cache", unit="tokens", rank=1),
    Column(key="output", title="output", unit="tokens", rank=4, usual=0),
    Column(key="tokens", title="tokens", unit="tokens"),
)
_SHARES: Final = (
    Column(key="of_eager", title="of eager", unit="percent", rank=3),
    Column(key="fidelity", title="fidelity", rank=5),
)
_BREAKS: Final = (
    Column(key="way", title="way"),
    Column(key="against", title="cheaper than"),
    Column(key="measure", title="in"),
    Column(key="turns", title="turns"),
    Column(key="tools", title="tools used"),
)


def cost_page(found: Sequence[HostCost], session: Session, prices: Prices) -> Page:
    """Return a row for each host and way; break-evens follow, then what the numbers rest on."""
    contexts = {context_name(one.found.shown.context) for one in found}
    usual = next(iter(contexts)) if len(contexts) == 1 else None
    where = (
        Column(key="host", title="host"),
        Column(key="context", title="context", rank=6, usual=usual),
    )
    currency = Column(key="money", title=prices.currency, unit="score", rank=1)
    rows = [row for one in found for row in _cost_rows(one)]
    breaks = [row for one in found for row in _break_rows(one, session)]
    following = [Page(grid=Grid(columns=(*where, *_BREAKS), rows=tuple(breaks)))] if breaks else []
    following.append(Page(notes=tuple(cost_notes(found, session, prices))))
    return Page(
        head=_head(session, prices, usual or ""),
        grid=Grid(columns=(*where, *_COSTS, currency, *_SHARES), rows=tuple(rows)),
        following=tuple(following),
    )


def chart_page(
    found: Sequence[HostCost],
    session: Session,
    prices: Prices,
    *,
    width: int,
    height: int,
    marks: Marks,
) -> Page:
    """Return a chart for each host: cost against turns, in money where all of it is known."""
    by = prices if prices.prices(session) else None
    pages = [
        Page(
            head=(_chart_title(one, by),),
            body="\n".join(cost_chart(one, session, by, (width, height), marks)),
        )
        for one in found
    ]
    notes = Page(notes=tuple(cost_notes(found, session, prices)))
    head = _head(session, prices)
    return Page(head=head, following=(*pages, notes))


def _chart_title(one: HostCost, prices: Prices | None) -> str:
    shown = one.found.shown
    unit = "tokens" if prices is None else prices.currency
    return (
        f"{shown.host} · {shown.fidelity} · context {context_name(shown.context)} · {unit} by turns"
    )


def _head(session: Session, prices: Prices, context: str = "") -> tuple[str, ...]:
    used = counted(session.tools_used, "cold tool")
    parts = [counted(session.turns, "turn"), used, counted(session.edits, "edit")]
    parts.append(f"{session.prompt:,} other prompt tokens")
    if session.misses:
        parts.append(f"{float(100 * session.misses):g} % of searches miss")
    if session.output_tokens:
        parts.append(f"{session.output_tokens:,} of output")
    if not session.cached:
        parts.append("no cache")
    elif session.warm:
        parts.append("warm cache")
    if context:
        parts.append(f"context {context}")
    return " · ".join(parts), _rates(prices, session)


def _rates(prices: Prices, session: Session) -> str:
    rates: list[tuple[str, Fraction | None]] = [("input", prices.input)]
    if session.cached:
        rates = [("anew", prices.cache_write), ("from cache", prices.cache_read)]
    rates.append(("output", prices.output))
    said = ", ".join(f"{what} {float(rate):g}" for what, rate in rates if rate is not None)
    day = f", as of {prices.as_of}" if prices.as_of else ""
    return f"{prices.model}: {prices.currency} for a million tokens: {said}{day}"


def _cost_rows(one: HostCost) -> Iterator[Row]:
    shown = one.found.shown
    eager = one.spent[0].tokens
    for way, spent, paid in zip(one.found.ways, one.spent, one.money, strict=True):
        yield Row(
            (
                shown.host,
                context_name(shown.context),
                way.name,
                *_amounts(way, spent),
                None if paid is None else float(paid),
                round(float(100 * spent.tokens / eager), 1) if eager else None,
                shown.fidelity,
            )
        )


def _amounts(way: Way, spent: Cost) -> tuple[Cell, ...]:
    requests = float(spent.requests)
    return way.fixed, int(requests) if requests.is_integer() else round(requests, 1), *spent.whole


def _break_rows(one: HostCost, session: Session) -> Iterator[Row]:
    shown, deferred = one.found.shown, one.found.ways[1].deferred
    for even in one.break_evens:
        yield Row(
            (
                shown.host,
                context_name(shown.context),
                even.way,
                even.against,
                even.measure,
                *break_even_texts(even, session, deferred),
            )
        )


def break_even_texts(even: BreakEven, session: Session, deferred: int) -> tuple[str, str]:
    """Return for which turns and for how many cold tools a way is cheaper: `from 7`, `up to 12`."""
    turns = _spans(even.turns, session.edits + 1, None)
    return turns, _spans(even.tools, 0, deferred)


def _spans(spans: Sequence[Span], low: int, high: int | None) -> str:
    return " or ".join(_span(one, low, high) for one in spans) or NEVER


def _span(one: Span, low: int, high: int | None) -> str:
    begins, ends = one.least == low, one.most == high
    if begins and ends:
        return "any number"
    if one.most is None or ends:
        return f"from {one.least:,}"
    if begins:
        return f"up to {one.most:,}"
    return f"{one.least:,} to {one.most:,}"
