"""`tiers` as a page: one scenario as rows of sources, or several as a matrix."""

from __future__ import annotations

from typing import TYPE_CHECKING

from toolsearch_cli.views.grid import Cell, Column, Grid, Page, Row
from toolsearch_cli.views.numbers import NOTHING, context_name, counted, percent

if TYPE_CHECKING:
    from collections.abc import Sequence

    from toolsearch_cli.analysis.exact import ExactCounts
    from toolsearch_cli.hosts.disclosure import Disclosure, SourceDisclosure

COLUMNS = (
    Column(key="source", title="source"),
    Column(key="kind", title="kind", rank=1, usual="mcp"),
    Column(key="tools", title="tools", unit="count"),
    Column(key="eager", title="eager", unit="tokens", rank=1),
    Column(key="full", title="full", unit="tokens", rank=2),
    Column(key="names", title="names", unit="tokens", rank=2),
    Column(key="line", title="line", unit="tokens", rank=4),
    Column(key="form", title="shown as", unit="form"),
    Column(key="now", title="now", unit="tokens"),
    Column(key="saving", title="saving", unit="tokens", rank=3),
)
_SORTED_BY_SIZE = ("tools", "eager", "full", "names", "line", "now", "saving")


def tiers_page(
    shown: Disclosure,
    *,
    sort: str = "name",
    top: int | None = None,
    exact: ExactCounts | None = None,
    next_steps: tuple[str, ...] = (),
) -> Page:
    """Return the page of one scenario; `exact` adds a column and a line of real tokens."""
    rows = sorted(shown.sources, key=lambda row: _order(row, sort))
    kept = rows if top is None else rows[:top]
    cells = [_cells(row) for row in kept]
    total = _total(shown)
    columns: tuple[Column, ...] = COLUMNS
    head = headline(shown)
    if exact is not None:
        sizes = dict(zip((row.position for row in shown.sources), exact.sources, strict=True))
        columns = (
            *COLUMNS,
            Column(key=exact.encoding, title=exact.encoding, unit="tokens", rank=2),
        )
        cells = [(*line, sizes[row.position]) for line, row in zip(cells, kept, strict=True)]
        total = (*total, exact.all_tools)
        head = (
            *head,
            f"{exact.encoding}: all eager {exact.all_tools:,}, listing {exact.listing:,}",
        )
    return Page(
        head=head,
        grid=Grid(
            columns=columns,
            rows=tuple(Row(line) for line in cells),
            totals=(Row(total),) if rows else (),
            folded=len(rows) - len(kept),
        ),
        next_steps=next_steps,
        notes=tuple(f"{'!' if one.level == 'warning' else '·'} {one}" for one in shown.notes),
    )


def headline(shown: Disclosure) -> tuple[str, ...]:
    """Return the lines above the table: tier, budget and its use, what the model pays."""
    lines = [f"{shown.host} · context {_context(shown)}", _standing(shown)]
    paid = shown.payment
    eager = shown.all_tools_tokens
    parts = [("eager", paid.eager), ("bridge", paid.bridge), ("framing", paid.framing)]
    parts.append(("listing", paid.listing))
    named = " + ".join(f"{name} {tokens:,}" for name, tokens in parts if tokens)
    saving = f", saving {percent(eager - paid.total, eager)}" if eager else ""
    lines.append(f"this turn {paid.total:,}{f' = {named}' if named else ''}")
    lines.append(f"all eager {eager:,}{saving}")
    return tuple(lines)


def _context(shown: Disclosure) -> str:
    name = context_name(shown.context)
    if shown.context is None and shown.budget is not None:
        return f"{name}, so the budget is at most 10,000"
    return name


def _standing(shown: Disclosure) -> str:
    if shown.budget is None:
        state = "bridge on" if shown.activated else "bridge off"
        return f"{state}, no listing   deferrable {shown.deferred_tokens:,} tokens"
    use = f"{shown.listing_tokens:,} of {shown.budget:,}"
    return (
        f"TIER {shown.tier}  {shown.listing.form}   "
        f"listing budget {use} tokens used ({percent(shown.listing_tokens, shown.budget)})"
    )


def form_word(row: SourceDisclosure) -> str:
    """Return how a source is shown, in one word; `eager` where its schemas are sent."""
    if row.form is not None:
        return row.form
    return "eager" if row.tools else "hidden"


def _cells(row: SourceDisclosure) -> tuple[Cell, ...]:
    return (
        row.source,
        row.kind,
        row.tools,
        row.eager_tokens,
        row.full_tokens,
        row.names_tokens,
        row.summary_tokens,
        form_word(row),
        row.now_tokens,
        row.saving_tokens,
    )


def _order(row: SourceDisclosure, sort: str) -> tuple[float, str, str]:
    size = 0.0
    if sort in _SORTED_BY_SIZE:
        cell = _cells(row)[[column.key for column in COLUMNS].index(sort)]
        size = -float(cell) if isinstance(cell, (int, float)) else 0.0
    return (size, row.source, row.kind)


def _total(shown: Disclosure) -> tuple[Cell, ...]:
    paid = shown.payment
    now = paid.eager + paid.listing
    return (
        "total",
        "",
        sum(row.tools for row in shown.sources),
        shown.all_tools_tokens,
        shown.full_tokens,
        shown.names_tokens,
        shown.summary_tokens,
        shown.listing.form if shown.activated else "eager",
        now,
        shown.all_tools_tokens - now,
    )


def matrix_page(answers: Sequence[Disclosure], *, top: int | None = None) -> Page:
    """Return sources down and scenarios across: the form of each, and its tokens now."""
    first = answers[0]
    rows = first.sources
    kept = rows if top is None else rows[:top]
    by_position = [{row.position: row for row in shown.sources} for shown in answers]
    columns = [
        Column(key="source", title="source"),
        Column(key="kind", title="kind", rank=1, usual="mcp"),
        Column(key="tools", title="tools", unit="count"),
    ]
    several_hosts = len({shown.host for shown in answers}) > 1
    for shown in answers:
        size = context_name(shown.context)
        title = f"{shown.host} {size}" if several_hosts else size
        columns.append(Column(key=f"{shown.host}/{size}", title=title, unit="form"))
    cells = [
        Row(
            (
                row.source,
                row.kind,
                row.tools,
                *(_short_cell(at[row.position]) for at in by_position),
            )
        )
        for row in kept
    ]
    total_tools = sum(row.tools for row in rows)
    totals = (
        Row(("total listing", "", total_tools, *(_use(shown) for shown in answers))),
        Row(("this turn", "", None, *(f"{shown.payment.total:,}" for shown in answers))),
        Row(("tier", "", None, *(_tier(shown) for shown in answers))),
    )
    return Page(
        head=(f"{first.host if not several_hosts else 'hosts'} · {counted(len(rows), 'source')}",),
        grid=Grid(
            columns=tuple(columns),
            rows=tuple(cells),
            totals=totals,
            folded=len(rows) - len(kept),
        ),
    )


def _short_cell(row: SourceDisclosure) -> str:
    return f"{form_word(row)} {row.now_tokens:,}"


def _use(shown: Disclosure) -> str:
    if shown.budget is None:
        return NOTHING
    return f"{shown.listing_tokens:,}/{shown.budget:,}"


def _tier(shown: Disclosure) -> str:
    if shown.tier is None:
        return "bridge on"
    return f"{shown.tier} {shown.listing.form}" if shown.activated else f"{shown.tier} eager"
