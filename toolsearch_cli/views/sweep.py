"""`sweep` as a page: breakpoints of sources and listing, what to change, what to switch off."""

from __future__ import annotations

from typing import TYPE_CHECKING

from toolsearch_cli.views.addresses import source_title
from toolsearch_cli.views.grid import Cell, Column, Grid, Page, Row
from toolsearch_cli.views.next_change import reach_text
from toolsearch_cli.views.numbers import counted
from toolsearch_cli.views.tiers import headline, note_line

if TYPE_CHECKING:
    from collections.abc import Iterator

    from toolsearch_cli.analysis.sweep import Detachment, Sweep
    from toolsearch_cli.hosts.ladder import Gate, Reach, Rung
    from toolsearch_cli.views.chart import Chart

_REACHES = (
    Column(key="budget", title="budget", unit="tokens"),
    Column(key="context", title="context", unit="tokens"),
    Column(key="threshold_pct", title="pct", unit="count", rank=1),
    Column(key="cap", title="cap", unit="tokens", rank=2),
    Column(key="needs", title="to get it"),
)
_KIND = Column(key="kind", title="kind", rank=3, usual="mcp")
_SOURCES = (
    Column(key="source", title="source"),
    _KIND,
    Column(key="from", title="from", unit="form"),
    Column(key="to", title="to", unit="form"),
    *_REACHES,
)
_LISTING = (
    Column(key="from", title="listing from", unit="form"),
    Column(key="to", title="to", unit="form"),
    *_REACHES,
)
_DETACHMENTS = (
    Column(key="source", title="source switched off"),
    _KIND,
    Column(key="richer", title="others shown more", unit="count"),
    Column(key="listing", title="listing", unit="form"),
    Column(key="freed", title="freed this turn", unit="tokens"),
)
_MOST_DETACHMENTS = 5
_WHOLE = 100.0


def sweep_page(found: Sweep, *, next_steps: tuple[str, ...] = ()) -> Page:
    """Return a row a breakpoint; sources to switch off follow, the best five."""
    cells = [
        (one.row.source, one.row.kind, one.from_form, one.to_form, *_reach_cells(one.reach))
        for one in found.source_breaks
    ]
    listing = [
        (_shape(one.below), _shape(one.above), *_reach_cells(one.reach))
        for one in found.catalog_breaks
    ]
    following = []
    if listing:
        following.append(Page(grid=Grid(columns=_LISTING, rows=_rows(listing))))
    telling = [one for one in found.detachments if one.richer or one.freed]
    if telling:
        following.append(Page(grid=_detached(telling)))
    following.append(Page(notes=tuple(_notes(found))))
    return Page(
        head=headline(found.shown)[:2],
        grid=Grid(columns=_SOURCES, rows=_rows(cells)),
        following=tuple(following),
        next_steps=next_steps,
    )


def chart_page(found: Sweep, drawn: Chart | None, *, next_steps: tuple[str, ...] = ()) -> Page:
    """Return the chart of budget and use against context, and what to change."""
    return Page(
        head=headline(found.shown)[:2],
        body="\n".join(drawn.lines) if drawn else "",
        notes=tuple(_notes(found)),
        next_steps=next_steps,
    )


def _rows(cells: list[tuple[Cell, ...]]) -> tuple[Row, ...]:
    return tuple(Row(line) for line in cells)


def _reach_cells(reach: Reach) -> tuple[Cell, ...]:
    return (reach.budget, reach.context, reach.threshold_pct, reach.cap, reach_text(reach))


def _shape(rung: Rung) -> str:
    return f"{rung.tier} {rung.form}"


def _detached(detachments: list[Detachment]) -> Grid:
    kept = detachments[:_MOST_DETACHMENTS]
    return Grid(
        columns=_DETACHMENTS,
        rows=_rows(
            [(one.row.source, one.row.kind, one.richer, one.listing, one.freed) for one in kept]
        ),
        folded=len(detachments) - len(kept),
    )


def _notes(found: Sweep) -> Iterator[str]:
    """Say the smallest change that gives all sources what they lost, and who costs what."""
    if found.gate is not None:
        yield f"· {_gate_line(found.gate)}"
    elif not found.rungs:
        yield f"· {_unlisted(found)}"
        yield from map(note_line, found.shown.notes)
    for what, reach in (
        ("Names for all", found.names_for_all),
        ("Descriptions for all", found.full_for_all),
    ):
        if reach is not None:
            yield _for_all(what, reach)
    yield from _dropping(found)


def _unlisted(found: Sweep) -> str:
    if found.shown.standing:
        return "What this host shows does not rest on a budget or on the context."
    return "Nothing is listed at any budget."


def _gate_line(gate: Gate) -> str:
    schemas = f"{gate.tokens:,} tokens of schemas"
    if gate.context is None:
        return f"{schemas} are deferred in a context of any size: the bridge stays on."
    line = f"{schemas} are deferred up to a context of {gate.context:,} tokens"
    line += "; beyond it every schema is sent"
    if gate.threshold_pct is None:
        return f"{line}."
    if gate.threshold_pct == _WHOLE:
        return f"{line}. In this context the bridge is on at any share."
    most = gate.share.format(gate.threshold_pct)
    return f"{line}. In this context the bridge is on up to {most}."


def _for_all(what: str, reach: Reach) -> str:
    size = f"{what} ({reach.budget:,} tokens)"
    if reach.given:
        return f"· {size}: given."
    if reach.possible:
        return f"! {size}: {_settings(reach)}."
    if reach.cap is None:
        return f"! {size} cannot be had: no listing may exceed {reach.cap_limit:,} tokens."
    return f"! {size} cannot be had at this threshold_pct."


def _settings(reach: Reach) -> str:
    """Return the settings that give a budget; the share by context or by threshold_pct."""
    parts = []
    if reach.share_stands_in_the_way:
        ways = []
        if reach.threshold_pct is not None:
            ways.append(f"threshold_pct {reach.threshold_pct:g}")
        if reach.context is not None:
            ways.append(f"a context of {reach.context:,}")
        parts.append(" or ".join(ways))
    if reach.cap_stands_in_the_way:
        parts.append(f"listing_max_tokens {reach.cap:,}")
    return ", and ".join(parts)


def _dropping(found: Sweep) -> Iterator[str]:
    if not found.detachments:
        return
    best = found.detachments[0]
    largest = max(found.detachments, key=lambda one: one.freed)
    if best.richer:
        yield f"! {_given_back(best)}"
    if largest.freed > 0 and largest is not best:
        name = _title(largest)
        yield f"· Without {name} the turn takes least: {largest.freed:,} tokens fewer."


def _given_back(one: Detachment) -> str:
    verb = "is" if one.richer == 1 else "are"
    cost = f"{abs(one.freed):,} tokens {'fewer' if one.freed >= 0 else 'more'} this turn"
    others = counted(one.richer, "other source")
    return f"Without {_title(one)} {others} {verb} shown more (listing {one.listing}); {cost}."


def _title(one: Detachment) -> str:
    return source_title(one.row.source, one.row.kind)
